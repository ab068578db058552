"""How games and views look to a person at a terminal, for whom seats count from 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from shared_rules import text
from shared_rules.game import Game
from shared_rules.state import CHOICE, LETTERS, P_ARGS, P_DOMAIN, P_KIND, P_TEXT, RANGE, SUBSET

from ..words import ENGLISH, words

#: Columns of the table of games: key of the outcome, width.
COLUMNS = (
    ("seed", 10),
    ("seats", 5),
    ("haunt", 5),
    ("ended", 8),
    ("winner", 9),
    ("turns", 5),
    ("answers", 7),
    ("hash", 8),
)


def heading() -> str:
    """The first line of a table of games."""
    return "  ".join(f"{key:>{width}}" for key, width in COLUMNS)


def row(outcome: dict[str, Any]) -> str:
    """A game as a line of that table."""
    cells = []
    for key, width in COLUMNS:
        value = outcome[key]
        if isinstance(value, list):
            value = _seats(value)
        cells.append(f"{'-' if value is None else value:>{width}}")
    return "  ".join(cells)


def summary(outcomes: list[dict[str, Any]], failed: int, seconds: float, bots: str) -> str:
    """What came of many games, in two lines."""
    ends = Counter(ending(outcome) for outcome in outcomes)
    ways = ", ".join(f"{end} {count}" for end, count in ends.most_common())
    answers = sum(outcome["answers"] for outcome in outcomes)
    rate = answers / seconds if seconds else 0
    games = f"{len(outcomes)} game{'' if len(outcomes) == 1 else 's'} played"
    trouble = f", {failed} failed" if failed else ""
    return f"{games}{trouble}, bots {bots}: {ways or 'none'}\n{answers} answers, {rate:.0f} a second"


def ending(outcome: dict[str, Any]) -> str:
    winner = outcome["winner"]
    if isinstance(winner, list):
        winner = f"seats {_seats(winner)}"
    elif winner == "none":
        winner = "nobody won"
    return f"{winner}{'' if outcome['ended'] == 'judged' else ' (declared)'}"


def _seats(seats: list[int]) -> str:
    return ",".join(str(seat + 1) for seat in seats)


def view(game: Game, seen: dict[str, Any], seat: int) -> list[str]:
    """A view of ``game`` in words; ``seat`` -1 is that of somebody who only looks on."""
    whose = "a looker-on" if seat < 0 else f"seat {seat + 1}"
    lines = [f"what {whose} sees: {_numbers(seen)}"]
    for e, row_ in enumerate(seen["explorers"]):
        face, side, alive, room = row_[:4]
        if face < 0:
            lines.append(f"  seat {e + 1}: no explorer yet")
            continue
        traits = ", ".join(
            f"{text.named(game, 'trait', trait)} {value}" for trait, value in enumerate(row_[6])
        )
        where = text.named(game, "room", room) if room >= 0 else "not in the house"
        state = ("hero", "traitor")[side] if seen["haunt"] >= 0 else "explorer"
        if not alive:
            state = "dead " + state
        lines.append(f"  seat {e + 1}: {text.named(game, 'explorer', e)}, {state}, {where}; {traits}")
        hand = [text.named(game, "card", card[0]) for card in seen["cards"] if card[2] == e]
        if hand:
            lines.append(f"    holds {', '.join(hand)}")
    for floor in range(3, -1, -1):
        rooms = [text.named(game, "room", r) for r, x in enumerate(seen["rooms"]) if x[1] == floor]
        if rooms:
            lines.append(f"  {text.named(game, 'floor', floor)}: {', '.join(rooms)}")
    prompt = seen["prompt"]
    if prompt is not None and len(prompt) == 1:
        lines.append(f"  seat {prompt[0] + 1} is choosing")
    elif prompt is not None:
        lines += [f"  seat {prompt[0] + 1}: {line}" for line in asked(game, prompt)]
    return lines


def _numbers(seen: dict[str, Any]) -> str:
    parts = [f"round {seen['round']}", f"turn of seat {seen['turn'] + 1}", f"{seen['omens']} omens"]
    if seen["track"] >= 0:
        parts.append(f"track {seen['track']}")
    return ", ".join(parts)


def asked(game: Game, prompt: list, lang: str = ENGLISH) -> Iterable[str]:
    """A prompt in words: what is asked, then what can be answered."""
    say = words(lang)
    yield text.line(game, prompt[P_TEXT], prompt[P_ARGS], lang)
    domain = prompt[P_DOMAIN]
    kind = prompt[P_KIND]
    if kind == CHOICE:
        yield " | ".join(text.option(game, option, lang) for option in domain)
    elif kind == RANGE:
        yield say("mirror.range", low=domain[0], high=domain[1])
    elif kind == SUBSET:
        options = " | ".join(text.option(game, option, lang) for option in domain[2:])
        yield say("mirror.subset", low=domain[0], high=domain[1], options=options)
    elif kind == LETTERS:
        yield say("mirror.letters", low=domain[0], high=domain[1])
    else:
        yield say("mirror.dice", n=domain[0])


def answered(game: Game, prompt: list, value: Any) -> str:
    """An answer to ``prompt`` in words; ``game`` still stands at the prompt."""
    kind = prompt[P_KIND]
    if kind == CHOICE:
        return text.option(game, value)
    if kind == SUBSET:
        return ", ".join(text.option(game, option) for option in value) or "none"
    if kind == LETTERS:
        return "".join(map(chr, value))
    if kind == RANGE:
        return str(value)
    return " ".join(map(str, value))
