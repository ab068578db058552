"""The logs of games: each written to a file of its own while it is played, sealed until it ends."""

from __future__ import annotations

import gzip
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from shared_rules import log
from shared_rules.game import SETUP, Game

from ..errors import OmenboxError
from ..sim.elsewhere import read_log
from .boxes import TheBox


class Logs:
    """Writes the log of the game on a box's table to a file in ``folder``, which is made if need be.

    Until the game ends its file is gzip that only its owner may read, since a log tells every
    secret; then it is plain text. The file is there from the first prompt on, and every time it is whole.
    A game that goes on goes on in its file. Where neither the box nor a file has its beginning, the
    log begins with a snapshot. ``say`` is told of each new file and of trouble.
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
        self._before: list[str] = []  # the lines before the records that the box has

    def begin(self, box: TheBox) -> None:
        """Take the file of the game on the table: that in which it was begun, else a new one."""
        game = box.game
        seed = game.setup[SETUP.index("seed")]
        self._written = None
        for path in sorted(self.folder.glob(f"*-seed-{seed}*.log"), reverse=True):
            before = leads_to(path, game, box.before)
            if before is not None:
                self.path, self._before = path, before
                break
        else:
            self._before = [log.header(game)]
            if box.before:
                self._before.append(log.snapshot(box.before, first_state(game)))
            self.path = self._new(f"{time.strftime('%Y%m%d-%H%M%S')}-seed-{seed}")
        if box.before or game.records:
            game.events = told(game, self._before)

    def _new(self, stem: str) -> Path:
        path = self.folder / f"{stem}.log"
        n = 1
        while path.exists() or path == self.path:
            n += 1
            path = self.folder / f"{stem}-{n}.log"
        return path

    def tell(self) -> None:
        """Say where the log is, once it is there."""
        if self.say is not None and self.path is not None and self._written is not None:
            self.say(f"Log of the game: {self.path}")

    def write(self, box: TheBox) -> None:
        """Write the log as it stands, unless the game is between two answers."""
        game = box.game
        if self.path is None or game is None or box.thinking:
            return
        state = (len(game.records), game.over)
        if state == self._written:
            return
        first = self._written is None
        lines = self._before + [json.dumps(record) for record in game.records]
        if not box.error:  # a game that went wrong has no state to be checked
            lines.append(log.checkpoint(game, box.before))
        data = "".join(f"{line}\n" for line in lines).encode()
        try:
            _write(self.path, data if game.over else gzip.compress(data), 0o644 if game.over else 0o600)
        except OSError as error:
            box.notices.append(("box.unlogged", f"{self.path}: {error.strerror}"))
            if self.say is not None:
                self.say(f"The log is not written any more: {self.path}: {error.strerror}")
            self.path = None
        self._written = state
        if first:
            self.tell()


def leads_to(path: Path, game: Game, before: int) -> list[str] | None:
    """The lines of a log before the records that ``game`` holds, which come after ``before`` others; None if the
    log is of another game, or has a gap there."""
    try:
        lines = [line for line in read_log(path) if not line.startswith('["h"')]
        if not lines or lines[0] != log.header(game):
            return None
        first = json.loads(lines[1]) if len(lines) > 1 else [""]
        start, head = (int(first[1]), 2) if first[0] == "s" else (0, 1)
        records = [json.loads(line) for line in lines[head:]]
        missing = before - start
        known = records[max(0, missing) :]
        if missing < 0 or len(records) < missing or known != game.records[: len(known)]:
            return None
        if records and not known and not before:
            return None  # a game that was only just begun is another one
        if before:
            there = log.replay(game.packs, lines[: head + missing])
            if there.save() != first_state(game):
                return None
    except (OmenboxError, log.LogError, ValueError, IndexError, TypeError):
        return None
    return lines[: head + missing]


def told(game: Game, before: list[str]) -> list[list[Any]]:
    """What has happened in a game, as far as its log goes back: saves and snapshots hold only how it stands.

    ``before``: the lines before the records that the game holds.
    """
    again: list[Game] = []
    try:
        log.replay(game.packs, [*before, *map(json.dumps, game.records)], begun=again.append)
    except log.LogError:
        pass  # a game that went wrong goes as far as that
    return again[0].events


def first_state(game: Game) -> str:
    """The state before the records that a game holds in memory."""
    state = game.snapshots[0][1]  # a box reads its saves as bytes
    return state.decode() if isinstance(state, bytes) else str(state)


def _write(path: Path, data: bytes, mode: int) -> None:
    """Put a file in place at once; nobody ever sees half of it."""
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(data)
    os.replace(part, path)
