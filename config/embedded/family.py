"""All the processes of one run: launched in an order, tended, stopped in the reverse order."""

import time
from collections.abc import Callable

from config.embedded.notices import ErrorTail, Notices
from config.embedded.processes import LONGEST_PAUSE, Child, Command, wait_until_ready
from config.embedded.state import State
from config.embedded.stopping import StopRequests
from config.embedded.watcher import Watcher

_TRIM_SECONDS = 60.0


class Family:
    """The children of one supervisor."""

    def __init__(
        self, *, state: State, notices: Notices, stop_requests: StopRequests, longest_pause: float = LONGEST_PAUSE
    ) -> None:
        self._state = state
        self._notices = notices
        self._stop_requests = stop_requests
        self._longest_pause = longest_pause
        self._watcher = Watcher()
        self._children: list[Child] = []
        self._tails: dict[str, ErrorTail] = {}
        self._trimmed = time.monotonic()

    def __enter__(self) -> "Family":
        self._watcher.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()

    def launch(self, command: Command) -> Child:
        """Start a process that shall run from now on."""
        child = Child(
            command=command,
            log=self._state.log(command.name),
            on_group=self._watcher.note,
            longest_pause=self._longest_pause,
        )
        self._children.append(child)
        child.start()
        return child

    def wait_until_ready(
        self, child: Child, is_ready: Callable[[], bool], *, within: float, again_for: float = 0.0
    ) -> None:
        """Return when the process does its work; see `processes.wait_until_ready`."""
        wait_until_ready(child, is_ready=is_ready, within=within, again_for=again_for, pause=self._stop_requests.pause)

    def tend(self) -> None:
        """Start again what has died, and show what went wrong since the last call."""
        for child in self._children:
            name = child.command.name
            tail = self._tails.setdefault(name, ErrorTail(child.log))
            for error in tail.new_errors():
                self._notices.tell(name, error)
            if (happened := child.tend()) is not None:
                self._notices.tell(name, happened)
        if time.monotonic() - self._trimmed > _TRIM_SECONDS:
            self._trimmed = time.monotonic()
            for child in self._children:
                child.trim_log()

    def stop(self) -> None:
        """Stop them all, the last first, each before the next; what does not go in its time is killed."""
        while self._children:
            child = self._children.pop()
            if not child.stop(hurried=self._stop_requests.is_hurried):
                self._notices.tell(child.command.name, "did not stop in time and was killed")
