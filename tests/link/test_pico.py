"""The link on official firmware: an emulated Pico at its USB port."""

from __future__ import annotations

import json
import time
from itertools import pairwise
from typing import Any

from omenbox import box_files
from omenbox.link import Mirror
from omenbox.link.client import No
from omenbox.link.emulated import PicoPort
from omenbox.packs import standard_bytes
from omenbox.sim.parts import Lamps
from omenbox_device.framing import TO_BOX, frame
from shared_rules.state import P_DOMAIN

from ..platforms import board_files

PROGRAM = """
import gc
gc.threshold(20000)
import os, time
from omenbox_device import program, usb
from omenbox_device.board import VirtualBoard
packs = program.open_packs(["base.pack", "widows_walk.pack"])
port = usb.Usb()
box = program.make(VirtualBoard(os.urandom), packs, port, "5eed0bad")
print("live", gc.mem_alloc())
program.run(box, time.ticks_ms, port.wait)
"""

#: Real seconds for anything: a second of the board takes 20 here, and more on a busy machine.
PATIENCE = 400

#: Seconds between two looks; the emulation runs in this process.
PAUSE = 0.02


def heard(port: PicoPort, text: bytes) -> bytes:
    """What the board says up to ``text``."""
    said, end = b"", time.monotonic() + PATIENCE
    while text not in said:
        assert time.monotonic() < end and b"Error" not in said, said
        time.sleep(PAUSE)
        said += port.read(1000)
    return said


def test_a_game_on_a_board_is_mirrored_and_frames_at_its_prompt_do_no_harm(pico, packs) -> None:
    files = {**board_files(), **{f"{name}.pack": data for name, data in standard_bytes().items()}}
    with pico.Pico({**files, "box.py": PROGRAM}) as board:
        port = PicoPort(board)
        for body in (["hi", 1, 1, 8, 1], ["a", 2, 77, 3, [1, 2, 0]], ["from", 77, 4]):
            port.write(frame(TO_BOX, body))
        port.write(b"\r\nprint(6 * 7)\r\n")
        assert b"Traceback" not in heard(port, b"\r\n42\r\n")

        port.write(b"import box\r\n")
        heard(port, b"live")
        told: list[tuple[str, str]] = []
        mirror = Mirror(lambda: port, packs, lambda *what: told.append(what), 1, lambda: board.ms / 1000)

        def until(condition) -> None:
            end = time.monotonic() + PATIENCE
            while not condition():
                assert time.monotonic() < end, told
                mirror.poll()
                time.sleep(PAUSE)

        got: list = []
        mirror.begin([3, 9, 1, 0, 0, 57, 6, 21, 0, []], got.append)
        until(lambda: got and mirror.number == 0 and mirror.synced)
        game = mirror.game
        assert mirror.hello["build"] == "5eed0bad" and not isinstance(got[0], No) and game is not None
        for n in range(2):
            mirror.answer(game.prompt[P_DOMAIN][0])
            until(lambda: mirror.number == n + 1 and mirror.synced)  # noqa: B023
        assert mirror.differences == [] and mirror.snapshots == 0, "the board's hashes are the mirror's"
        mirror._take()
        until(lambda: mirror.snapshots == 1 and mirror.synced)
        assert mirror.differences == [] and "lost" not in [what for what, _ in told]


def test_a_host_that_stops_reading_does_not_stop_the_lamps(pico, packs) -> None:
    lamps = Lamps(json.loads(box_files.box_files()["board.json"])["strip"])
    with pico.Pico(box_files.box_files(), parts=[lamps]) as board:
        port = PicoPort(board)
        mirror: Any = Mirror(lambda: port, packs, clock=lambda: board.ms / 1000)

        def until(condition) -> None:
            mirror.wait(condition, PATIENCE, PAUSE)

        mirror.begin([3, 9, 1, 0, 0, 57, 6, 21, 0, list(packs.faces()[:6:2])])
        until(lambda: mirror.number == 0 and mirror.synced)
        mirror.answer(mirror.game.prompt[P_DOMAIN][0])
        until(lambda: mirror.number == 1 and mirror.synced)
        port.pause()
        start = board.ms
        for n, kind in enumerate(("ping", "ping", "look", "look")):  # two short replies: then packets do not fit evenly
            port.write(frame(TO_BOX, [kind, mirror.client._number + 1 + n]))
        board.wait(1200)
        shown = [start, *(shot.at for shot in lamps.frames if shot.at > start), board.ms]
        assert max(b - a for a, b in pairwise(shown)) < 300, "a write that waits for room takes 500"
        port.pause(False)
        mirror.client.pull()
        until(lambda: mirror.synced)
        mirror.answer(mirror.game.prompt[P_DOMAIN][0])
        until(lambda: mirror.number == 2 and mirror.synced)
