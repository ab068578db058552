"""The form for a new game."""

from __future__ import annotations

from nicegui import ui

from shared_rules.game import Refused

from ..errors import OmenboxError
from ..sim.games import DECKS
from .host import Host, Setup


class NewGame:
    """A dialog that asks for seats, bots, seed, deck and haunt, and begins the game."""

    def __init__(self, host: Host) -> None:
        self.host = host

    def build(self) -> None:
        """Make the dialog; it stays closed."""
        with ui.dialog() as self.dialog, ui.card().classes("newgame"):
            ui.label("A new game").classes("heading")
            ui.label("The game on the table ends when the new one begins.").classes("quiet")
            self.seats = ui.number("Seats", value=4, min=3, max=6, precision=0).props("data-field=seats")
            self.bots = ui.number("Bots among them", value=3, min=0, max=6, precision=0).props("data-field=bots")
            self.seed = ui.input("Seed", placeholder="empty: at random").props("data-field=seed")
            self.deck = ui.select(list(DECKS), label="Deck", value="second")
            self.haunt = ui.input("Haunt", placeholder="empty: what the chart says").props("data-field=haunt")
            self.expansion = ui.checkbox("Rooms of the expansion, with the roof")
            self.problem = ui.label().classes("problem")
            with ui.row().classes("answers"):
                ui.button("Begin", on_click=self.begin).props("no-caps unelevated").classes("begin")
                ui.button("Back to the game", on_click=self.dialog.close).props("no-caps flat")

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
