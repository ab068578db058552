"""A real browser at the real page: `omenbox play` in a process of its own, Debian's Chromium."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

#: What can be clicked in the prompt: command, value, number and words of each button.
BUTTONS = """return [...document.querySelectorAll(".prompt.mine button[data-do]:not([disabled])")]
  .map((b) => [b.dataset.do, b.dataset.value || "", b.dataset.number || "", b.textContent]);"""

#: Seconds for which a slow machine is given time; what fails takes so long to fail.
WAIT = 60

#: Words on buttons that lead nowhere: cards laid down and picked up again and again.
IDLE = ("Lay cards", "Pick cards", "By the book", "Give a card")


def missing() -> str | None:
    """Say why there is no browser here, or return None."""
    for program in ("chromium", "chromedriver"):
        if shutil.which(program) is None:
            return f"no {program}: as root on Debian 'make browser' installs it"
    return None


def free_port() -> int:
    """A port that nobody uses just now, and that the system gives no browser in the meantime."""
    while True:
        port = random.SystemRandom().randrange(20000, 32000)  # below those of outgoing connections
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


class Served:
    """A running `omenbox play`."""

    def __init__(self, *args: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        command = [sys.executable, "-m", "omenbox", "play", "--port", str(self.port), "--no-browser", *args]
        self.logs = TemporaryDirectory()
        command += ["--log", self.logs.name]
        if "--saves" not in args:
            command += ["--saves", f"{self.logs.name}/saves"]
        # NiceGUI behaves differently where it thinks that it is under test itself.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        assert self.url in self.said, self.said + self.process.stdout.read()

    def stop(self) -> str:
        """Press Ctrl-C; gives all that the program said."""
        self.process.send_signal(signal.SIGINT)
        rest, _ = self.process.communicate(timeout=WAIT)
        self.logs.cleanup()
        return self.said + rest


@contextmanager
def served(*args: str) -> Iterator[Served]:
    """`omenbox play` with these arguments, stopped at the end."""
    it = Served(*args)
    try:
        yield it
    finally:
        if it.process.poll() is None:
            it.stop()


@contextmanager
def chromium(width: int = 1280, height: int = 800) -> Iterator[webdriver.Chrome]:
    """A headless Chromium with a page of that size."""
    options = Options()
    options.binary_location = shutil.which("chromium") or ""
    for flag in ("headless=new", "no-sandbox", "disable-dev-shm-usage", "disable-gpu", "hide-scrollbars"):
        options.add_argument(f"--{flag}")
    options.add_argument(f"--window-size={width},{height}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        yield driver
    finally:
        driver.quit()


class Table:
    """A page in a browser, and a hand that clicks."""

    def __init__(self, driver: webdriver.Chrome, url: str, seed: int = 1) -> None:
        self.driver = driver
        self.random = random.Random(seed)
        self.clicks = 0
        driver.get(url)
        self.until(lambda: self.all(".asking .prompt"))

    def all(self, css: str) -> list[WebElement]:
        """Every element that a selector finds."""
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def text(self, css: str) -> str:
        """The text of the first element that a selector finds, empty without one."""
        script = "const e = document.querySelector(arguments[0]); return e ? e.textContent : '';"
        return self.driver.execute_script(script, css)

    def texts(self, css: str) -> list[str]:
        """The text of every element that a selector finds, as they are at one moment."""
        script = "return [...document.querySelectorAll(arguments[0])].map((e) => e.innerText.trim());"
        return self.driver.execute_script(script, css)

    def until(self, holds: Callable[[], Any], seconds: float = WAIT) -> Any:
        """Wait until something holds and give what it is; fails with what the page asks."""
        end = time.monotonic() + seconds
        trouble: WebDriverException | None = None
        while time.monotonic() < end:
            try:
                if got := holds():
                    return got
                trouble = None
            except WebDriverException as error:  # not there yet, or drawn anew between finding and reading
                trouble = error
            time.sleep(0.02)
        raise AssertionError(f"in vain; the page shows: {self.text('.asking')!r}") from trouble

    def buttons(self) -> list[list[str]]:
        """Command, value, number and words of every button of one's own prompt."""
        return self.driver.execute_script(BUTTONS)

    def click(self, css: str) -> None:
        """Click the first element that a selector finds; parts of the page may just be drawn anew."""
        end = time.monotonic() + WAIT
        while True:
            try:
                self.driver.find_element(By.CSS_SELECTOR, css).click()
                self.clicks += 1
                return
            except WebDriverException:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)

    def step(self, command: str, value: str, number: str) -> None:
        """Click a button of the prompt and wait until the page has taken it in."""
        before = self.asking()
        css = f'.prompt.mine button[data-do="{command}"]'
        css += f'[data-value="{value}"]' if value else ""
        css += f'[data-number="{number}"]' if number else ""
        try:
            self.driver.find_element(By.CSS_SELECTOR, css).click()
        except WebDriverException:
            return  # the page has moved on under the hand
        self.clicks += 1
        end = time.monotonic() + 1
        while time.monotonic() < end and self.asking() == before:
            time.sleep(0.01)

    def asking(self) -> str:
        """The panel of the prompt, with the number of the prompt in it."""
        return self.driver.execute_script("return document.querySelector('.asking').innerHTML;")

    def play(self, seconds: float = 4 * WAIT) -> None:
        """Answer whatever is asked, at random, until the game is over."""
        end = time.monotonic() + seconds
        while not self.all(".prompt.ended"):
            assert time.monotonic() < end, f"{self.clicks} clicks: {self.text('.asking')} {self.text('.log')}"
            found = [b for b in self.buttons() if b[0] in ("answer", "roll", "pick", "done")]
            if found:
                self.step(*self.choice(found)[:3])
            else:
                time.sleep(0.02)

    def to_dice(self, seconds: float = 4 * WAIT) -> None:
        """Play on until dice are to be rolled."""
        end = time.monotonic() + seconds
        while not self.all('.prompt.mine button[data-do="roll"]'):
            assert time.monotonic() < end
            found = [b for b in self.buttons() if b[0] in ("answer", "pick", "done") and not b[3].startswith(IDLE)]
            if found:
                self.step(*self.random.choice(found)[:3])
            else:
                time.sleep(0.02)

    def choice(self, buttons: list[list[str]]) -> list[str]:
        """One of some buttons: it explores where it can, and waits for the storm."""
        wanted = ("End the turn", "Done: ") if self.text(".tome") else ("Explore", "Done: ")
        for words in wanted:
            found = [b for b in buttons if words in b[3]]
            if found:
                return self.random.choice(found)
        return self.random.choice([b for b in buttons if not b[3].startswith(IDLE)] or buttons)

    def complaints(self) -> list[str]:
        """What the browser's console and the page itself found wrong."""
        errors = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        return errors + self.texts(".q-notification")

    def hosts(self) -> set[str]:
        """From where the page has loaded things."""
        script = "return performance.getEntriesByType('resource').map((e) => new URL(e.name).host);"
        return set(self.driver.execute_script(script))
