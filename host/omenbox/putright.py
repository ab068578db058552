"""Putting right: what the table can set by hand now, asked step by step and in words.

What can be chosen is made from :func:`shared_rules.view.view`, like the feed, so that no seat
learns from it what it may not see; whether it is possible is for :mod:`shared_rules.correct`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from shared_rules import correct, house, text, view
from shared_rules import state as s
from shared_rules.game import Game

from .words import words

#: What can be put right, in the order in which it is offered.
FIELDS = (
    "trait", "room", "card", "token", "track", "omens", "spent", "half", "alive", "side", "captive",
    "monster", "value", "stun", "remove", "door", "secret", "end",
)  # fmt: skip
#: Words for a switch that is off and on, by field.
SWITCHES = {
    "half": ("right.near", "right.far"),
    "alive": ("dead", "right.alive"),
    "side": ("who.hero", "traitor"),
    "captive": ("right.free", "right.captive"),
    "stun": ("right.awake", "stunned"),
    "door": ("right.lock_off", "right.lock_on"),
}
#: What each place in a correction is asked by: a key of the page's words, where it is not its kind of value.
ASKED = {
    ("trait", 2): "place_of_8",
    ("token", 2): "how_many",
    ("value", 2): "value",
    ("spent", 1): "spaces",
    ("track", 0): "track",
    ("omens", 0): "omens",
}
#: Kinds of things in a text whose names can be chosen; others are numbers.
KNOWN = ("explorer", "seat", "figure", "room", "trait", "card", "tile", "token", "monster")
#: The most characters of a secret text that is put right: a line to the box holds no more.
LETTERS = 70
WINNERS = ("nobody", "heroes", "traitor")

Option = dict[str, Any]


def choices(game: Game, seat: int, chosen: list[int], lang: str = "en") -> dict[str, Any]:
    """The next thing to choose for a correction by ``seat`` (-1: the table), after those ``chosen``.

    The first choice is a number of :data:`FIELDS`, each further one a value of the correction; what is
    no longer possible ends them. Everything can be written as JSON:

    chosen   what has been chosen so far, each with ``value``, ``text`` and whether it was the ``only`` one
    label    what is asked next, "" when nothing is
    options  its answers with ``value``, ``text``, perhaps a ``note``, and whether it holds ``now``
    letters  the most characters that are asked for instead, 0
    change   the correction that has been chosen, None while something is asked
    says     the line that will tell of it
    """
    return _Chooser(game, seat, lang).choices(chosen)


def change_to_text(game: Game, seat: int, chosen: list[int], typed: str) -> list[Any]:
    """The correction that changes a secret text of ``seat``, as ``chosen``, to what was typed."""
    return ["secret", seat, _known(game, seat)[chosen[1]], [ord(letter) for letter in typed]]


def _known(game: Game, seat: int) -> list[int]:
    """Numbers of the secret records that a seat may read."""
    return [i for i, row in enumerate(game.G[s.G_SECRETS]) if view.reads(row, seat)]


class _Chooser:
    """A view of the game, and what it takes to put its things into words."""

    def __init__(self, game: Game, seat: int, lang: str) -> None:
        self.game = game
        self.packs = game.packs
        self.seat = seat
        self.lang = lang
        self.say = words(lang)
        self.seen = view.view(game, seat)

    def named(self, kind: str, n: int) -> str:
        return text.named(self.game, kind, n, self.lang)

    def option(self, value: int, label: str, note: str = "", now: bool = False) -> Option:
        return {"value": value, "text": label, "note": note, "now": now}

    def choices(self, chosen: list[int]) -> dict[str, Any]:
        got: dict[str, Any] = {"chosen": [], "letters": 0, "options": [], "change": None, "says": ""}
        left = list(chosen)
        values: list[int] = []
        while True:
            label, options = self.step(values)
            got["label"] = label
            got["options"] = options or []
            if options is None:
                break
            picked = options[0] if len(options) == 1 and values else None
            only = picked is not None
            if picked is None:
                value = left.pop(0) if left else None
                picked = next((o for o in options if o["value"] == value), None)
            elif left:
                left.pop(0)
            if picked is None:
                return got
            values.append(picked["value"])
            got["chosen"].append({"value": picked["value"], "text": picked["text"], "only": only})
        field = FIELDS[values[0]]
        got["label"] = ""
        if field == "secret":
            row = self.game.G[s.G_SECRETS][_known(self.game, self.seat)[values[1]]]
            if isinstance(row[s.S_VALUE], list):
                got["label"] = self.say("right.new_text")
                got["letters"] = LETTERS
                return got
            got["change"] = [field, self.seat, _known(self.game, self.seat)[values[1]], values[2]]
        else:
            got["change"] = [field, *values[1:]]
        got["says"] = text.line(self.game, *correct.said(self.game, got["change"], self.seat), self.lang)
        return got

    def step(self, values: list[int]) -> tuple[str, list[Option] | None]:
        """What is asked after some values, and its answers; None when all has been chosen."""
        if not values:
            return self.say("right.what"), self.fields()
        field = FIELDS[values[0]]
        n = len(values) - 1
        if field == "secret":
            return self.say("right.secret"), self.secret(values[1:])
        limits = correct.FIELDS[field][0]
        if n == len(limits):
            return "", None
        limit = limits[n]
        asked = ASKED.get((field, n)) or limit.replace(" ", "_")
        if limit == "0..1":
            asked = "which"
        return self.say(f"right.{asked}"), self.answers(field, limit, values[1:])

    # --- what can be put right ----------------------------------------------------------------

    def fields(self) -> list[Option]:
        return [
            self.option(i, self.say(f"right.field_{field}")) for i, field in enumerate(FIELDS) if self.possible(field)
        ]

    def possible(self, field: str) -> bool:
        phase = self.seen["phase"]
        if field == "trait":
            return bool(self.explorers())
        if field == "secret":
            return bool(self.secrets())
        if phase == s.PHASE_SETUP:
            return False
        if field == "half":
            return any(self.divided(row[3]) for row in self.seen["explorers"])
        if field in ("value", "stun", "remove"):
            return bool(self.monsters())
        if field in ("side", "captive"):
            return phase == s.PHASE_HAUNT
        if field == "end":
            return phase == s.PHASE_HAUNT and bool(self.seen["manual"])
        return field != "door" or bool(self.answers("door", "lock", []))

    def divided(self, room: int) -> bool:
        return room >= 0 and bool(self.seen["rooms"][room][s.R_HALF])

    # --- the answers, by the kind of value ------------------------------------------------------

    def answers(self, field: str, limit: str, given: list[int]) -> list[Option]:
        if ".." in limit:
            return self.numbers(field, limit, given)
        table: dict[str, Callable[[], list[Option]]] = {
            "explorer": lambda: self.explorers(field),
            "figure": lambda: self.explorers() + self.monsters(),
            "monster figure": self.monsters,
            "room": self.rooms,
            "trait": lambda: [self.option(t, self.named("trait", t)) for t in range(4)],
            "card": self.cards,
            "token": lambda: self.kinds("token", s.KIND_TOKEN),
            "monster": lambda: self.kinds("monster", s.KIND_MONSTER),
            "lock": self.locks,
            "place": lambda: self.explorers("holds") + self.monsters() + self.piles() + self.rooms(s.ROOM_PLACE),
            "place on the board": lambda: self.rooms(s.ROOM_PLACE) + self.explorers() + self.monsters(),
            "direction": lambda: self.sides(given[1]),
            "winner": self.winners,
        }
        return table[limit]()

    def explorers(self, field: str = "") -> list[Option]:
        got = []
        for e, row in enumerate(self.seen["explorers"]):
            if row[0] < 0 or field in ("holds", "captive", "spent") and not row[2]:
                continue
            if field == "half" and not self.divided(row[3]):
                continue
            got.append(self.option(e, self.named("explorer", e), "" if row[2] else self.say("dead")))
        return got

    def monsters(self) -> list[Option]:
        return [
            self.option(s.MONSTER + i, self.named("figure", s.MONSTER + i), self.named("room", row[s.M_ROOM]))
            for i, row in enumerate(self.seen["monsters"])
            if row[s.M_ROOM] >= 0
        ]

    def rooms(self, base: int = 0) -> list[Option]:
        got = [
            self.option(base + r, self.named("room", r), self.named("floor", row[s.R_FLOOR]))
            for r, row in enumerate(self.seen["rooms"])
            if row[s.R_FLOOR] >= 0
        ]
        return sorted(got, key=lambda option: option["text"])

    def cards(self) -> list[Option]:
        """Every card of the game by its name, with the place of those that lie open."""
        open_ = {c: place for c, _, place, _ in self.seen["cards"]}
        for pile in self.seen["discards"][: s.TILES]:
            open_.update(dict.fromkeys(pile, s.AT_DISCARD))
        got = [
            self.option(c, self.named("card", c), self.place(open_[c]) if c in open_ else "")
            for c in range(len(self.game.G[s.G_CARDS]))
        ]
        return sorted(got, key=lambda option: option["text"])

    def place(self, place: int) -> str:
        return self.named("place", place) if place != s.AT_TABLE else self.say("table")

    def kinds(self, kind: str, number: int) -> list[Option]:
        got = [self.option(i, self.named(kind, i)) for i in self.packs.ids(number)]
        return sorted(got, key=lambda option: option["text"])

    def locks(self) -> list[Option]:
        return [o for o in self.kinds("token", s.KIND_TOKEN) if correct.fits(self.game, "lock", o["value"])]

    def piles(self) -> list[Option]:
        return [self.option(place, self.named("place", place)) for place in (s.AT_DISCARD, s.AT_STACK, s.AT_BOX)]

    def sides(self, room: int) -> list[Option]:
        doors = self.seen["rooms"][room][s.R_DOORS]
        return [self.option(d, self.named("direction", d)) for d in range(4) if doors >> d & 1]

    def winners(self) -> list[Option]:
        traitor = self.packs.haunt(self.seen["haunt"])[2]
        got = [self.option(w, self.say(f"end.{WINNERS[w]}")) for w in (s.WIN_HEROES, s.WIN_TRAITOR, s.WIN_NONE)]
        return [o for o in got if traitor or o["value"] != s.WIN_TRAITOR]

    def numbers(self, field: str, limit: str, given: list[int]) -> list[Option]:
        low, _, high = limit.partition("..")
        now = self.now(field, given)
        got = []
        for n in range(int(low), int(high) + 1):
            label, note = str(n), ""
            if field in SWITCHES:
                label = self.say(SWITCHES[field][n])
            elif field == "trait":
                label = str(self.game.tracks[given[0]][given[1] * 9 + n - 1])
                start = self.game.tracks[given[0]][given[1] * 9 + 8] == n
                note = self.say("right.start") if start else ""
            elif n < 0:
                label = self.say("right.unused")
            got.append(self.option(n, label, note, n == now))
        return got

    def now(self, field: str, given: list[int]) -> int | None:
        """What holds now, as far as the seat knows it."""
        if field in ("track", "omens"):
            return self.seen[field]
        if field == "value" or field == "stun":
            row = self.seen["monsters"][given[0] - s.MONSTER]
            return row[s.M_STUNNED] if field == "stun" else row[s.M_TRAITS + given[1]]
        if field == "token":
            found = (row for row in self.seen["tokens"] if row[s.K_KIND] == given[0] and row[s.K_PLACE] == given[1])
            return sum(row[s.K_N] for row in found)
        if field == "door":
            room, side = given[1:]
            return int(house.lock_on(self.game, room, side) >= 0)
        _face, side, alive, _room, half, steps, _values, _left, flags = self.seen["explorers"][given[0]][:9]
        if field == "trait":
            return steps[given[1]]
        if field == "spent":
            return None
        return {"half": half, "alive": alive, "side": side, "captive": int(bool(flags & s.F_CAPTIVE))}[field]

    # --- secrets ----------------------------------------------------------------------------------

    def secrets(self) -> list[Option]:
        """The secrets of the seat that have words."""
        got = []
        for k, i in enumerate(_known(self.game, self.seat)):
            row = self.game.G[s.G_SECRETS][i]
            if row[s.S_KIND] == s.SECRET_SIDE:
                line = self.say("right.true_side", name=self.named("explorer", row[s.S_OWNER]))
            else:
                line = text.secret(self.game, row, self.lang)
            if line:
                got.append(self.option(k, line))
        return got

    def kind_of(self, row: list[Any]) -> str:
        """Of what kind a secret number is, as the text that tells it names it; a bare number where none does."""
        if row[s.S_KIND] == s.SECRET_SIDE:
            return "side"
        found = re.search(r"\{1:(\w+)\}", self.packs.text(row[s.S_KIND], "en"))
        return found[1] if found else "number"

    def secret(self, given: list[int]) -> list[Option] | None:
        if not given:
            return self.secrets()
        row = self.game.G[s.G_SECRETS][_known(self.game, self.seat)[given[0]]]
        value = row[s.S_VALUE]
        if len(given) > 1 or isinstance(value, list):
            return None
        kind = self.kind_of(row)
        if kind == "side":
            got = [self.option(0, self.say("who.hero")), self.option(1, self.say("traitor"))]
        elif kind not in KNOWN:
            got = [self.option(n, str(n)) for n in range(max(13, value + 1))]
        elif kind == "tile":
            got = self.kinds("tile", s.KIND_TILE)
        else:
            got = self.answers("secret", "explorer" if kind == "seat" else kind, [])
        for option in got:
            option["now"] = option["value"] == value
        return got
