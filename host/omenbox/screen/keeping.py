"""What a table keeps beside the saves of its box: which seats are bots'."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

from omenbox_device.saves import own
from shared_rules.game import Game

from ..errors import OmenboxError


class Keeping:
    """The folder of a table: the saves of its box, and a note of who plays. It is made if need be.

    Raises :exc:`OmenboxError` where it cannot be.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.saves = folder / "box"
        self._note = folder / "table.json"
        try:
            self.saves.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OmenboxError(f"--saves {folder}: cannot be made: {error.strerror}") from error
        if not os.access(self.saves, os.W_OK):
            raise OmenboxError(f"--saves {folder}: cannot be written to")

    def bots(self, game: Game) -> int | None:
        """How many bots sat at a game, None if it was another one or nobody noted it."""
        try:
            note: Any = json.loads(self._note.read_text("utf-8"))
            return int(note["bots"]) if note["setup"] == game.setup else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def note(self, game: Game, bots: int) -> None:
        """Note who plays; a note that cannot be written is done without."""
        part = self._note.with_suffix(".part")
        try:
            part.write_text(json.dumps({"setup": game.setup, "bots": bots}), "utf-8")
            os.replace(part, self._note)
        except OSError:
            pass

    def when(self) -> str:
        """When the game was saved last, by the clock of this machine; empty without a save."""
        times = [file.stat().st_mtime for file in self.saves.iterdir() if own(file.name)]
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(max(times))) if times else ""
