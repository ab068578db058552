"""The budget table of a box: its whole program on the emulated Pico, played over the link and by button.

Bots play the game on this machine; their answers are then given to the board, whose program tells
what each took (:mod:`omenbox.sim.watch`). Lamps and button are wired to its pins. Times of the
processor are those of the emulation times :data:`FACTOR`; what the flash takes is counted and priced.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from omenbox_device.saves import Folder, Saves
from shared_rules.game import Game
from shared_rules.pack import Packs
from shared_rules.state import CHOICE, DICE, P_KIND

from .. import device
from ..box_files import box_files
from ..errors import OmenboxError
from ..link import Mirror
from ..link.emulated import PicoPort
from ..packs import open_packs
from ..paths import find
from .board import FACTOR, answers_of, chosen, ended, spread
from .flash import BLOCK, Flash
from .games import Played, pack_bytes
from .parts import Button, Digits, Lamps
from .platforms import Pico, pico_missing

#: Columns of a line of :mod:`omenbox.sim.watch`.
NUMBER, ANSWER, SLICE, SLICES, LOOK, FRAME, GAP, SAVE, TIDY, ROUND, LIVE = range(11)
#: Answers from one press of the button to the next.
EVERY = 4
#: Seconds of the board for any one thing, and real ones between two looks.
PATIENCE, PAUSE = 30.0, 0.005
#: How long a finger is on the button, and what is waited before it comes while the game runs, in ms.
PRESS, LATER = 60, 15

MAIN = """
import gc
gc.threshold(20000)
import sys, time
import omenbox_device
from omenbox_device import start
box, port = start.box(start.board())
del start, omenbox_device.start, sys.modules["omenbox_device.start"]
from omenbox_device import program
gc.collect()
before = gc.mem_alloc()
import watch
watch.Watch(box)
gc.collect()
print("watch", [gc.mem_alloc() - before])
program.run(box, time.ticks_ms, port.wait)
"""


@dataclass(frozen=True)
class Row:
    """One line of the table: ``measured`` and ``budget`` in ``unit``; ``note`` says more."""

    figure: str
    measured: float
    budget: float
    unit: str
    note: str = ""

    @property
    def ok(self) -> bool:
        """Whether it is kept."""
        return self.measured <= self.budget


def report(
    haunts: Sequence[int],
    extra: Iterable[str | Path] = (),
    answers: int | None = None,
    skip: int = 0,
    told: Callable[[str], None] = lambda text: None,
) -> list[dict[str, Any]]:
    """Measure a whole game of each haunt, or ``answers`` answers of it after the first ``skip``.

    Six seats; the shortest game of some length is taken (see :func:`omenbox.sim.board.chosen`). What
    is skipped was played here, and the board takes it up from its save. ``told`` hears how far it is.
    Raises :exc:`OmenboxError` without firmware, or when the board comes to another state than this
    machine.
    """
    why = pico_missing()
    if why:
        raise OmenboxError(why)
    packs = open_packs(extra)
    return [measure(chosen(packs, haunt), answers, skip, told) for haunt in haunts]


def measure(
    done: Played, answers: int | None, skip: int, told: Callable[[str], None] = lambda text: None
) -> dict[str, Any]:
    """Let a board play a game, cut its power and let it go on; gives the table and what it is made of."""
    values = answers_of(done)[: None if answers is None else skip + answers]
    skip = min(skip, len(values) - 1)
    packs = done.game.packs
    names = [pack.name for pack in packs.packs]
    files = box_files(packs=dict(zip(names, pack_bytes(packs), strict=True)))
    watched: dict[str, bytes | str] = {**files, "main.py": MAIN}
    if skip:
        watched |= saved(packs, done.game.setup, values[:skip])
    watched["watch.mpy"] = device.compile_mpy("watch.py", find("host", "sim", "watch.py").read_text())
    with Sitting(watched, packs, told) as sitting:
        played = sitting.play(done.game.setup, values, skip)
        own = sitting.own
        waves = sitting.lamps.frames
    if played != ended(done, values):
        raise OmenboxError(f"the board came to the state {played}, this machine to {ended(done, values)}", 1)
    rows = sitting.rows
    started = started_again(files["board.json"], sitting.flash)
    erases, flash_ms = priced(packs, done.game.setup, values)
    columns = {
        name: spread([round(row[i] * FACTOR / 1000, 1) for row in rows if row[i]] or [0])
        for i, name in enumerate(("answer", "slice", "slices", "look", "frame", "gap", "save", "tidy", "round"), ANSWER)
        if i != SLICES
    }
    live = max(sitting.live, *(row[LIVE] for row in rows)) - own
    count = len(values) - skip
    presses = spread([round(ms * FACTOR, 1) for ms in sitting.delays] or [0])
    wire = max((frame.wire for frame in waves), default=0.0)
    size = sum(-(-len(data) // BLOCK) * BLOCK for data in files.values())
    slices, frames = columns["slice"], columns["frame"]
    table = [
        Row("live heap", live, 195 * 1024, "bytes", f"of 245,888; at the end {sitting.largest} free in one piece"),
        Row("flash for program and all packs", size, 700 * 1024, "bytes", f"{len(files)} files in whole blocks"),
        Row("power-up to first prompt", round(started * FACTOR), 3000, "ms", "with a saved game"),
        Row("an answer to the next prompt, median", columns["answer"]["median"], 60, "ms"),
        Row("an answer to the next prompt, 99th percentile", columns["answer"]["p99"], 300, "ms"),
        Row("the longest slice of an answer, 99th percentile", slices["p99"], 20, "ms", f"most {slices['most']}"),
        Row("button pressed to first moving light, median", presses["median"], 30, "ms", f"most {presses['most']}"),
        Row("one frame of 64 pixels, median", frames["median"], 12, "ms", f"most {frames['most']}"),
        Row("of it on the wire", round(wire, 2), 2, "ms"),
        Row("between two frames, most", columns["gap"]["most"], 150, "ms", "flash erase excepted"),
    ]
    return {
        "haunt": done.outcome["haunt"],
        "seed": done.outcome["seed"],
        "seats": done.outcome["seats"],
        "answers": count,
        "skipped": skip,
        "whole": count == done.outcome["answers"],
        "hash": played,
        "table": [{**vars(row), "ok": row.ok} for row in table],
        "erases": round(erases * 100 / len(values), 1),
        "flash_ms": round(flash_ms / len(values), 1),
        "ms": columns,
        "press_ms": presses,
        "slices": spread([row[SLICES] for row in rows]),
        "live": live,
        "largest": sitting.largest,
    }


class Sitting:
    """A board with lamps, digits and a button, and a host that looks on. ``rows`` are its program's lines."""

    def __init__(self, files: dict[str, bytes | str], packs: Packs, told: Callable[[str], None]) -> None:
        pins = json.loads(files["board.json"])
        self.lamps, self.digits = Lamps(pins["strip"]), Digits(pins["clk"], pins["dio"])
        self.button = Button(pins["button"])
        self.board = Pico(files, timeout=7200, parts=[self.lamps, self.digits, self.button])
        self.packs = packs
        self.told = told
        self.rows: list[list[int]] = []
        self.delays: list[float] = []
        self.own = 0  # bytes that looking on takes
        self.live = self.largest = 0  # at the end
        self.flash = b""

    def __enter__(self) -> Sitting:
        self.board.__enter__()
        port = PicoPort(self.board)
        self.mirror = Mirror(lambda: port, self.packs, self._heard, 8, lambda: self.board.ms / 1000)
        return self

    def __exit__(self, *error: Any) -> None:
        self.board.cut()
        self.flash = self.board.flash

    def _heard(self, what: str, text: str) -> None:
        if what == "difference":
            raise OmenboxError(f"the board's game is another one: {text}", 1)
        if what != "log":
            return
        if text.startswith("watch"):
            row = json.loads(text[5:])
            if len(row) == 1:
                self.own = row[0]
            else:
                self.rows.append(row)
        elif "Error" in text or text.startswith("omenbox:"):
            raise OmenboxError(f"the board says: {text}", 1)

    def until(self, condition: Callable[[], Any]) -> None:
        """Let time go on until ``condition``."""
        self.mirror.wait(condition, PATIENCE, PAUSE)

    def play(self, setup: Sequence[Any], values: Sequence[Any], skip: int) -> str:
        """Play the answers after the first ``skip``; now and then somebody presses the button.

        Gives the hash of the state.
        """
        mirror = self.mirror
        self.until(lambda: mirror.hello)
        if not skip:
            mirror.begin(list(setup))
        self.until(lambda: mirror.game is not None and mirror.number == skip and mirror.synced)
        ahead = Game(self.packs, *setup)
        for number, value in enumerate(values):
            kind = ahead.prompt[P_KIND]
            ahead.play(value)
            if number < skip:
                continue
            if number % EVERY == 0 and kind == CHOICE:
                self.press()
            mirror.answer(value)
            if number % EVERY == 2 and (ahead.over or ahead.prompt[P_KIND] != DICE):
                mirror.poll()
                self.board.wait(LATER)
                self.press()
            self.until(lambda: mirror.number > number and mirror.synced)  # noqa: B023
            self.until(lambda: len(self.rows) > number - skip)  # noqa: B023
            self.told(f"{number + 1} of {len(values)} answers, {self.board.ms / 1000:.1f} s")
        assert mirror.game is not None
        mirror.close()
        heap = self.board.heap()
        self.live, self.largest = heap.live, heap.largest
        return f"{mirror.game.hash():08x}"

    def press(self) -> None:
        """A finger on the button: how long until the lamps change."""
        count = len(self.lamps.frames)
        self.button.press(PRESS)
        at = self.button.pressed_at
        self.until(lambda: len(self.lamps.frames) > count and self.lamps.frames[-1].at >= at)
        self.delays.append(next(frame.at for frame in self.lamps.frames[count:] if frame.at >= at) - at)
        end = at + 4 * PRESS
        self.until(lambda: self.board.ms > end)


