"""What a seat is shown, channel by channel, and the same state with everything changed that it may not know."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from omenbox import putright
from omenbox.feed import feed
from omenbox.screen.host import Host, Setup
from omenbox.sim import unknown
from omenbox_device import display, lights
from omenbox_device.board import VirtualBoard
from omenbox_device.loop import Box
from shared_rules import correct, text, view
from shared_rules import state as s
from shared_rules.game import Game, Refused, check_answer

#: What a game asks nobody, a value that no prompt takes and moments of the lights.
NONSENSE = (-7, 1 << 28, [-7], [9] * 40, "x", None)
MOMENTS = (0, 333, 1500)
#: How many of the last events are looked at in words.
LATE = 40


class Leak(AssertionError):
    """A channel differs although only hidden things do."""


# --- what is seen ----------------------------------------------------------------------------


def observe(game: Game, seat: int) -> dict[str, str]:
    """All that ``seat`` (-1: the table, somebody who looks on) is shown, by channel, as text."""
    seen = view.view(game, seat)
    prompt = seen["prompt"]
    told = view.events(game, seat)
    got: dict[str, Any] = {
        "view": seen,
        "prompt": [prompt, words_of(game, prompt) if prompt and prompt[s.P_WHO] == seat else None],
        "events": [told, view.told(game, seat)],
        "log": [text.line(game, line, args) for _, line, args in told[-LATE:]],
        "feed": feed(game, seat, max(0, len(told) - LATE)),
        "errors": errors(game, seat),
        "putting right": [putright.choices(game, seat, chosen) for chosen in first_choices(game, seat)],
        "lights": [lights.picture(seen, ms) for ms in MOMENTS],
        "display": display.digits(seen),
    }
    if seat < 0:
        got["box"] = box(game)
    return {channel: json.dumps(what) for channel, what in got.items()}


def words_of(game: Game, prompt: list) -> list[str]:
    """A prompt of one's own in words."""
    got = [text.line(game, prompt[s.P_TEXT], prompt[s.P_ARGS])]
    if prompt[s.P_KIND] in (s.CHOICE, s.SUBSET):
        options = prompt[s.P_DOMAIN][2 if prompt[s.P_KIND] == s.SUBSET else 0 :]
        got += [text.option(game, option) for option in options]
    return got


def first_choices(game: Game, seat: int) -> Iterator[list[int]]:
    """For every field that can be put right: what is chosen where always the first answer is taken."""
    for field in putright.choices(game, seat, [])["options"]:
        chosen = [field["value"]]
        while True:
            yield list(chosen)
            asked = putright.choices(game, seat, chosen)
            if not asked["label"] or not asked["options"]:
                break
            chosen = [step["value"] for step in asked["chosen"]] + [asked["options"][0]["value"]]


def errors(game: Game, seat: int) -> list[str]:
    """What ``seat`` is told when it answers, corrects and takes back what it may not."""
    tries: list[Any] = []
    prompt = game.prompt
    if prompt and prompt[s.P_WHO] == seat:
        tries += [lambda value=value: check_answer(prompt, value) for value in NONSENSE]
    elif prompt:
        host = Host.__new__(Host)
        host._seat, host._asked = prompt[s.P_WHO], [1] * len(game.ex)
        tries += [lambda value=value: host.answer(seat, 1, value) for value in NONSENSE]
    tries.append(lambda: game.undo(1 << 20))
    for change in changes(game, seat):
        tries.append(lambda change=change: correct.apply(game, change))
    got = []
    for one in tries:
        try:
            one()
        except Refused as error:
            got.append(str(error))
        else:
            got.append("accepted")
    return got


def changes(game: Game, seat: int) -> Iterator[list]:
    """Corrections that are refused whatever is hidden, and those of secrets that the seat cannot read."""
    yield ["card", 1 << 20, 0]
    yield ["nothing"]
    for e in range(len(game.ex)):
        yield ["side", e, 7]
        yield ["trait", e, 0, 9]
    rows = game.G[s.G_SECRETS]
    for i, row in enumerate(rows):
        if view.reads(row, seat):
            yield ["secret", seat, i, "x"]
        else:
            yield ["secret", seat, i, 3]
            yield ["secret", seat, i, [65]]
    yield ["secret", seat, len(rows), 3]


