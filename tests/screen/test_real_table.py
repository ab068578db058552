"""In a real browser: what went wrong is put right by hand, and a table plays with its own cards and tiles."""

from __future__ import annotations

import time

import pytest
from selenium.webdriver.common.keys import Keys

from . import browser

why = browser.missing()
pytestmark = pytest.mark.skipif(why is not None, reason=str(why))

RIGHT = '.actions button[data-do="right"]'
UNDO = '.actions button[data-do="undo"]'


CHOOSE = """const button = [...document.querySelectorAll(".sheet button[data-do=right_pick]")]
  .find((b) => b.firstChild.textContent === arguments[0]);
if (button) button.click();
return Boolean(button);"""
CLICK = "document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('click', {bubbles: true}));"
SHOWN = """return [...document.querySelectorAll(".sheet .listed button")]
  .filter((b) => !b.hidden).map((b) => b.firstChild.textContent);"""


def choose(table: browser.Table, words: str) -> None:
    """Choose an answer of the dialog by its words."""
    table.until(lambda: table.driver.execute_script(CHOOSE, words))


def would_undo(table: browser.Table) -> str:
    """What taking back would undo, as the page tells it; empty where nothing can be."""
    script = "const b = document.querySelector(arguments[0]); return b.ariaDisabled ? '' : b.dataset.tip;"
    return table.driver.execute_script(script, UNDO)


def type_in(table: browser.Table, css: str, letters: str) -> None:
    """Type into a field that may just be drawn anew."""

    def typed() -> bool:
        field = table.driver.find_element("css selector", css)
        field.clear()
        field.send_keys(letters)
        return field.get_attribute("value") == letters

    table.until(typed)


def start(table: browser.Table, people: int) -> None:
    """Every person takes the first face."""
    for seat in range(1, people + 1):
        table.until(lambda: f"Seat {seat}" in table.text(".seat.chosen"))  # noqa: B023
        table.click(".prompt.mine .face")
    table.until(lambda: table.all(".explorer.now"))


def test_a_trait_and_a_card_are_put_right_told_and_taken_back() -> None:
    args = ("--seats", "3", "--bots", "0", "--seed", "5", "--pace", "0")
    with browser.served(*args) as served, browser.chromium() as driver:
        table = browser.Table(driver, served.url)
        assert would_undo(table) == ""
        table.click(UNDO)
        table.until(lambda: table.complaints() == ["Nothing to take back yet"])
        table.until(lambda: not table.complaints())
        start(table, 3)
        table.click(RIGHT)
        for words in ("A trait", "Ox Bellows", "Might", "8"):
            choose(table, words)
        told = "puts right: Ox Bellows has Might 8 (place 7 of 8)."
        table.until(lambda: table.text(".sheet .says").endswith(told))
        table.click(".trail .step:nth-child(3)")  # not the trait that was meant
        table.until(lambda: table.text(".sheet .label") == "Which trait?")
        for words in ("Speed", "6"):
            choose(table, words)
        told = table.until(lambda: table.text(".sheet .says"))
        table.click(".sheet .big")
        table.until(lambda: told in table.text(".log"))
        table.until(lambda: table.text(".explorer.red .track .at") == "6" and not table.all(".sheet"))

        # a card, found by some letters of its name
        table.click(RIGHT)
        choose(table, "Where a card is")
        type_in(table, ".sheet .find", "dynam")
        table.until(lambda: driver.execute_script(SHOWN) == ["Dynamite"])
        driver.switch_to.active_element.send_keys(Keys.ENTER)
        table.until(lambda: table.text(".sheet .label") == "Where is it?")
        choose(table, "Ox Bellows")
        table.click(".sheet .big")
        table.until(lambda: "Dynamite" in table.text(".explorer.red .hand"))

        # both are taken back, the newest first; then the last face that was chosen
        for gone in (
            lambda: "Dynamite" not in table.text(".explorers"),
            lambda: table.text(".explorer.red .track .at") == "4",
        ):
            table.until(lambda: "put right last" in would_undo(table))
            table.click(UNDO)
            table.until(gone)
        assert table.text(".log").count("is taken back") == 2
        assert "last answer" in would_undo(table)

        # Escape and a click beside it close the dialog
        table.click(RIGHT)
        table.until(lambda: table.all(".sheet"))
        driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        table.until(lambda: not table.all(".sheet"))
        assert table.complaints() == []


