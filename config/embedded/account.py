"""Which user the embedded servers run as: PostgreSQL refuses to run as root."""

import os
import pwd
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from config.embedded.errors import EmbeddedError

NOBODY = "nobody"


@dataclass(frozen=True, kw_only=True)
class Account:
    """The user and group of the servers, who may be another than the one who starts them."""

    uid: int
    gid: int

    @classmethod
    def for_servers(cls) -> Self:
        """Whoever runs this, but `nobody` for root."""
        if os.geteuid() != 0:
            return cls(uid=os.geteuid(), gid=os.getegid())
        try:
            entry = pwd.getpwnam(NOBODY)
        except KeyError:
            raise EmbeddedError(
                "PostgreSQL does not run as root, and this system has no user `nobody` to run it as: "
                "start this as an ordinary user."
            ) from None
        return cls(uid=entry.pw_uid, gid=entry.pw_gid)

    @property
    def is_other(self) -> bool:
        """True if the servers run as another user than this process."""
        return self.uid != os.geteuid()

    def closed_directory(self, path: Path) -> Path | None:
        """The first directory on the way to `path`, itself included, that this user may not pass; None if all are open.

        Directories that do not exist yet do not count: they are made open enough.
        """
        if not self.is_other:
            return None
        for directory in [*reversed(path.parents), path]:
            if directory.is_dir() and not self._may_pass(directory):
                return directory
        return None

    def _may_pass(self, directory: Path) -> bool:
        found = directory.stat()
        if found.st_uid == self.uid:
            return bool(found.st_mode & stat.S_IXUSR)
        if found.st_gid == self.gid:
            return bool(found.st_mode & stat.S_IXGRP)
        return bool(found.st_mode & stat.S_IXOTH)

    def own(self, path: Path, mode: int) -> None:
        """Give a file or directory to this user alone."""
        path.chmod(mode)
        if self.is_other:
            os.chown(path, self.uid, self.gid)
