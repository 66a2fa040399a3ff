"""Starts everything in order, tends it, and stops it in order when asked to."""

import json
import os
import subprocess

from config.embedded import ports, service
from config.embedded.errors import StartFailed
from config.embedded.family import Family
from config.embedded.notices import Notices, last_lines
from config.embedded.options import Options
from config.embedded.postgres import LOCK_SECONDS
from config.embedded.servers import Servers
from config.embedded.state import Running, State
from config.embedded.stopping import StopRequested, StopRequests
from config.environment import are_loopback

_TOLD = ("DATABASE_URL", "CELERY_BROKER_URL", "SECRET_KEY")


class Supervisor:
    """One run of the service."""

    def __init__(self, *, options: Options, notices: Notices) -> None:
        self._options = options
        self._notices = notices
        self._state = State(options.state_directory)
        self._stop_requests = StopRequests()

    def run(self) -> None:
        """Start, announce and tend until a signal asks for the end; then, or if anything fails, stop what runs."""
        with self._state.hold():
            self._stop_requests.listen()
            with Family(
                state=self._state,
                notices=self._notices,
                stop_requests=self._stop_requests,
                longest_pause=self._options.restart_pause,
            ) as family:
                try:
                    self._start(family)
                    while True:
                        family.tend()
                        self._stop_requests.pause(0.2)
                except StopRequested:
                    self._notices.show("\nStopping; Ctrl-C once more stops it at once.")
            self._notices.show("Everything has stopped. `make run` starts it again, with its data.")

    def _start(self, family: Family) -> None:
        port, stream_port = self._choose_ports()
        url = self._options.url(port)
        kept = self._state.keep()
        servers = Servers(options=self._options, state=self._state, kept=kept, family=family, notices=self._notices)
        secret_key = self._options.secret_key or kept.secret_key
        stream_url = self._options.stream_url or f":{stream_port}/live/"
        own = {"SECRET_KEY": secret_key, "STREAM_URL": stream_url, **self._mail(url)}
        environment = {**os.environ, **own, **servers.start()}
        self._notices.tell("setup", "migrating the database and collecting the static files")
        sign_in = self._prepare(environment)
        counted = {**environment, "METRICS_DIR": str(self._state.metrics())}
        family.launch(service.worker(options=self._options, environment=counted))
        family.launch(service.beat(state=self._state.directory, environment=environment))
        live = family.launch(service.live(options=self._options, port=stream_port, environment=counted))
        web = family.launch(service.web(options=self._options, port=port, environment=counted))
        # Their ports were free a moment ago; a short connection of another program may have one as long as that lasts.
        family.wait_until_ready(
            web, lambda: service.is_ready(options=self._options, port=port), within=120.0, again_for=15.0
        )
        family.wait_until_ready(
            live, lambda: service.streams(options=self._options, port=stream_port), within=120.0, again_for=15.0
        )
        told = {**{name: environment[name] for name in _TOLD}, "SERVICE_URL": url}
        self._state.record(Running(pid=os.getpid(), url=url, environment=told))
        self._notices.show(self._announcement(url=url, streams=self._options.url(stream_port), sign_in=sign_in))

    def _mail(self, url: str) -> dict[str, str]:
        """EMAIL_URL and SITE_URL: where this machine alone is served mail goes to files, unless they are set."""
        if not are_loopback(list(self._options.hosts)):
            return {}
        mail = self._state.directory / "mail"
        mail.mkdir(mode=0o700, exist_ok=True)
        usual = {"EMAIL_URL": mail.resolve().as_uri(), "SITE_URL": url}
        return {name: os.environ.get(name, "").strip() or value for name, value in usual.items()}

    def _choose_ports(self) -> tuple[int, int]:
        """Of the web server and of the streams: those that were asked for, or the next ones that are free."""
        host, wanted = self._options.host, self._options.port
        stream_wanted = self._options.stream_port or wanted + 1
        if leftover := self._state.leftover():
            self._notices.show("The last run was killed. Waiting for what is left of it to end.")
            ports.wait_until_free("127.0.0.1", leftover, seconds=LOCK_SECONDS)
            ports.wait_until_free(host, [wanted, stream_wanted], seconds=LOCK_SECONDS / 3)
        port = self._choose_port("web", "PORT", wanted)
        stream_port = self._choose_port("live", "STREAM_PORT", self._options.stream_port or port + 1, but=port)
        return port, stream_port

    def _choose_port(self, name: str, variable: str, wanted: int, *, but: int | None = None) -> int:
        port = ports.first_free(self._options.host, wanted, but=but)
        if port != wanted:
            self._notices.tell(name, f"port {wanted} is in use by another program, so this run takes {port}")
            self._notices.tell(name, f"(`make run {variable}=...` chooses another)")
        return port

    def _prepare(self, environment: dict[str, str]) -> dict[str, str] | None:
        """Name and password of the first sign-in, if this made it."""
        command = service.prepare(environment=environment)
        log = self._state.log(command.name)
        with log.open("ab") as output:
            process = subprocess.Popen(  # noqa: S603 - a module of ours
                command.arguments,
                cwd=command.directory,
                env=dict(command.environment),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=output,
                start_new_session=True,
            )
        try:
            while process.poll() is None:
                self._stop_requests.pause()
        finally:
            process.kill()
        answer, _ = process.communicate()
        if process.returncode != 0:
            raise StartFailed(f"The set-up failed; the end of {log}:\n{last_lines(log)}")
        made: dict[str, str] | None = json.loads(answer)["admin"]
        return made

    def _announcement(self, *, url: str, streams: str, sign_in: dict[str, str] | None) -> str:
        if sign_in:
            admin = f"name {sign_in['name']}, password {sign_in['password']}   (shown this once; keep it)"
        else:
            admin = "with the sign-in made on the first run; `make admin` makes another"
        return "\n".join(
            (
                "",
                "Double Solitaire is running.",
                f"  Pages   {url}/",
                f"  API     {url}/api/v1/",
                f"  Streams {streams}/live/",
                f"  Docs    {url}/docs/",
                f"  Admin   {url}/admin/",
                f"          {admin}",
                f"  Logs    {self._state.log('*')}",
                "Ctrl-C stops it.",
                "",
            )
        )
