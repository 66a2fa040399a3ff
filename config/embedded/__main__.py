"""The commands behind the Makefile's: `python -m config.embedded run | stop | status | shell-env | manage ARGS`."""

import os
import shlex
import signal
import sys
import time

from django.core.exceptions import ImproperlyConfigured

from config.embedded.errors import EmbeddedError, NotRunning
from config.embedded.notices import Notices
from config.embedded.options import PROJECT, Options
from config.embedded.state import State
from config.embedded.supervisor import Supervisor

_USAGE = "usage: python -m config.embedded run | stop | status | shell-env | manage ARGUMENTS"


def run(options: Options) -> None:
    """Run the service until it is stopped."""
    Supervisor(options=options, notices=Notices()).run()


def stop(options: Options) -> None:
    """Stop the running service and wait until it has stopped."""
    state = State(options.state_directory)
    os.kill(state.running().pid, signal.SIGTERM)
    while True:
        try:
            state.running()
        except NotRunning:
            break
        time.sleep(0.2)
    Notices().show("Everything has stopped.")


def status(options: Options) -> None:
    """Say where it runs."""
    running = State(options.state_directory).running()
    Notices().show(f"It is running (process {running.pid}): {running.url}/")


def shell_env(options: Options) -> None:
    """Print what a shell takes over by `eval` to work with the running service."""
    running = State(options.state_directory).running()
    for name, value in running.environment.items():
        Notices().show(f"export {name}={shlex.quote(value)}")


def manage(options: Options, arguments: list[str]) -> None:
    """Become manage.py with these arguments, in the environment of the running service."""
    running = State(options.state_directory).running()
    environment = {**os.environ, **running.environment}
    os.execve(sys.executable, [sys.executable, str(PROJECT / "manage.py"), *arguments], environment)  # noqa: S606


def main(arguments: list[str]) -> int:
    """Do what is asked; the exit status is 1 when it cannot be done, 2 when it is not understood."""
    commands = {"run": run, "stop": stop, "status": status, "shell-env": shell_env}
    try:
        match arguments:
            case ["manage", *rest]:
                manage(Options.from_environment(), rest)
            case [name] if name in commands:
                commands[name](Options.from_environment())
            case _:
                sys.stderr.write(f"{_USAGE}\n")
                return 2
    except (EmbeddedError, ImproperlyConfigured) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
