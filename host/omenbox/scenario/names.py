"""Names for the things of a game, both ways: `library`, `axe`, `m0`, `ground 2,-1`."""

from __future__ import annotations

import difflib
import re
from typing import Any

from shared_rules import house
from shared_rules import state as st
from shared_rules.pack import NAMED, Packs

from ..errors import OmenboxError

TRAITS = ("speed", "might", "sanity", "knowledge")
FLOORS = ("basement", "ground", "upper", "roof")
DIRECTIONS = ("north", "east", "south", "west")
DECKS = ("omen", "item", "event", "tile")
PHASES = ("setup", "explore", "reveal", "haunt", "ended")
MARKS = {
    "destroyed": st.RF_DESTROYED,
    "opened": st.RF_OPENED,
    "visited": st.RF_VISITED,
    "quiet": st.RF_QUIET,
}
FLAGS = {
    "stopped": st.F_STOPPED,
    "attacked": st.F_ATTACKED,
    "moved": st.F_MOVED,
    "gave": st.F_GAVE,
    "crossed": st.F_CROSSED,
    "ruins": st.F_RUINS,
    "stuck": st.F_STUCK,
    "slow": st.F_SLOW,
    "captive": st.F_CAPTIVE,
    "ignores": st.F_IGNORES,
    "locked": st.F_LOCKED,
}
OFF_BOARD = {
    "stack": st.AT_STACK,
    "discard": st.AT_DISCARD,
    "box": st.AT_BOX,
    "table": st.AT_TABLE,
}


class Mistake(OmenboxError):
    """Something in a scenario that cannot be meant: a name that is nowhere, a key too many."""


def one_of(what: str, name: str, names: Any) -> str:
    """`name` if it is among `names`; else a Mistake with the nearest ones."""
    names = list(names)
    if name in names:
        return name
    near = difflib.get_close_matches(name, names, 3) or names[:12]
    raise Mistake(f"there is no {what} {name!r}; perhaps {' or '.join(map(repr, near))}")


def number(text: str) -> int:
    """The number that `text` is."""
    if not re.fullmatch(r"-?\d+", text):
        raise Mistake(f"{text!r} is not a number")
    return int(text)


def within(what: str, n: Any, low: int, high: int) -> int:
    """`n` if it is a number from `low` to `high`."""
    if type(n) is not int or not low <= n <= high:
        raise Mistake(f"{what} is a number from {low} to {high}, not {n!r}")
    return n


def letters(mask: int) -> str:
    """A mask of sides as letters."""
    return "".join("NESW"[d] for d in range(4) if mask >> d & 1)


def sides(text: str) -> int:
    """Letters as a mask of sides."""
    for letter in text:
        one_of("side", letter, "NESW")
    return sum(1 << "NESW".index(letter) for letter in set(text))


