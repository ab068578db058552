"""The page in a real browser: a game played by clicks, and what the page offers besides."""

from __future__ import annotations

from functools import partial

import pytest
from selenium.webdriver.common.by import By

from . import browser

why = browser.missing()
pytestmark = pytest.mark.skipif(why is not None, reason=str(why))


def clean(table: browser.Table, served: browser.Served) -> None:
    """Nobody complained, and nothing came from elsewhere."""
    assert table.complaints() == []
    assert table.hosts() <= {f"127.0.0.1:{served.port}"}
    said = served.stop()
    assert "Traceback" not in said and "Error" not in said, said
    assert served.process.returncode == 0


def test_a_short_game_is_played_by_clicks_to_its_end() -> None:
    args = ("--seats", "3", "--bots", "2", "--seed", "18", "--haunt", "57", "--pace", "0")
    with browser.served(*args) as served, browser.chromium() as driver:
        table = browser.Table(driver, served.url)
        table.play()
        assert table.text(".prompt.ended h2") in ("The heroes have won", "The house has won")
        assert "The Gathering Storm" in table.text(".tome")
        assert "The haunt begins" in table.text(".log")
        assert table.clicks > 5
        clean(table, served)


def test_people_at_one_page_follow_the_prompt_from_seat_to_seat() -> None:
    args = ("--seats", "3", "--bots", "0", "--seed", "5", "--pace", "0")
    with browser.served(*args) as served, browser.chromium() as driver:
        table = browser.Table(driver, served.url)

        def seated(seat: int) -> bool:
            return f"Seat {seat}" in table.text(".seat.chosen")

        for seat in (1, 2, 3):  # each picks a face
            table.until(partial(seated, seat))
            table.click(".prompt.mine .face")
        table.until(lambda: "Your turn" in table.text(".prompt.mine h2"))

        # a step on the map, taken back again
        here = table.text(".explorer.now .where")
        table.click(".map .tile.go, .map .unknown.go")
        table.until(lambda: table.text(".explorer.now .where") != here)
        if "Your turn" in table.text(".prompt.mine h2"):
            table.click('.actions button[data-do="undo"]')
            table.until(lambda: table.text(".explorer.now .where") == here)

        # somebody else's seat shows who is choosing, and no answers
        table.click(".seat:not(.chosen):not(.table)")
        table.until(lambda: "is choosing" in table.text(".prompt.quiet h2"))
        assert table.buttons() == []
        table.click(".seat.table")
        table.until(lambda: "Table" in table.text(".seat.chosen"))
        assert table.all(".explorer .tag.you") == []
        table.click('.prompt button[data-do="seat"]')
        table.until(table.buttons)
        clean(table, served)


def test_faces_of_real_dice_are_typed_in() -> None:
    args = ("--seats", "3", "--bots", "0", "--seed", "6", "--haunt", "57", "--pace", "0")
    with browser.served(*args) as served, browser.chromium() as driver:
        table = browser.Table(driver, served.url)
        table.to_dice()
        table.click('.prompt button[data-do="real"]')
        table.until(lambda: table.all(".prompt .die"))
        table.click('.prompt .die[data-value="0"]')
        table.until(lambda: len(table.all('.prompt .die[data-value="0"] .pip')) == 1)
        table.click('.prompt .die[data-value="0"]')
        table.until(lambda: len(table.all('.prompt .die[data-value="0"] .pip')) == 2)
        lines = table.text(".log").count(" rolls ")
        table.click('.prompt button[data-do="faces"]')
        table.until(lambda: table.text(".log").count(" rolls ") > lines)

        # the button of the box rolls as well, and the strip shows it
        table.to_dice()
        asked = table.asking()
        table.until(lambda: table.all('.digits svg[aria-label^="d"]'))
        table.click(".page .push")
        table.until(lambda: table.asking() != asked)
        lit = "return [...document.querySelectorAll('.led')].filter((l) => l.style.color !== 'transparent').length"
        assert driver.execute_script(lit) >= 5
        clean(table, served)


def test_a_new_game_is_begun_from_the_page() -> None:
    with browser.served("--seed", "9", "--pace", "0") as served, browser.chromium() as driver:
        table = browser.Table(driver, served.url)
        table.until(lambda: len(table.all(".explorer")) == 4)
        table.click('.actions button[data-do="new"]')
        table.until(lambda: table.all(".newgame"))

        def fill(name: str, value: str) -> bool:
            field = driver.find_element(By.CSS_SELECTOR, f'.newgame input[data-field="{name}"]')
            driver.execute_script("arguments[0].select()", field)
            field.send_keys(value)
            return field.get_attribute("value") == value

        table.until(partial(fill, "seats", "5"))
        table.until(partial(fill, "seed", "x"))
        table.click(".newgame .begin")
        table.until(lambda: "Seed x: give a number from 1" in table.text(".newgame .problem"))
        table.until(partial(fill, "seed", "77"))
        table.click(".newgame .begin")
        table.until(lambda: len(table.all(".explorer")) == 5)
        table.until(lambda: table.text(".prompt.mine h2") == "Which explorer do you play?")
        clean(table, served)


def test_the_legend_says_what_the_lamps_mean() -> None:
    with browser.served("--seats", "3", "--bots", "3", "--seed", "9") as served, browser.chromium() as driver:
        table = browser.Table(driver, served.url)
        table.click(".thebox .ask")
        table.until(lambda: "breathing: whose turn it is" in table.text(".legend"))
        assert len(table.all(".legend .lampkey .led")) == 15
        driver.execute_script("document.querySelector('.veil').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
        table.until(lambda: not table.all(".legend .sheet"))
        clean(table, served)


def test_the_page_fits_a_laptop() -> None:
    """At 1280 x 720 nothing but the log, the explorers and a long prompt scrolls."""
    with browser.served("--seats", "6", "--bots", "6", "--seed", "3", "--haunt", "57", "--pace", "0") as served:
        with browser.chromium(1280, 720) as driver:
            table = browser.Table(driver, served.url)
            table.until(lambda: table.all(".prompt.ended"), 4 * browser.WAIT)
            script = """const last = (css) => [...document.querySelectorAll(css)].pop().getBoundingClientRect();
              const all = document.documentElement;
              return [all.scrollHeight, all.scrollWidth, last(".thebox").bottom, last(".bar button").right];"""
            height, width, bottom, right = driver.execute_script(script)
            assert height <= 720 and width <= 1280 and bottom <= 720 and right <= 1280
            clean(table, served)


@pytest.mark.parametrize("width, height", [(390, 844), (800, 700), (1280, 540)])
def test_in_a_small_window_the_parts_stand_one_below_the_other(width: int, height: int) -> None:
    with browser.served("--seats", "6", "--bots", "5", "--seed", "3", "--haunt", "57", "--pace", "0") as served:
        with browser.chromium(width, height) as driver:
            table = browser.Table(driver, served.url)
            script = """const box = (css) => document.querySelector(css).getBoundingClientRect();
              const parts = [".bar", ".asking", ".middle", ".explorers", ".page .log"].map(box);
              return [document.documentElement.scrollWidth, parts.map((part) => [part.top, part.bottom])];"""
            wide, parts = driver.execute_script(script)
            assert wide <= width
            assert all(above[1] <= below[0] for above, below in zip(parts, parts[1:]))
            to_end = """window.scrollTo(0, 100000);
              return document.querySelector('.page .log').getBoundingClientRect().bottom"""
            table.until(lambda: driver.execute_script(to_end) <= height)  # bots may still write
            clean(table, served)
