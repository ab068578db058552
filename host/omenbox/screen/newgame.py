"""The form for a new game."""

from __future__ import annotations

from nicegui import ui

from shared_rules.game import Refused

from ..errors import OmenboxError
from ..sim.games import DECKS
from ..words import ENGLISH, words
from .host import Host, Setup


class NewGame:
    """A dialog that asks for seats, bots, seed, deck and haunt, and begins the game."""

    def __init__(self, host: Host) -> None:
        self.host = host

    def build(self) -> None:
        """Make the dialog; it stays closed."""
        say = words(self.host.lang)
        with ui.dialog() as self.dialog, ui.card().classes("newgame"):
            ui.label(say("new.title")).classes("heading")
            ui.label(say("new.ends")).classes("quiet")
            self.seats = ui.input(say("new.seats")).props("data-field=seats inputmode=numeric")
            self.bots = ui.input(say("new.bots")).props("data-field=bots inputmode=numeric")
            self.seed = ui.input(say("new.seed"), placeholder=say("new.no_seed")).props("data-field=seed")
            self.deck = ui.select({deck: say(f"deck.{deck}") for deck in DECKS}, label=say("new.deck"), value="second")
            self.haunt = ui.input(say("new.haunt"), placeholder=say("new.no_haunt")).props("data-field=haunt")
            self.expansion = ui.checkbox(say("new.expansion"))
            self.cardboard = ui.checkbox(say("new.cardboard"))
            self.problem = ui.label().classes("problem")
            with ui.row().classes("answers"):
                ui.button(say("new.begin"), on_click=self.begin, color=None).props("no-caps unelevated").classes(
                    "begin"
                )
                ui.button(say("new.back"), on_click=self.dialog.close).props("no-caps flat")

    def open(self) -> None:
        """Show the form, filled in like the last game."""
        setup = self.host.setup
        self.seats.value = str(setup.seats)
        self.bots.value = str(setup.bots)
        self.seed.value = ""
        self.deck.value = setup.deck
        self.haunt.value = str(setup.haunt) if setup.haunt else ""
        self.expansion.value = setup.expansion
        self.cardboard.value = setup.cardboard
        self.problem.text = ""
        self.dialog.open()

    def begin(self) -> None:
        """Begin the game, or say why that cannot be."""
        try:
            lang = self.host.lang
            seats = number("seats", self.seats.value, 3, 6, lang)
            self.host.begin(
                Setup(
                    seats=seats,
                    bots=number("bots", self.bots.value, 0, seats, lang),
                    seed=number("seed", self.seed.value, 1, (1 << 32) - 1, lang, empty=True),
                    deck=self.deck.value or "second",
                    haunt=number("haunt", self.haunt.value, 1, (1 << 16) - 1, lang, empty=True),
                    expansion=self.expansion.value,
                    cardboard=self.cardboard.value,
                    skill=self.host.setup.skill,
                )
            )
        except (Refused, OmenboxError) as error:
            self.problem.text = self.host.said(str(error))
            return
        self.dialog.close()


def number(name: str, typed: str | None, least: int, most: int, lang: str = ENGLISH, empty: bool = False) -> int:
    """A number typed in; 0 for none where it may be ``empty``. Raises :exc:`Refused` for any other."""
    text = (typed or "").strip()
    if not text and empty:
        return 0
    if text.isascii() and text.isdecimal() and len(text) <= 10 and least <= int(text) <= most:
        return int(text)
    say = words(lang)
    raise Refused(say(f"new.bad_{name}", text=text or say("new.nothing"), most=most))
