"""Playing a scenario: its steps one by one, and what was played as plain records."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from shared_rules import state as st
from shared_rules.correct import FIELDS
from shared_rules.game import Refused
from shared_rules.vm import EffectError

from ..errors import OmenboxError
from . import expect
from .answers import NotOffered, says, value
from .files import Scenario, Step
from .names import DIRECTIONS, TRAITS, Mistake, World, number, one_of
from .position import SetupRefused, build


class Failure(Exception):
    """A step went otherwise than the scenario says: which one, and how."""

    def __init__(self, scenario: Scenario, step: Step, what: str) -> None:
        self.scenario = scenario
        self.step = step
        self.what = what
        super().__init__(f"{scenario.file}:{step.line}: {scenario.name}: {step.text}\n    {what}")


@dataclass
class Played:
    """A scenario that held: its packs, the state before the first step, records and hashes."""

    scenario: Scenario
    world: World | None = None
    start: str = ""
    records: list[list[Any]] = field(default_factory=list)
    hashes: list[int] = field(default_factory=list)


def play(scenario: Scenario, told: list[str] | None = None) -> Played:
    """Play a scenario to its end. Raises Failure, or Mistake for what cannot be meant.

    told: gets, line by line, what happens.
    """
    try:
        world = build(scenario)
    except SetupRefused as error:
        if [step.text for step in scenario.steps] == ["refuse set-up"]:
            return Played(scenario)
        raise Mistake(f"{scenario.file}:{scenario.line}: {scenario.name}: {error}") from error
    except (OmenboxError, EffectError) as error:
        raise Mistake(f"{scenario.file}:{scenario.line}: {scenario.name}: {error}") from error
    world.begun = world.game.save()
    played = Played(scenario, world, world.begun)
    since = 0
    if told is not None:
        told += [f"      {world.line(e)}" for e in world.game.events] + [f"    {says(world)}"]
    for step in scenario.steps:
        before = len(world.game.events)
        try:
            wrong, moved = do(world, step.text, since)
        except Mistake as error:
            raise Mistake(f"{scenario.file}:{step.line}: {scenario.name}: {step.text}\n    {error}") from error
        except EffectError as error:
            raise Failure(scenario, step, str(error)) from error
        if wrong is not None:
            raise Failure(scenario, step, wrong)
        if told is not None:
            told.append(f"  {step.text}")
        if moved is not None:
            since = before
            played.records.append(moved)
            played.hashes.append(world.game.hash())
            if told is not None:
                told += [f"      {world.line(e)}" for e in world.game.events[since:]]
                told.append(f"    {says(world)}")
    return played


def do(world: World, text: str, since: int) -> tuple[str | None, list[Any] | None]:
    """Carry out one step: what went wrong, None if nothing; and the record of what was played."""
    g = world.game
    head, _, rest = text.partition(" ")
    if head == "expect":
        return expect.check(world, rest, since), None
    if head == "refuse":
        return refuse(world, rest), None
    if head == "undo":
        n = number(rest or "1")
        try:
            g.undo(n)
        except Refused as error:
            return str(error), None
        return None, ["u", n]
    if head == "correct":
        change, who = correction(world, rest)
        try:
            g.correct(change, who)
        except Refused as error:
            return f"refused: {error}", None
        return None, ["c", change, who]
    who, answer = split(text)
    wrong = not_asked(world, who)
    if wrong is not None:
        return wrong, None
    try:
        given = value(world, answer)
        g.play(given)
    except NotOffered as error:
        return f"{error}; {says(world)}", None
    except Refused as error:
        return f"refused: {error}; {says(world)}", None
    return None, ["a", given]


def split(text: str) -> tuple[int, str]:
    """Seat and answer of `0: north`."""
    m = re.fullmatch(r"(\d+):\s*(.+)", text)
    if m is None:
        raise Mistake(f"{text!r} is no step; say '0: north', 'expect 0: in library' or 'undo'")
    return int(m[1]), m[2]


def not_asked(world: World, who: int) -> str | None:
    """Why seat `who` cannot answer now, None if it is asked."""
    p = world.game.G[st.G_PROMPT]
    return None if p is not None and p[st.P_WHO] == world.seat(str(who)) else says(world)


def refuse(world: World, text: str) -> str | None:
    """Expect that the game refuses a step; nothing may change."""
    g = world.game
    before = g.save()
    if text.startswith("undo"):
        n = number(text[5:] or "1")
        return None if n > g.undoable else f"the table may take back {g.undoable} answers"
    try:
        if text.startswith("correct "):
            g.correct(*correction(world, text[8:]))
        else:
            who, answer = split(text)
            wrong = not_asked(world, who)
            if wrong is not None:
                return wrong
            g.answer(value(world, answer))
    except NotOffered:
        return None
    except Refused:
        return None if g.save() == before else "it was refused, but something changed"
    return f"it was not refused; {says(world)}"


def correction(world: World, text: str) -> tuple[list[Any], int]:
    """The change that `trait 0 might 3 by 1` means, and whose hand it is, -1: the table's."""
    name, *given = text.split()
    who = -1
    if given[-2:-1] == ["by"]:
        who = world.figure(given[-1])
        del given[-2:]
    return named_change(world, name, given), who


def named_change(world: World, name: str, given: list[str]) -> list[Any]:
    """The change that `trait`, `0 might 3` means."""
    if name == "secret" and len(given) == 3:
        value = int(given[2]) if re.fullmatch(r"-?\d+", given[2]) else [ord(letter) for letter in given[2]]
        return [name, world.figure(given[0]), int(given[1]), value]
    limits = FIELDS[one_of("correction", name, FIELDS)][0]
    if len(given) != len(limits):
        raise Mistake(f"correct {name} takes {len(limits)} words: {', '.join(limits)}")
    return [name, *(corrected(world, limit, word) for limit, word in zip(limits, given))]


def corrected(world: World, limit: str, word: str) -> int:
    """The number that a word of a correction stands for."""
    if re.fullmatch(r"-?\d+", word) and limit not in ("place", "place on the board"):
        return int(word)
    if limit in ("explorer", "figure", "monster figure"):
        return world.figure(word)
    if limit == "room":
        return world.room(word)
    if limit == "trait":
        return TRAITS.index(one_of("trait", word, TRAITS))
    if limit == "card":
        return world.card(word)
    if limit in ("token", "lock", "monster"):
        return world.id("token" if limit == "lock" else limit, word)
    if limit == "direction":
        return DIRECTIONS.index(one_of("direction", word, DIRECTIONS))
    if limit == "winner":
        return expect.WINNERS.index(one_of("winner", word, expect.WINNERS))
    if limit in ("place", "place on the board"):
        return world.place(word)
    raise Mistake(f"{word!r} is not a number")
