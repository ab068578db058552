"""The page: NiceGUI serves it, the seat feed fills it, clicks go to the host."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from typing import Any

from nicegui import app, background_tasks, ui
from nicegui.events import GenericEventArguments

from shared_rules.game import Refused

from .. import putright
from ..paths import find
from ..words import words
from . import box, floors, panels
from .asking import Choosing, asking, dice
from .explorers import explorers
from .host import AnsweredAlready, Host
from .html import Html
from .legend import legend, legend_button
from .map import Floor
from .newgame import NewGame
from .righting import righting

#: Seconds between two looks at the host.
LOOK = 0.05
#: What NiceGUI calls our languages.
LANGUAGES: dict[str, Any] = {"zh": "zh-TW"}
#: Milliseconds for which the button is pressed at most.
LONGEST = 4000

CLICK = """(event) => {
  const thing = event.target.closest("[data-do]");
  if (!thing || thing.disabled || (thing.matches(".veil") && event.target !== thing)) return;
  const {do: command, value, number, from} = thing.dataset;
  if (thing.matches(".push") && event.detail) return;  // a finger: see DOWN and UP
  emit(command, value ?? null, number ?? null, from ? document.getElementById(from).value : null);
}"""
#: The button of the box is pressed as soon as a finger is on it, and for as long.
DOWN = """(event) => { if (omen.down(event)) emit(null); }"""
UP = """(event) => { const held = omen.up(event); if (held !== null) emit(held); }"""


class Page:
    """One browser's page: the seat it looks through, the floor it shows, what is marked so far."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.parts: dict[str, ui.html] = {}
        self.newgame = NewGame(host)
        self.start()

    def start(self) -> None:
        """Look at a new game."""
        people = self.host.people
        self.game = self.host.game
        self.bots = frozenset(range(self.host.setup.seats)) - frozenset(people)
        self.seat = people[0] if people else -1
        self.follow = len(people) > 1
        self.floor: int | None = None  # chosen by hand, until the turn goes on
        self.floor_for: Any = None
        self.choosing = Choosing()
        self.legend = False
        self.right: list[int] | None = None  # what has been chosen for a correction, None while nobody makes one
        self.events: list[dict] = []
        self.since = 0
        self.state: Any = None
        self.lamps = ""
        self.noticed = len(self.host.box.notices)

    def build(self) -> None:
        """Lay the page out."""
        ui.colors(primary="#e7a83f")
        with ui.element("div").classes("page") as page:
            with ui.element("header").classes("bar"):
                ui.html('<h1><i class="mark"></i>Omenbox</h1>', sanitize=False)
                for name in ("seats", "status", "actions"):
                    self.part(name)
            self.part("explorers")
            with ui.element("main").classes("middle"):
                self.part("tabs")
                self.part("map")
                with ui.element("div").classes("thebox"):
                    self.part("lamps")
                    self.part("digits")
                    self.part("push")
                    ui.html(legend_button(self.host.lang), sanitize=False)
            with ui.element("aside").classes("right"):
                for name in ("asking", "dice", "tome", "log"):
                    self.part(name)
            self.part("righting")
            self.part("legend")
        page.on("click", self.clicked, js_handler=CLICK)
        page.on("pointerdown", lambda: self.host.press(LONGEST), js_handler=DOWN)
        for event in ("pointerup", "pointercancel"):
            page.on(event, self.let_go, js_handler=UP)
        self.newgame.build()
        host = self.host
        say = words(host.lang)
        if host.goes_on is not None:
            told = say("box.goes_on", text=host.goes_on) if host.goes_on else say("box.still")
            ui.notify(told, position="top", timeout=8000)
        for key, text in host.greetings:
            ui.notify(say(key, text=host.said(text)), position="top", color="warning", timeout=8000)
        ui.timer(LOOK, self.look)
        self.look()

    def part(self, name: str) -> None:
        """A part of the page that is HTML."""
        self.parts[name] = ui.html("", sanitize=False).classes(name)

    # --- showing -----------------------------------------------------------------------------

    def look(self) -> None:
        """Show what has changed."""
        host = self.host
        strip = box.colours(host.box.lamps)
        if strip != self.lamps:
            self.lamps = strip
            ui.run_javascript(f"omen.lamps('{strip}')")
        self.show("digits", box.digits(host.box.digits, host.lang))
        for key, text in host.box.notices[self.noticed :]:
            ui.notify(words(host.lang)(key, text=host.said(text)), position="top", color="warning", timeout=8000)
        self.noticed = len(host.box.notices)
        if host.box.thinking and not host.box.away:
            return
        if host.game is not self.game:
            self.start()
        asked = host.seat_asked()
        if self.follow and asked in host.people and asked != self.seat:
            self.look_through(asked)
        state = (
            host.box.changes,
            host.box.away,
            self.seat,
            self.follow,
            host.hurry,
            self.right,
            self.legend,
            self.floor,
            self.choosing,
        )
        if state != self.state:
            self.state = (*state[:-1], self.choosing.copy())
            self.draw(asked)

    def draw(self, asked: int) -> None:
        """Draw every part anew; only what differs goes to the browser."""
        host = self.host
        feed = host.feed(self.seat, self.since)
        self.since = feed["next"]
        self.events = (self.events + feed["events"])[-panels.LINES :]
        feed["events"] = self.events
        self.choosing = self.choosing.of(feed["prompt"])
        natural = floors.floor_to_show(feed)
        if (natural, feed["turn"]) != self.floor_for:
            self.floor_for = (natural, feed["turn"])
            self.floor = None
        floor = natural if self.floor is None else self.floor
        self.show("seats", panels.seats(feed, self.bots, self.follow, asked))
        self.show("status", panels.status(feed))
        self.show("actions", panels.actions(feed, host.taken_back(), host.hurry, self.bots))
        self.show("explorers", explorers(feed, self.bots))
        self.show("tabs", floors.tabs(feed, floor))
        self.show("map", Floor(feed, floor, self.choosing.picked, self.choosing.turn).svg())
        self.show("lamps", box.strip(feed, len(host.box.lamps), host.lang))
        prompt = feed["prompt"] if not feed["away"] else None
        rolls = bool(prompt and prompt["mine"] and prompt.get("kind") == "dice")
        self.show("push", box.button(rolls, host.lang))
        self.show("asking", asking(feed, self.choosing, self.bots, host.people))
        self.show("dice", dice(feed))
        self.show("tome", panels.tome(feed))
        self.show("log", panels.log(feed))
        self.show("legend", legend(feed, self.legend))
        self.show("righting", righting(self.choices(), host.lang))
        self.state = (*self.state[:-2], self.floor, self.choosing.copy())

    def show(self, name: str, html: Html) -> None:
        """Put HTML into a part if it is not there already."""
        if self.parts[name].content != html:
            self.parts[name].content = html

    def choices(self) -> dict[str, Any] | None:
        """What can be chosen for a correction; what is no longer possible is forgotten."""
        if self.right is None or self.host.game.over or self.host.box.away:
            self.right = None
            return None
        choices = self.host.choices(self.seat, self.right)
        self.right = [step["value"] for step in choices["chosen"]]
        return choices

    def look_through(self, seat: int) -> None:
        """Look through the eyes of another seat."""
        self.seat = seat
        self.right = None
        self.choosing = Choosing()
        self.events = []
        self.since = 0

    # --- clicks ------------------------------------------------------------------------------

    def clicked(self, event: GenericEventArguments) -> None:
        """Do what a click asks for."""
        command, value, number, text = event.args
        try:
            n = int(number) if number is not None else -1
            v = int(value) if value is not None else 0
            getattr(self, f"do_{command}")(v, n, text)
        except AnsweredAlready:
            pass
        except Refused as refusal:
            ui.notify(self.host.said(str(refusal)), position="top", color="warning")
        self.look()

    def do_answer(self, value: int, number: int, text: str | None) -> None:
        """An option of the prompt."""
        self.host.answer(self.seat, number, value)

    def do_pick(self, value: int, number: int, text: str | None) -> None:
        """Mark an option of several, or unmark it."""
        prompt = self.host.feed(self.seat)["prompt"] or {}
        if number == self.choosing.number == prompt.get("number"):
            self.choosing.pick(value, prompt["most"])

    def do_turn(self, value: int, number: int, text: str | None) -> None:
        """Turn the tile that is about to be laid on the map."""
        prompt = self.host.feed(self.seat)["prompt"] or {}
        self.choosing.turn = (self.choosing.turn + 1) % len(prompt.get("options") or [0])

    def do_done(self, value: int, number: int, text: str | None) -> None:
        """Answer with what is marked."""
        self.host.answer(self.seat, number, sorted(self.choosing.picked))

    def do_letters(self, value: int, number: int, text: str | None) -> None:
        """Answer with a word in capital letters, or where any are allowed with a text."""
        prompt = self.host.feed(self.seat)["prompt"] or {}
        word = (text or "").strip()
        self.host.answer(
            self.seat, number, [ord(letter) for letter in (word.upper() if prompt.get("options") else word)]
        )

    def do_roll(self, value: int, number: int, text: str | None) -> None:
        """Roll the dice: the button of the box."""
        self.host.press()

    def do_push(self, value: int, number: int, text: str | None) -> None:
        """Press the button of the box from the keyboard."""
        self.host.press()

    def let_go(self, event: GenericEventArguments) -> None:
        """The finger has left the button of the box."""
        self.host.release(min(int(event.args), LONGEST))

    def do_real(self, value: int, number: int, text: str | None) -> None:
        """Type faces in from real dice, or do not after all."""
        prompt = self.host.feed(self.seat)["prompt"]
        faces = [0] * prompt["dice"] if prompt and "dice" in prompt else None
        self.choosing.faces = faces if self.choosing.faces is None else None

    def do_face(self, value: int, number: int, text: str | None) -> None:
        """Turn a die to its next face."""
        faces = self.choosing.faces
        if faces and 0 <= value < len(faces):
            faces[value] = (faces[value] + 1) % 3

    def do_faces(self, value: int, number: int, text: str | None) -> None:
        """Answer with the faces typed in."""
        self.host.answer(self.seat, number, list(self.choosing.faces or []))

    def do_seat(self, value: int, number: int, text: str | None) -> None:
        """Switch seats."""
        if value != self.host.seat_asked():
            self.follow = False
        self.look_through(value)

    def do_follow(self, value: int, number: int, text: str | None) -> None:
        """Follow the prompt from seat to seat, or stay."""
        self.follow = not self.follow

    def do_floor(self, value: int, number: int, text: str | None) -> None:
        """Show a floor."""
        self.floor = value

    def do_undo(self, value: int, number: int, text: str | None) -> None:
        """Take the last answer back, or say why that cannot be."""
        what = self.host.taken_back()[0]
        if what in ("answer", "correction"):
            self.host.take_back()
        else:
            ui.notify(words(self.host.lang)(f"back.{what}"), position="top")

    def do_right(self, value: int, number: int, text: str | None) -> None:
        """Put something right by hand, or leave it."""
        self.right = [] if self.right is None else None

    def do_right_end(self, value: int, number: int, text: str | None) -> None:
        """Declare the end of a haunt that is played from the book, whoever is left to be asked."""
        self.right = [putright.FIELDS.index("end")]

    def do_legend(self, value: int, number: int, text: str | None) -> None:
        """Show what the lamps mean, or no more."""
        self.legend = not self.legend

    def do_veil(self, value: int, number: int, text: str | None) -> None:
        """A click beside a dialog closes it."""
        self.right = None
        self.legend = False

    def do_right_pick(self, value: int, number: int, text: str | None) -> None:
        """Choose the next thing of a correction."""
        if self.right is not None:
            self.right = [*self.right, value]

    def do_right_back(self, value: int, number: int, text: str | None) -> None:
        """Choose anew from a thing of a correction on."""
        if self.right is not None:
            self.right = self.right[:value]

    def do_right_do(self, value: int, number: int, text: str | None) -> None:
        """Make the correction that has been chosen."""
        choices = self.choices()
        if choices is not None and choices["change"] is not None:
            self.host.correct(self.seat, choices["change"])
            self.right = None

    def do_right_text(self, value: int, number: int, text: str | None) -> None:
        """Change a secret text to what was typed in."""
        if self.right is not None and text and text.strip():
            self.host.correct(self.seat, putright.change_to_text(self.host.game, self.seat, self.right, text.strip()))
            self.right = None

    def do_hurry(self, value: int, number: int, text: str | None) -> None:
        """Let bots answer faster, or not."""
        self.host.hurry = not self.host.hurry

    def do_new(self, value: int, number: int, text: str | None) -> None:
        """Ask for the set-up of a new game."""
        self.newgame.open()


def serve(host: Host, address: str, port: int, ready: Callable[[], None]) -> None:
    """Serve the page until Ctrl-C, which is not heard again; ``ready`` is called once browsers can come."""
    style = find("host", "screen", "page.css").read_text(encoding="utf-8")
    script = find("host", "screen", "page.js").read_text(encoding="utf-8")

    @ui.page("/")
    def index() -> None:
        ui.add_head_html(f"<style>{style}</style><script>{script}</script>")
        Page(host).build()

    def end(*_: Any) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough: pressed again it would tear what ends apart
        app.shutdown()

    async def started() -> None:
        signal.signal(signal.SIGINT, end)
        background_tasks.create(host.run(), name="box")
        await asyncio.sleep(0)
        ready()

    app.on_startup(started)
    ui.run(
        host=address,
        port=port,
        title="Omenbox",
        language=LANGUAGES.get(host.lang, "en-US"),
        favicon=find("host", "screen", "icon.svg"),
        dark=True,
        show=False,
        reload=False,
        tailwind=False,
        show_welcome_message=False,
        reconnect_timeout=30,
        timeout_graceful_shutdown=2,
    )