class World:
    """The packs and the game of a scenario, and what its things are called."""

    game: Any  # a shared_rules.game.Game; its lists are untyped
    begun = ""  # the position that the scenario started from, saved

    def __init__(self, packs: Packs) -> None:
        self.packs = packs
        self.numbers: dict[str, dict[str, int]] = {}
        self.ids: dict[str, dict[int, str]] = {}
        for kind in NAMED[1:]:
            numbers = self.numbers[kind] = {}
            ids = self.ids[kind] = {}
            for slot, pack in enumerate(packs.packs):
                for n, name in enumerate(pack.names(kind)):
                    numbers[name] = numbers[f"{pack.name}:{name}"] = slot << 12 | n
                    ids[slot << 12 | n] = name

    def id(self, kind: str, name: str) -> int:
        """The id of a content, "text" or "proc" of that name."""
        return self.numbers[kind][one_of(kind, name, self.numbers[kind])]

    def name(self, kind: str, n: int) -> str:
        """The name of the content with id `n`."""
        return self.ids[kind].get(n, f"{kind} {n}")

    # --- things in play ----------------------------------------------------------------

    def room(self, name: str) -> int:
        """The room in play whose tile has that name."""
        r = self.game.tile_rooms.get(self.id("tile", name), st.NONE)
        if r < 0:
            placed = ", ".join(self.room_name(r) for r in range(len(self.game.rooms)))
            raise Mistake(f"{name} is not in the house; there are {placed}")
        return r

    def room_name(self, r: int) -> str:
        """The name of room `r`."""
        return self.name("tile", self.game.rooms[r][st.R_TILE]) if r >= 0 else "nowhere"

    def card(self, name: str) -> int:
        """The card of that name."""
        c = self.game.card_index.get(self.id("card", name), st.NONE)
        if c < 0:
            raise Mistake(f"the card {name} is not in this deck; set deck, or take another card")
        return c

    def card_name(self, c: int) -> str:
        """The name of card `c`."""
        return self.name("card", self.game.G[st.G_CARDS][c])

    def seat(self, text: str) -> int:
        """The seat that a number names."""
        n = number(text)
        if not 0 <= n < len(self.game.ex):
            raise Mistake(f"there is no seat {n}; seats are 0 to {len(self.game.ex) - 1}")
        return n

    def figure(self, text: str) -> int:
        """An explorer by seat, a monster by place (`m0`) or by the name of its kind."""
        if re.fullmatch(r"-?\d+", text):
            return self.seat(text)
        monsters = self.game.monsters
        if re.fullmatch(r"m\d+", text):
            if int(text[1:]) >= len(monsters):
                raise Mistake(f"there is no monster {text}; there are {len(monsters)}, from m0 on")
            return st.MONSTER + int(text[1:])
        kind = self.id("monster", text)
        found = [i for i in range(len(monsters)) if monsters[i][st.M_KIND] == kind]
        if len(found) != 1:
            raise Mistake(f"there are {len(found)} monsters named {text}; say m0, m1, ...")
        return st.MONSTER + found[0]

    def figure_name(self, f: int) -> str:
        """A figure as it is written in a scenario."""
        return str(f) if f < st.MONSTER else f"m{f - st.MONSTER}"

    def place(self, text: str) -> int:
        """A place: a room, `with 0` or a figure, or stack, discard, box."""
        words = text.split()
        if words and words[0] in ("in", "with", "on"):
            words = words[1:]
        if len(words) != 1:
            raise Mistake(f"{text!r} is not a place; say a room, a seat, or discard")
        name = words[0]
        if name in OFF_BOARD:
            return OFF_BOARD[name]
        if re.fullmatch(r"m?\d+", name):
            return self.figure(name)
        return st.ROOM_PLACE + self.room(name)

    def place_name(self, place: int) -> str:
        """A place in words."""
        for name, n in OFF_BOARD.items():
            if n == place:
                return name
        if place >= st.ROOM_PLACE:
            return f"in {self.room_name(place - st.ROOM_PLACE)}"
        return f"with {self.figure_name(place)}"

    def cell(self, text: str) -> int:
        """A cell: `ground 2,-1` or `north of library`."""
        words = text.split()
        if len(words) == 3 and words[1] == "of":
            d = DIRECTIONS.index(one_of("direction", words[0], DIRECTIONS))
            c = house.cell_of(self.game, self.room(words[2]))
            column, row = (c >> 6 & 63) - 32, (c & 63) - 32
            if (row, column, row, column)[d] == (-32, 31, 31, -32)[d]:
                raise Mistake(f"{text}: a floor ends there; its cells are -32 to 31")
            return house.cell_beside(c, d)
        if len(words) == 2 and words[0] in FLOORS:
            x, _, y = words[1].partition(",")
            xy = [within(f"{text}: a cell", number(n), -32, 31) for n in (x, y)]
            return house.cell(FLOORS.index(words[0]), *xy)
        raise Mistake(f"{text!r} is not a cell; say 'north of library' or 'ground 2,-1'")

    def cell_names(self, c: int) -> list[str]:
        """A cell in words: by its floor, and by every room beside it."""
        got = [f"{FLOORS[c >> 12]} {(c >> 6 & 63) - 32},{(c & 63) - 32}"]
        for d in range(4):
            o = self.game.cells.get(house.cell_beside(c, d), st.NONE)
            if o >= 0:
                got.append(f"{DIRECTIONS[d + 2 & 3]} of {self.room_name(o)}")
        return got

    def half(self, r: int, direction: str) -> int:
        """The half of room `r` on which its side `direction` lies."""
        d = DIRECTIONS.index(one_of("direction", direction, DIRECTIONS))
        return house.half_of(self.game, r, d)

    def line(self, event: list) -> str:
        """An event as it would be written after `said:`."""
        text, args = event[1], event[2]
        kinds = self.placeholders(text)
        return " ".join([self.name("text", text), *map(self.thing_name, kinds, args)])

    def placeholders(self, text: int) -> list[str]:
        """Kinds of the things that text `text` names, in the order of their positions."""
        found = dict(re.findall(r"\{(\d+)(?::(\w+))?\}", self.packs.text(text)))
        size = max(map(int, found), default=-1) + 1
        return [found.get(str(i)) or "number" for i in range(size)]

    def thing(self, kind: str, text: str) -> int:
        """The thing of a kind that a word names, as an event holds it."""
        if text == "none":
            return st.NONE
        if kind in ("explorer", "figure"):
            return self.figure(text)
        if kind == "card":
            return self.card(text)
        if kind == "room":
            return self.room(text)
        if kind in ("tile", "token", "monster"):
            return self.id(kind, text)
        words = {"trait": TRAITS, "floor": FLOORS, "deck": DECKS, "side": ("hero", "traitor")}
        if kind in words and not text.isdigit():
            return words[kind].index(one_of(kind, text, words[kind]))
        return number(text)

    def thing_name(self, kind: str, n: int) -> str:
        """A thing of a kind as a word."""
        if n < 0:
            return "none"
        if kind in ("explorer", "figure"):
            return self.figure_name(n)
        if kind == "card":
            return self.card_name(n)
        if kind == "room":
            return self.room_name(n)
        if kind in ("tile", "token", "monster"):
            return self.name(kind, n)
        if kind == "trait":
            return TRAITS[n]
        return str(n)
