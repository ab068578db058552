"""The logs of games: each written to a file of its own while it is played, sealed until it ends."""

from __future__ import annotations

import gzip
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from shared_rules import log

from ..errors import OmenboxError
from .boxes import TheBox


class Logs:
    """Writes the log of the game on a box's table to a file in ``folder``, which is made if need be.

    Until the game ends its file is gzip that only its owner may read, since a log tells every
    secret; then it is plain text. The file appears at the first answer, and every time it is whole.
    ``say`` is told of each new file and of trouble.
    """

    def __init__(self, folder: Path, say: Callable[[str], Any] | None = None) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OmenboxError(f"--log {folder}: cannot be made: {error.strerror}") from error
        if not os.access(folder, os.W_OK):
            raise OmenboxError(f"--log {folder}: cannot be written to")
        self.folder = folder
        self.say = say
        self.path: Path | None = None
        self._written: Any = None

    def begin(self, seed: int) -> None:
        """Take another file for another game."""
        stem = f"{time.strftime('%Y%m%d-%H%M%S')}-seed-{seed}"
        path = self.folder / f"{stem}.log"
        n = 1
        while path.exists() or path == self.path:
            n += 1
            path = self.folder / f"{stem}-{n}.log"
        self.path = path
        self._written = None
        self.tell()

    def tell(self) -> None:
        """Say where the log is written."""
        if self.say is not None and self.path is not None:
            self.say(f"Log of the game: {self.path}")

    def write(self, box: TheBox) -> None:
        """Write the log as it stands, unless the game is between two answers or the box lacks its beginning."""
        game = box.game
        if self.path is None or game is None or box.thinking or not box.whole or not game.records:
            return
        state = (len(game.records), game.over)
        if state == self._written:
            return
        lines = list(log.lines(game))
        if box.error:
            lines.pop()  # a game that went wrong has no state to be checked
        data = "".join(f"{line}\n" for line in lines).encode()
        try:
            _write(self.path, data if game.over else gzip.compress(data), 0o644 if game.over else 0o600)
        except OSError as error:
            if self.say is not None:
                self.say(f"The log is not written any more: {self.path}: {error.strerror}")
            self.path = None
        self._written = state


def _write(path: Path, data: bytes, mode: int) -> None:
    """Put a file in place at once; nobody ever sees half of it."""
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(data)
    os.replace(part, path)