def name(table: browser.Table, kind: str) -> str:
    """Answer what was drawn by typing part of its name; gives the name."""
    buttons = [b for b in table.buttons() if b[0] == "answer"]
    words = table.random.choice(buttons)[3]
    if not table.all(".prompt.mine .find"):
        table.step(*next(b for b in buttons if b[3] == words)[:3])
        return words
    type_in(table, ".prompt.mine .find", words)
    asked = table.asking()
    table.driver.switch_to.active_element.send_keys(Keys.ENTER)
    table.until(lambda: table.asking() != asked)
    return words


def test_a_stretch_is_played_with_real_cards_and_tiles() -> None:
    args = ("--seats", "3", "--bots", "1", "--seed", "8", "--cardboard", "--pace", "0")
    with browser.served(*args) as served, browser.chromium() as driver:
        table = browser.Table(driver, served.url, seed=3)
        drawn = {"tile": 0, "card": 0, "bot": 0, "turned": 0, "again": 0, "rolled": 0}
        end = time.monotonic() + 4 * browser.WAIT
        while min(drawn.values()) < 1 and time.monotonic() < end:
            title = table.text(".prompt.mine h2")
            if table.all(".prompt.mine .turning"):
                before = table.text(".map")
                asked = table.asking()
                driver.execute_script(CLICK, ".laying .hit")  # beside its mark: turns it once
                table.until(lambda: table.asking() != asked)  # noqa: B023
                asked = table.asking()
                table.click(".laying .lay")
                table.until(lambda: table.asking() != asked or table.text(".map") != before)  # noqa: B023
                drawn["turned"] += 1
            elif "was drawn" in title:
                kind = "tile" if "tile" in title else "card"
                drawn["bot"] += not title.startswith("Which")
                drawn[kind] += 1
                name(table, kind)
                tip = would_undo(table)
                settled = title.startswith("Which") and table.all(".prompt.mine")  # no bot goes on meanwhile
                if drawn["again"] < 1 and settled and "last answer" in tip and "after it" not in tip:
                    table.click(UNDO)
                    table.until(lambda: table.text(".prompt.mine h2") == title)  # noqa: B023
                    drawn["again"] += 1
            elif table.all('.prompt.mine button[data-do="real"]'):
                table.click('.prompt button[data-do="real"]')
                table.until(lambda: table.all(".prompt .die"))
                asked = table.asking()
                table.click('.prompt button[data-do="faces"]')
                table.until(lambda: table.asking() != asked)  # noqa: B023
                drawn["rolled"] += 1
            else:
                found = [b for b in table.buttons() if b[0] in ("answer", "pick", "done")]
                if found:
                    table.step(*table.choice(found)[:3])
                else:
                    time.sleep(0.02)
        assert min(drawn.values()) >= 1, drawn
        assert table.complaints() == []
        assert "Traceback" not in served.stop()


def test_the_end_of_a_haunt_by_hand_is_declared_below_its_name() -> None:
    args = ("--seats", "3", "--bots", "2", "--seed", "18", "--haunt", "1", "--pace", "0")
    with browser.served(*args) as served, browser.chromium() as driver:
        table = browser.Table(driver, served.url)
        end = time.monotonic() + 4 * browser.WAIT
        while not table.all(".tome button"):
            assert time.monotonic() < end
            found = [b for b in table.buttons() if b[0] in ("answer", "roll", "pick", "done")]
            if found:
                table.step(*table.choice(found)[:3])
            else:
                time.sleep(0.02)
        table.click(".tome button")
        choose(table, "The heroes have won")
        table.until(lambda: table.text(".sheet .says").endswith("the heroes have won."))
        table.click(".sheet .big")
        table.until(lambda: "The table declared the end" in table.text(".prompt.ended"))
        table.click(UNDO)  # and thinks again
        table.until(lambda: not table.all(".prompt.ended"))
        assert table.complaints() == []
