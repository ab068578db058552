"""The board layer at its wires: what lamps, digits and a button see of it, on the emulated Pico."""

from __future__ import annotations

import ast
import inspect
import json
import random
import re

import pytest

from omenbox.sim.parts import Button, Digits, Lamps
from omenbox_device import display, menu, picking

from ..device import frames
from ..platforms import ROOT, board_files

PINS = {"strip": 22, "lamps": 64, "button": 21, "clk": 19, "dio": 20}
LAYER = "from omenbox_device import pico\n"

PICTURES = """
import json
from omenbox_device import lights
strip = pico.Strip(22, 64)
with open("cases.json") as file:
    for line in file:
        seen, colours, panel, fresh, night, moments = json.loads(line)
        scene = lights.scene(seen, colours, panel and dict([(row[0], row[1]) for row in panel]), len(strip), fresh)
        for ms, held in moments:
            strip.brightness = lights.level(lights.frame(scene, ms, strip.pixels, held), 64, bool(night)) / 256
            strip.same = 99
            strip.show()
"""


def golden(name: str) -> list[tuple[int, ...]]:
    """The lamps of each golden frame of a scene."""
    kept: list[list[int]] = []
    for line in frames.path(name).read_text().splitlines():
        if line.startswith("  "):
            kept[-1] += [0 if word == "......" else int(word, 16) for word in line.split()]
        else:
            kept.append([])
    return [tuple(lamps) for lamps in kept]


def test_the_lamps_get_the_golden_frames(pico) -> None:
    """Every other one of each scene."""
    lamps = Lamps(22)
    names = sorted(frames.scenes())
    cases = ""
    for name in names:
        *scene, moments = frames.scenes()[name].case()
        cases += json.dumps([*scene, moments[::2]]) + "\n"
    with pico.Pico({**board_files(), "cases.json": cases}, parts=[lamps]) as board:
        board.run(LAYER + PICTURES).check()
        board.wait(1)
    got = [frame.colours for frame in lamps.frames]
    assert got == [colours for name in names for colours in golden(name)[::2]]
    assert [frame.bad for frame in lamps.frames] == [0] * len(got), "pulses that not every lamp understands"
    assert max(frame.wire for frame in lamps.frames) <= 2


def test_the_lamps_are_told_what_changed_and_now_and_then_what_did_not(pico) -> None:
    lamps = Lamps(22)
    colours = [random.Random(3).randrange(1 << 24) for _ in range(64)]
    script = f"""
import time
strip = pico.Strip(22, 64)
for i, c in enumerate({colours}):
    strip[i] = c
for _ in range(1 + 25):
    strip.show()
print(strip.shown == list(strip.pixels), strip.shows)
strip.show()
strip.brightness = 0.5
strip.show()
strip.auto_write = True
strip.fill(0x010203)
strip[63] = 0
"""
    with pico.Pico(board_files(), parts=[lamps]) as board:
        assert board.run(LAYER + script).check() == "True 26\n"
        board.wait(1)
    half = [sum((c >> n & 255) * 128 >> 8 << n for n in (0, 8, 16)) for c in colours]
    low = [sum((c >> n & 255) * 128 >> 8 << n for n in (0, 8, 16)) for c in [0x010203] * 64]
    wanted = [colours, colours, half, low, [*low[:63], 0]]
    assert [list(frame.colours) for frame in lamps.frames] == wanted


def characters() -> set[str]:
    """All characters that the box's program shows on the digits, read from its modules."""
    found = set("0123456789 ")

    def look(node: ast.AST) -> None:
        if isinstance(node, ast.Raise):  # what is refused is told elsewhere
            return
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.update(re.sub(r"%\d*[ds]", "", node.value))
        for field, value in ast.iter_fields(node):
            for_types = isinstance(node, ast.If) and isinstance(node.test, ast.Name) and field == "body"
            if for_types or field in ("annotation", "returns", "slice"):
                continue
            for child in value if isinstance(value, list) else [value]:
                words = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)  # a docstring
                if isinstance(child, ast.AST) and not words:
                    look(child)

    for module in (display, menu, picking):
        look(ast.parse(inspect.getsource(module)))
    return found


