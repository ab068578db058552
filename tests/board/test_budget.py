"""What a box costs on a Pico, with a saved game of six players in the middle of haunt 57."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from omenbox.packs import standard_packs
from omenbox.sim import board as measured
from omenbox.sim.board import FACTOR
from omenbox.sim.games import Played
from omenbox.sim.parts import Button, Digits, Lamps
from omenbox_device import program
from omenbox_device.board import VirtualBoard
from omenbox_device.saves import EVERY, Folder, Saves
from shared_rules.game import Game

from . import installed

LIVE = """
import gc
gc.threshold(20000)
import json, sys
import omenbox_device
from omenbox_device import start
board = start.board()
box, port = start.box(board)
del start, omenbox_device.start, sys.modules["omenbox_device.start"]
gc.collect()
print(gc.mem_alloc())
"""

FRAMES = """
import time
from omenbox_device import lights
took = []
for ms in range(0, 4000, 200):
    start = time.ticks_us()
    box.ms = ms
    box.draw()
    took.append(time.ticks_us() - start)
print(json.dumps(took))
"""


@cache
def game() -> Played:
    """The game that is measured, as people would have played it."""
    return measured.chosen(standard_packs(), 57)


def saved(count: int) -> dict[str, bytes]:
    """The files of a game saved after ``count`` answers."""
    done = game()
    packs = done.game.packs
    with TemporaryDirectory() as folder:
        box = program.make(VirtualBoard(), packs, saves=Saves(Folder(folder), True))
        box.begin(Game(packs, *done.game.setup))
        for value in measured.answers_of(done)[:count]:
            box.answer(value)
            while box.thinking:
                box.think()
            box.saves.mark(box.game)
            box.base = box.saves.base
        return {f"saves/{path.name}": path.read_bytes() for path in Path(folder).iterdir()}


def middle() -> int:
    """A number of answers well into the haunt, with as many as can be in the journal."""
    return len(measured.answers_of(game())) * 3 // 4 // EVERY * EVERY + EVERY - 1


def test_a_saved_game_is_at_its_prompt_in_time_and_the_lights_answer_a_press(pico) -> None:
    lamps, digits, button = Lamps(22), Digits(19, 20), Button(21)
    with pico.Pico({**installed(), **saved(middle())}, parts=[lamps, digits, button]) as board:
        board.until(lambda: digits.text.strip(), 6000)
        first = digits.at
        board.until(lambda: lamps.frames, 500)
        board.wait(200)
        delays = []
        for pause in (300, 307, 313, 319, 323, 331):
            button.press(60)
            board.wait(pause)
            light = next(frame.at for frame in lamps.frames if frame.at > button.pressed_at)
            delays.append((light - button.pressed_at) * FACTOR)
    print(f"first prompt {first * FACTOR:.0f} ms, first frame {lamps.frames[0].at * FACTOR:.0f} ms")
    print("press to light", *[f"{ms:.0f}" for ms in delays], "ms")
    assert first * FACTOR < 3000
    assert max(delays) <= 30


def test_live_heap_and_frames_are_within_their_budgets(pico) -> None:
    lamps = Lamps(22)
    files = {name: data for name, data in installed().items() if name not in ("boot.py", "main.py")}
    with pico.Pico({**files, **saved(middle())}, parts=[lamps, Button(21)]) as board:
        live = int(board.run(LIVE).check())
        took = json.loads(board.run(FRAMES).check())
        heap = board.heap()
    most = max(took) * FACTOR / 1000
    wire = max(frame.wire for frame in lamps.frames)
    print(f"live {live} of {heap.total} bytes, largest free {heap.largest}")
    print(f"frame {sorted(took)[10] * FACTOR / 1000:.1f} to {most:.1f} ms, wire {wire:.2f} ms")
    assert live < 195 * 1024
    assert wire <= 2
    assert most <= 12
