"""The page in a real browser at a box of its own: MicroPython behind a serial port."""

from __future__ import annotations

import re
import time
from functools import partial

import pytest
from selenium.webdriver.common.keys import Keys

from omenbox.link.spawn import Spawned
from omenbox_device.framing import FROM_BOX, unframe

from ..link.relay import Relay
from . import browser

why = browser.missing()
pytestmark = pytest.mark.skipif(why is not None, reason=str(why))

LIT = """return [...document.querySelectorAll(".lamps .led")]
  .filter((lamp) => lamp.style.color && lamp.style.color !== "transparent").length;"""
LAMPS = """return [...document.querySelectorAll(".strip .led")]
  .sort((one, other) => one.dataset.lamp - other.dataset.lamp).map((lamp) => lamp.style.color);"""
DIGITS = "return document.querySelector('.digits svg, svg.digits').getAttribute('aria-label');"
HOLD = """const push = document.querySelector("button.push");
push.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}));
const up = () => document.querySelector(".page").dispatchEvent(new PointerEvent("pointerup", {bubbles: true}));
if (arguments[0]) setTimeout(up, arguments[0]);"""


def seated(table: browser.Table, seat: int) -> bool:
    return f"Seat {seat}" in table.text(".seat.chosen")


def test_a_box_is_switched_off_and_on_again_in_the_middle_of_a_prompt(tmp_path) -> None:
    """The page says so, and goes on where it was."""
    cable = tmp_path / "cable"
    saves = tmp_path / "saves"
    saves.mkdir()
    with Spawned(storage=saves) as first:
        cable.symlink_to(first.port)
        args = ("--box", str(cable), "--seats", "3", "--seed", "5", "--pace", "0")
        with browser.served(*args) as served, browser.chromium() as driver:
            table = browser.Table(driver, served.url)
            table.until(partial(seated, table, 1))
            table.click(".prompt.mine .face")
            table.until(partial(seated, table, 2))
            first.stop()
            table.until(lambda: table.text(".prompt h2") == "The box is not there")
            assert "nothing is lost" in table.text(".prompt")
            table.until(lambda: "Nothing is lost" in " ".join(table.complaints()))
            table.until(lambda: driver.execute_script(LIT) == 0)
            with Spawned(storage=saves) as second:
                cable.unlink()
                cable.symlink_to(second.port)
                table.until(lambda: table.all(".prompt.mine .face"))
                table.until(lambda: "there again" in " ".join(table.complaints()))
                assert seated(table, 2)
                for seat in (2, 3):
                    table.until(partial(seated, table, seat))
                    table.click(".prompt.mine .face")
                table.until(lambda: "Your turn" in table.text(".prompt.mine h2"))
                table.until(lambda: driver.execute_script(LIT) >= 5)
            said = served.stop()
            assert "Traceback" not in said, said


def looked(cable: Relay) -> list[tuple[str, list[tuple[int, ...]]]]:
    """Digits and lamps of the box, as it told them one look after another: what the eye sees of red, green, blue."""
    bodies = [unframe(FROM_BOX, line) for line in cable.said.split(b"\n")]
    looks = [body[2:] for body in bodies if body is not None and body[0] == "ok" and len(body) == 4]
    eye = [int(255 * (value / 255) ** 0.5 + 0.5) for value in range(256)]
    return [
        (digits.strip(), [tuple(eye[c] for c in bytes.fromhex(lamps[i : i + 6])) for i in range(0, len(lamps), 6)])
        for digits, lamps in looks
    ]


def test_every_lamp_and_digit_on_the_page_glows_as_on_the_box(tmp_path) -> None:
    with Spawned() as box, Relay(box.port, tmp_path) as cable:
        args = ("--box", cable.port, "--seats", "3", "--seed", "5", "--haunt", "57")
        with browser.served(*args) as served, browser.chromium() as driver:
            table = browser.Table(driver, served.url)
            shown = []
            for seat in (1, 2, 3):
                table.until(partial(seated, table, seat))
                table.click(".prompt.mine .face")
            table.until(lambda: "Your turn" in table.text(".prompt.mine h2"))
            table.until(lambda: driver.execute_script(LIT) >= 5)

            def moved() -> bool:
                texts = driver.execute_script(LAMPS)
                shown.append([tuple(map(int, re.findall(r"\d+", text))) or (0, 0, 0) for text in texts])
                return len(shown) >= 12 and len({str(lamps) for lamps in shown}) > 3

            table.until(moved)
            table.until(lambda: driver.execute_script(DIGITS) == looked(cable)[-1][0])
            told = [lamps for _, lamps in looked(cable)]
            assert all(lamps in told for lamps in shown)
            assert len(shown[-1]) == 64 and len({lamp for lamps in shown for lamp in lamps}) > 5


def test_an_answer_is_picked_with_the_button_of_the_page() -> None:
    with browser.served("--seats", "3", "--bots", "0", "--seed", "5") as served, browser.chromium() as driver:
        table = browser.Table(driver, served.url)
        table.until(partial(seated, table, 1))
        for shown in ("1-12", "2-12"):
            table.click(".push")
            table.until(lambda: driver.execute_script(DIGITS) == shown)  # noqa: B023
            time.sleep(0.3)  # slower than a double press
        driver.execute_script(HOLD, 700)
        table.until(partial(seated, table, 2))
        assert table.complaints() == []


def test_dice_fall_as_soon_as_a_finger_is_on_the_button_and_enter_presses_it_too() -> None:
    args = ("--seats", "3", "--bots", "0", "--seed", "6", "--haunt", "57", "--pace", "0")
    with browser.served(*args) as served, browser.chromium() as driver:
        table = browser.Table(driver, served.url)
        table.to_dice()
        asked = table.asking()
        driver.execute_script(HOLD, 0)  # and the finger stays there
        table.until(lambda: table.asking() != asked, 3.5)  # before the page lets go by itself
        driver.execute_script("document.querySelector('.page').dispatchEvent(new PointerEvent('pointerup'))")
        table.to_dice()
        asked = table.asking()
        driver.find_element("css selector", "button.push").send_keys(Keys.ENTER)
        table.until(lambda: table.asking() != asked)
        assert table.complaints() == []