def test_the_digits_can_show_whatever_the_program_says() -> None:
    shown = characters()
    assert {"-", "=", "_", "d", "E", "U"} <= shown
    source = (ROOT / "firmware/omenbox_device/pico.py").read_text()
    chars = set(re.findall(r'CHARS = "(.*)"', source)[0])
    assert shown <= chars, shown - chars


def test_the_digits_show_what_they_are_told(pico) -> None:
    digits = Digits(19, 20)
    texts = [" 7=5", "----", "End ", "12d8", "3_26", "UndO", "nite", "Er 3", "do 4", "GO  "]
    texts += ["PLAY", "PL3E", "SUrE", "90  "]
    with pico.Pico(board_files(), parts=[digits]) as board:
        board.run(LAYER + "digits = pico.Digits(19, 20)").check()
        assert digits.text == "    " and digits.lit and digits.bright == 7
        for text in texts:
            board.run(f"digits.show({text!r})").check()
            assert digits.text == text.replace("O", "0").replace("S", "5")
        shows = digits.shows
        board.run(f"digits.show({texts[-1]!r})").check()
        assert digits.shows == shows, "the wires rest while nothing changes"
        assert digits.errors == []
        out = board.run("import time\nt = time.ticks_us()\ndigits.show('1234')\nprint(time.ticks_us() - t)").check()
        assert int(out) < 5000


LOOKS = """
import time
looks = []
for _ in range(12):
    looks.append(int(button.pressed(time.ticks_ms())))
    time.sleep_ms(10)
print(looks, button.pressed(0))
"""


def test_a_press_is_seen_though_it_is_over_when_somebody_looks(pico) -> None:
    finger = Button(21)
    with pico.Pico(board_files(), parts=[finger]) as board:
        board.run(LAYER + "import time\nbutton = pico.Button(21)\ntime.sleep_ms(50)").check()
        noise = board.run("print(button.noise)").check()
        finger.press(20)
        board.wait(60)
        assert board.run("print(button.pressed(0), button.pressed(0))").check() == "True False\n"
        assert board.run("print(button.noise)").check() != noise
        for _ in range(4):  # chatter after a press that was seen
            finger.press(1)
            board.wait(3)
        assert board.run("print(button.pressed(0), button.pressed(0))").check() == "True False\n"
        board.wait(50)
        board.run("button.press(40)").check()
        assert board.run(LOOKS).check() == "[1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0] False\n", "from the host"


def test_random_bytes_do_not_come_from_the_chip_alone(pico) -> None:
    """The emulated chip gives the same bytes for ever: what differs comes from elsewhere."""
    finger = Button(21)
    script = """
import os
print(os.urandom(4) == os.urandom(4))
print(board.entropy(8).hex(), len(board.entropy(32)), len(set([board.entropy(4) for _ in range(50)])))
"""
    said = []
    for wait in (40, 41):
        with pico.Pico(board_files(), parts=[finger]) as board:
            board.run(LAYER + f"board = pico.PicoBoard({PINS})").check()
            board.wait(wait)
            finger.press(30)
            board.wait(50)
            said.append(board.run(script).check())
    assert all(text.startswith("True\n") and text.endswith(" 32 50\n") for text in said), said
    assert said[0] != said[1]


@pytest.mark.parametrize("ms", [0, 30])
def test_what_settles_is_pressed_once(pico, ms) -> None:
    """The pin is read as it is while a finger stays on it, whatever chattered before."""
    finger = Button(21)
    with pico.Pico(board_files(), parts=[finger]) as board:
        board.run(LAYER + "import time\nbutton = pico.Button(21)\ntime.sleep_ms(50)").check()
        finger.press(1)
        board.wait(2)
        finger.press(200)
        board.wait(ms)
        assert board.run("print(button.pressed(0), button.pressed(0))").check() == "True True\n"