def box(game: Game) -> list[Any]:
    """Pixels and digits of a box that has the game on the table."""
    one = Box(VirtualBoard(os.urandom))
    one.game = game
    one.settle()
    got = []
    for ms in MOMENTS:
        one.drawn = None
        one.tick(ms)
        got.append([list(one.board.strip.pixels), one.board.digits.shown])
    return got


# --- what is not -----------------------------------------------------------------------------


@contextmanager
def hidden_changed(game: Game, seat: int, chance: Random, deep: bool = True) -> Iterator[None]:
    """For a while: the same game, but all is different that ``seat`` may not know.

    ``deep``: what the effects under way keep in mind too; the game cannot go on then.
    """
    kept, told = game.G, game.events
    other = unknown.imagined(game, seat, chance)
    other[s.G_SECRETS] = [list(row) for row in kept[s.G_SECRETS]]
    change_secrets(other, seat, chance)
    change_prompt(other, seat, chance)
    other[s.G_RESULT] = chance.randrange(100)
    other[s.G_OFFERS] = [chance.randrange(1 << 20) for _ in range(chance.randrange(5))]
    if deep:
        for frame in other[s.G_FRAMES]:
            frame[1:] = [chance.randrange(200) for _ in frame[1:]]
    for row in other[s.G_EXPLORERS]:
        row[s.E_DONE] = chance.randrange(1 << 20)
    try:
        game.adopt(other)
        game.events = list(change_events(told, seat, chance))
        yield
    finally:
        game.adopt(kept)
        game.events = told


def change_secrets(other: list, seat: int, chance: Random) -> None:
    """Whatever the seat cannot read holds something else, of another kind, about somebody else."""
    hidden = [row for row in other[s.G_SECRETS] if not view.reads(row, seat)]
    held = [row[:3] for row in hidden]
    chance.shuffle(held)
    for row, (kind, owner, value) in zip(hidden, held, strict=True):
        if isinstance(value, list):
            value = [chance.randrange(65, 91) for _ in range(chance.randrange(7))]
        elif kind == s.SECRET_SIDE:
            value = 1 - value
        elif chance.randrange(2):
            value = chance.randrange(6)
        row[:3] = kind, owner, value


def change_prompt(other: list, seat: int, chance: Random) -> None:
    """Another's prompt asks something else; of dice only what lies behind them changes."""
    p = other[s.G_PROMPT]
    if p is None or p[s.P_WHO] == seat:
        return
    p[s.P_SOURCE] = chance.randrange(-1, 40)
    p[s.P_ARGS] = [chance.randrange(3)]
    p[s.P_MENU] = chance.randrange(3)
    if p[s.P_KIND] != s.DICE:
        p[s.P_KIND] = chance.choice((s.RANGE, s.LETTERS))
        p[s.P_TEXT] = chance.randrange(40)
        p[s.P_DOMAIN] = [0, chance.randrange(1, 9)]


def change_events(told: list, seat: int, chance: Random) -> Iterator[list]:
    """What others were told is missing, different or more."""
    others = [e for e in range(6) if e != seat]
    for event in told:
        readers = event[0]
        if readers < 0 or seat >= 0 and readers >> seat & 1:
            yield event
        elif chance.randrange(2):
            yield [readers, event[1], [chance.randrange(3) for _ in event[2]]]
        if not chance.randrange(9):
            yield [1 << chance.choice(others), event[1], [0, 0, 0]]


def check_seats(game: Game, chance: Random) -> None:
    """Raise Leak if a seat, or the table, sees a difference between the game and one with other secrets."""
    for seat in range(-1, len(game.ex)):
        was = observe(game, seat)
        with hidden_changed(game, seat, chance):
            now = observe(game, seat)
        for channel, what in was.items():
            if now[channel] != what:
                raise Leak(f"{channel} of seat {seat}: {first_difference(what, now[channel])}")


def first_difference(a: str, b: str) -> str:
    """Where two texts part."""
    i = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return f"...{a[max(0, i - 60) : i + 40]}... / ...{b[max(0, i - 60) : i + 40]}..."


__all__ = ["Host", "Leak", "Setup", "check_seats", "observe"]
