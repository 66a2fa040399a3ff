"""Where the embedded servers live: their user, the directory of their data, their programs."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from config.embedded.account import Account
from config.embedded.programs import Programs
from config.embedded.state import State


@dataclass(frozen=True, kw_only=True)
class Home:
    """All three fit together: the user can reach the directory and the programs."""

    account: Account
    directory: Path
    programs: Programs

    @classmethod
    def of(cls, state: State) -> Self:
        """That of a project's state; made if it is not there yet."""
        account = Account.for_servers()
        directory = state.servers(account)
        programs = Programs.installed().reachable(account=account, directory=directory)
        return cls(account=account, directory=directory, programs=programs)
