"""A folder that one program at a time has to itself: two boxes that save in one would overwrite each other."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO

from .errors import OmenboxError

NAME = "lock"


class Lock:
    """Holds ``folder``, which is made if need be, until it is released or the process ends, however that ends.

    A process that gets ``number``, its open file, holds it too. Raises :exc:`OmenboxError` when another
    holds it, or the folder cannot be made or written to.
    """

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file: IO[bytes] | None = open(folder / NAME, "ab")  # noqa: SIM115
        except OSError as error:
            raise OmenboxError(f"{folder} cannot be used for saves: {error.strerror}") from error
        try:
            _hold(self.number)
        except OSError as error:
            self.release()
            why = "another Omenbox plays there; close that, or name another folder"
            raise OmenboxError(f"{folder} is in use: {why}") from error

    @property
    def number(self) -> int:
        assert self._file is not None
        return self._file.fileno()

    def release(self) -> None:
        """Let others have it."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _hold(number: int) -> None:
    """Hold an open file; the system lets go of it when it is closed. Raises :exc:`OSError` if another has it.

    Where the system has no such locks nobody is kept out.
    """
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        return
    try:
        import fcntl
    except ImportError:
        return
    fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
