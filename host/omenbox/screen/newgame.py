"""The form for a new game."""

from __future__ import annotations

from nicegui import ui

from shared_rules.game import Refused

from ..errors import OmenboxError
from ..sim.games import DECKS
from ..words import words
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
            self.seats = ui.number(say("new.seats"), value=4, min=3, max=6, precision=0).props("data-field=seats")
            self.bots = ui.number(say("new.bots"), value=3, min=0, max=6, precision=0).props("data-field=bots")
            self.seed = ui.input(say("new.seed"), placeholder=say("new.no_seed")).props("data-field=seed")
            self.deck = ui.select(list(DECKS), label=say("new.deck"), value="second")
            self.haunt = ui.input(say("new.haunt"), placeholder=say("new.no_haunt")).props("data-field=haunt")
            self.expansion = ui.checkbox(say("new.expansion"))
            self.problem = ui.label().classes("problem")
            with ui.row().classes("answers"):
                ui.button(say("new.begin"), on_click=self.begin).props("no-caps unelevated").classes("begin")
                ui.button(say("new.back"), on_click=self.dialog.close).props("no-caps flat")

    def open(self) -> None:
        """Show the form, filled in like the last game."""
        setup = self.host.setup
        self.seats.value = setup.seats
        self.bots.value = setup.bots
        self.seed.value = ""
        self.deck.value = setup.deck
        self.haunt.value = str(setup.haunt) if setup.haunt else ""
        self.expansion.value = setup.expansion
        self.problem.text = ""
        self.dialog.open()

    def begin(self) -> None:
        """Begin the game, or say why that cannot be."""
        try:
            self.host.begin(
                Setup(
                    seats=int(self.seats.value or 0),
                    bots=int(self.bots.value or 0),
                    seed=_number("seed", self.seed.value),
                    deck=self.deck.value or "second",
                    haunt=_number("haunt", self.haunt.value),
                    expansion=self.expansion.value,
                )
            )
        except (Refused, OmenboxError) as error:
            self.problem.text = str(error)
            return
        self.dialog.close()


def _number(name: str, text: str) -> int:
    """A number typed in, 0 for none. Raises :exc:`Refused`."""
    text = (text or "").strip()
    if not text:
        return 0
    if not text.isdecimal():
        raise Refused(f"{name}: {text!r} is not a number")
    return int(text)