def saved(packs: Packs, setup: Sequence[Any], values: Sequence[Any]) -> dict[str, bytes]:
    """The files of a game that a box has saved after ``values``."""
    with TemporaryDirectory() as folder:
        saves = Saves(Folder(folder), True)
        keep_saved(saves, packs, setup, values)
        return {f"saves/{path.name}": path.read_bytes() for path in Path(folder).iterdir()}


def keep_saved(saves: Saves, packs: Packs, setup: Sequence[Any], values: Sequence[Any]) -> None:
    """Save a game at every answer as a box does."""
    game = Game(packs, *setup)
    saves.begin(game, 1)
    for value in values:
        game.answer(value)
        saves.note(game)
        game.step()
        saves.mark(game)


def started_again(board_file: bytes | str, flash: bytes) -> float:
    """How many ms after power-up a box shows the prompt of the game that it takes up."""
    lamps = Lamps(json.loads(board_file)["strip"])
    with Pico(parts=[lamps], flash=flash) as board:
        board.until(lambda: lamps.frames, 20_000)
        return lamps.frames[0].at


def priced(packs: Packs, setup: Sequence[Any], values: Sequence[Any]) -> tuple[int, float]:
    """Erases of the flash that saving a game takes, and the ms of all that is done to it."""
    storage = Flash(64)
    keep_saved(Saves(storage, lean=True), packs, setup, values)
    return storage.chip.erases, storage.chip.ms
