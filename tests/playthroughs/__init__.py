"""Playthroughs: every prompt, answer and event of a game as text, one for each haunt.

A change of behaviour or of wording is seen as a change of these files. They are made anew, with
the golden logs, by ``python -m tests.golden``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from omenbox.sim import show
from omenbox.sim.games import play, setup_of
from shared_rules import text
from shared_rules.game import Game
from shared_rules.state import E_FACE, P_WHO

from ..golden import packs

HERE = Path(__file__).parent

#: File: (haunt, seats, seed).
GAMES = {"storm": (57, 5, 41), "duel": (201, 5, 147)}


def path(name: str) -> Path:
    """The file of a playthrough."""
    return HERE / f"{name}.txt"


def made(name: str) -> str:
    """The text of a playthrough."""
    haunt, seats, seed = GAMES[name]
    lines = [f"Haunt {haunt}, {seats} seats, seed {seed}, played by random bots."]
    told = 0

    def each(game: Game, value: Any) -> None:
        nonlocal told
        lines.extend(events(game, told))
        told = len(game.events)
        prompt = game.prompt
        first, *rest = show.asked(game, prompt)
        lines.append("")
        lines.append(f"{named(game, prompt[P_WHO])}? {first}")
        lines.extend(f"    {line}" for line in rest)
        lines.append(f"  > {show.answered(game, prompt, value)}")

    done = play(packs(), setup_of(packs(), seats, seed, haunt), each=each)
    lines.extend(events(done.game, told))
    lines.append("")
    lines += [f"{key}: {value}" for key, value in done.outcome.items() if key != "hash"]
    return "\n".join(lines) + "\n"


def events(game: Game, since: int) -> Iterator[str]:
    """What has been told since an event, in words; secrets with those who heard them."""
    for readers, line, things in game.events[since:]:
        words = text.line(game, line, things)
        if readers >= 0:
            who = ", ".join(named(game, e) for e in range(len(game.ex)) if readers >> e & 1)
            words = f"(only to {who}) {words}"
        yield f"  {words}"


def named(game: Game, seat: int) -> str:
    """An explorer by name, or the seat while none is chosen."""
    kind = "explorer" if game.ex[seat][E_FACE] >= 0 else "seat"
    return ("" if kind == "explorer" else "Seat ") + text.named(game, kind, seat)


def write() -> None:
    """Make all playthroughs anew and keep them."""
    for name in GAMES:
        path(name).write_text(made(name))
