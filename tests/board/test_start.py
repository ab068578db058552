"""What the board does when the power comes: what stops it is one line, and the prompt stays free."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable

import pytest
from littlefs import LittleFSError

from omenbox.link.emulated import PicoPort
from omenbox.packs import standard_bytes
from omenbox.sim.parts import Button, Digits
from omenbox.sim.platforms import littlefs_image
from omenbox_device.framing import TO_BOX, frame

from . import installed

#: Real seconds for anything: a second of the board takes 20 here, and more on a busy machine.
PATIENCE = 400


class Prompt:
    """MicroPython's prompt at the board's port."""

    def __init__(self, board) -> None:
        self.port = PicoPort(board)
        self.said = ""

    def until(self, text: str) -> str:
        """What the board says up to ``text``, from where the last call stopped."""
        end = time.monotonic() + PATIENCE
        while text not in self.said:
            assert time.monotonic() < end, self.said
            time.sleep(0.02)
            self.said += self.port.read(1000).decode()
        before, _, self.said = self.said.partition(text)
        return before + text

    def free(self) -> bool:
        """Whether it answers."""
        self.port.write(b"print(6 * 7)\r")
        return "Traceback" not in self.until("\n42\r\n>>> ")


Files = dict[str, bytes]


def without(*names: str) -> Callable[[Files], Files]:
    return lambda files: {name: data for name, data in files.items() if not name.startswith(names)}


def put(name: str, change: Callable[[bytes], bytes]) -> Callable[[Files], Files]:
    return lambda files: {**files, name: change(files.get(name, b""))}


CASES = {
    "no pack": (without("packs/"), "no pack is in /packs; copy base.pack there"),
    "required pack missing": (without("packs/base"), "widows_walk: requires base; add that pack before it"),
    "cut off": (put("packs/base.pack", lambda data: data[:3000]), "base.pack: 3000 bytes long instead of"),
    "damaged": (put("packs/base.pack", lambda data: data[:500] + b"?" + data[501:]), "base.pack: damaged (checksum)"),
    "no pack at all": (put("packs/zz.pack", lambda _: b"hello"), "zz.pack: this is no pack"),
    "other words": (
        put("build.json", lambda data: json.dumps([json.loads(data)[0], 77]).encode()),
        "base: made for other rules than this program's; build it again",
    ),
    "no board file": (without("board.json"), "/board.json names no pins (OSError"),
    "no pin": (put("board.json", lambda _: b'{"button": 21}'), "/board.json names no pins (ValueError"),
    "panel of no sense": (
        put("board.json", lambda data: json.dumps({**json.loads(data), "panel": [["foyer", "3"]]}).encode()),
        "/board.json: ['foyer', '3'] is no tile with its lamp",
    ),
    "no build": (without("build.json"), "/build.json is missing or damaged"),
    "no core": (without("shared_rules/vm.mpy"), "the program stopped (ImportError: no module named 'shared_rules.vm')"),
    "core damaged": (put("shared_rules/vm.mpy", lambda _: b"M\x05"), "the program stopped (ValueError: incompatible"),
    "no program": (without("omenbox_device/"), "the program stopped (ImportError: no module named 'omenbox_device')"),
}

#: Those that are tried every time.
FEW = ("no pack", "other words", "core damaged")


@pytest.mark.parametrize("case", [pytest.param(case, marks=[] if case in FEW else pytest.mark.long) for case in CASES])
def test_what_stops_the_box_is_one_line_and_the_prompt_is_free(pico, case) -> None:
    change, line = CASES[case]
    digits = Digits(19, 20)
    with pico.Pico(change(installed()), parts=[digits]) as board:
        prompt = Prompt(board)
        said = prompt.until("Ctrl-D starts it anew")
        told = [text for text in said.split("\r\n") if text.startswith("omenbox: ")]
        assert len(told) == 1 and told[0].startswith("omenbox: " + line), said
        assert prompt.free()
        wired = case not in ("no board file", "no pin", "no program")
        assert digits.text == ("Err " if wired else "    ")


def test_a_button_held_at_power_up_is_safe_mode(pico) -> None:
    button = Button(21, held=math.inf)
    with pico.Pico(installed(), parts=[button]) as board:
        prompt = Prompt(board)
        board.wait(300)
        assert prompt.free()
        prompt.port.write(b"'omenbox_device' in sys.modules, safe, gc.mem_alloc() < 20000\r")
        assert "(False, True, True)" in prompt.until(">>> ")
        assert board._device.mcu.gpio[25].value == 1, "the Pico's own lamp is on"
        button.release()
        prompt.port.write(b"\x04")  # the next start is without a finger
        prompt.until("soft reboot")
        prompt.port.write(frame(TO_BOX, ["hi", 1, 1, 0, 5]))
        assert "safe mode" not in prompt.until("#<[")


def test_a_short_press_at_power_up_starts_the_box(pico) -> None:
    button, digits = Button(21, held=60), Digits(19, 20)
    with pico.Pico(without("packs/")(installed()), parts=[button, digits]) as board:
        board.until(lambda: digits.text == "Err ", 1000)


def full() -> dict[str, bytes]:
    """The files of a box, and one more that leaves no room for a save."""
    files, low, high = installed(), 0, 352
    while high - low > 1:
        middle = (low + high) // 2
        try:
            littlefs_image({**files, "photos.zip": bytes(middle * 4096)}, 352)
            low = middle
        except LittleFSError:
            high = middle
    return {**files, "photos.zip": bytes(low * 4096)}


def test_a_full_flash_does_not_stop_the_box_and_it_says_so(pico) -> None:
    files = full()
    with pico.Pico(files, parts=[Button(21)]) as board:
        prompt = Prompt(board)
        prompt.port.write(frame(TO_BOX, ["hi", 1, 1, 0, 5]))
        prompt.until('#<["hi",5')
        prompt.port.write(frame(TO_BOX, ["new", 2, [3, 9, 1, 0, 0, 57, 6, 21, 0, []]]))
        prompt.until('#<["ok",2')
        prompt.until("omenbox: the storage is full: the game goes on but is not saved; make room and it will be")
        prompt.port.write(b"\x03")
        prompt.until("KeyboardInterrupt")
        assert prompt.free()


def test_packs_are_opened_in_the_order_in_which_they_need_each_other(pico) -> None:
    packs = standard_bytes()
    files = {**without("packs/", "main.py")(installed()), "packs/note.txt": b"not a pack"}
    files |= {"packs/a.pack": packs["widows_walk"], "packs/z.pack": packs["base"]}
    with pico.Pico(files) as board:
        script = "from omenbox_device import start\nprint([p.name for p in start.packs().packs])"
        assert board.run(script).check() == "['base', 'widows_walk']\n"
