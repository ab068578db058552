"""The position from which a scenario plays: a fresh game, changed by hand."""

from __future__ import annotations

import re
from typing import Any

from shared_rules import cards, figures, house, vm, words
from shared_rules import state as st
from shared_rules.game import Game, Refused

from ..packs import open_packs
from .faces import packs_for
from .files import Scenario
from .names import DECKS, DIRECTIONS, FLAGS, MARKS, PHASES, TRAITS, Mistake, World, one_of, sides, within
from .names import number as number_in

GAME_DECKS = ("first", "second", "widows-walk")
OPTIONS = {
    "stay": st.RULE_STAY,
    "equal": st.RULE_EQUAL,
    "cardboard": st.RULE_CARDBOARD,
    "cross_on": st.RULE_CROSS_ON,
    "played": st.RULE_PLAYED,
    "wander": st.RULE_WANDER,
}
LINK_FLAGS = {
    "one_way": st.LF_ONE_WAY,
    "explorers": st.LF_EXPLORERS,
    "monsters": st.LF_MONSTERS,
    "wall": st.LF_WALL,
}
#: What tells that the haunt has begun, where no phase is given.
HAUNTED = {"haunt", "traitor", "monsters"}
#: The stack ends here: what is not named is out of the game.
END = "end"


class SetupRefused(Mistake):
    """The rules do not allow a game with this set-up."""


def build(scenario: Scenario) -> World:
    """The game of a scenario, waiting for its first answer. Raises Mistake."""
    p = scenario.position
    extra = tuple((scenario.file.parent / name).resolve() for name in p.get("packs", ()))
    rows: list[dict[str, Any]] = [dict(row) for row in p.get("explorers", ())]
    if p.get("new") and not p.get("faces") and not any("face" in row for row in rows):
        world = World(open_packs(extra))
    else:
        world = World(packs_for(extra, p.get("faces", {})))
    seats = p.get("seats", max(3, len(rows)))
    begun = p.get("phase", "haunt" if HAUNTED & p.keys() else "explore") not in ("setup", "explore")
    if p.get("forced") and begun and not p.get("new"):
        raise Mistake(f"forced = {p['forced']}: the haunt has begun, so none can be forced; say haunt = {p['forced']}")
    rows += [{} for _ in range(seats - len(rows))] if not p.get("new") else []
    for i, row in enumerate(rows):
        row.setdefault("face", f"tx{i % 6}")
        if row["face"] == "TX":
            row["face"] = f"tx{i % 6}"
    world.game = fresh(world, p, seats, [world.id("explorer", row["face"]) for row in rows])
    if p.get("new"):
        for key in ("rooms", "phase", "turn", "monsters", "tokens"):
            if key in p:
                raise Mistake(f"new = true plays the set-up itself; leave out {key}")
        set_stacks(world, p)
        restart(world.game)
        return world
    place_rooms(world, p)
    place_explorers(world, rows)
    if not any(ex[st.E_ALIVE] for ex in world.game.ex):
        raise Mistake("explorers: nobody is alive, so there is nobody to play; leave out alive = false somewhere")
    set_stacks(world, p)
    place_things(world, p)
    set_numbers(world, p)
    start(world)
    return world


def fresh(world: World, p: dict[str, Any], seats: int, faces: list[int]) -> Game:
    """A game at its first prompt."""
    rules = 0
    for name in p.get("options", ()):
        rules |= OPTIONS[one_of("option", name, OPTIONS)]
    played = 0
    for n in p.get("played", ()):
        played |= 1 << within("played", n, 1, 999)
    date = p.get("date", (1, 1))
    if len(date) != 2:
        raise Mistake(f"date is [month, day], not {date!r}")
    month, day = date
    expansion = int(p.get("expansion", p.get("deck") == "widows-walk"))
    deck = GAME_DECKS.index(one_of("deck", p.get("deck", "second"), GAME_DECKS))
    try:
        return Game(
            world.packs,
            seats=seats,
            seed=p.get("seed", 1),
            deck=deck,
            expansion=expansion,
            rules=rules,
            forced=p.get("forced", 0),
            month=month,
            day=day,
            played=played,
            faces=tuple(faces),
        )
    except Refused as error:
        raise SetupRefused(str(error)) from error


def restart(g: Game) -> None:
    """Let the log begin at the prompt that is open now; what was told so far stays."""
    told = g.events
    g.load(g.save())
    g.events = told


def start(world: World) -> None:
    """Run from the turn of whoever's it is to the first prompt."""
    g = world.game
    g.events = []
    g.G[st.G_PROMPT] = None
    g.adopt(g.G)
    g.G[st.G_FRAMES][:] = [vm.new_frame(g, world.id("proc", "base:go_on"), st.NONE, ())]
    g.step()
    restart(g)


# --- the house -----------------------------------------------------------------------------


def place_rooms(world: World, p: dict[str, Any]) -> None:
    """`library east of foyer`, `chasm at basement 2,0 turned 1`, in this order."""
    g = world.game
    for text in p.get("rooms", ()):
        m = re.fullmatch(r"(\S+) (?:at (.+?)|(\w+ of \S+))(?: turned ([0-3])| doors (\w+))?", text)
        if m is None:
            raise Mistake(f"{text!r}: say 'library east of foyer' or 'library at ground 2,0'")
        tile = world.id("tile", m[1])
        if tile in g.tile_rooms:
            raise Mistake(f"{text!r}: {m[1]} is in the house already")
        c = world.cell(m[2] or m[3])
        if c in g.cells:
            raise Mistake(f"{text!r}: there lies {world.room_name(g.cells[c])}")
        doors = g.packs.tile(tile)[0]
        turns = [int(m[4])] if m[4] else list(range(4))
        if m[5]:
            turns = [t for t in turns if house.turned(doors, t) == sides(m[5])]
        elif m[3] and not m[4]:
            back = DIRECTIONS.index(m[3].split()[0]) + 2 & 3
            if not house.facing(g, c) >> back & 1:
                raise Mistake(f"{text!r}: there is no door; say 'turned 0' if you mean it")
            turns = [t for t in turns if house.turned(doors, t) >> back & 1]
        if not turns:
            raise Mistake(f"{text!r}: no turn of that tile has these doors")
        for pile in (g.G[st.G_STACKS][st.TILES], g.G[st.G_DISCARDS][st.TILES]):
            if tile in pile:
                pile.remove(tile)
        house.place(g, tile, c, turns[0])
    for name, marks in p.get("marks", {}).items():
        for mark in [marks] if isinstance(marks, str) else marks:
            g.rooms[world.room(name)][st.R_FLAGS] |= MARKS[one_of("mark", mark, MARKS)]


def stand(world: World, text: str) -> tuple[int, int]:
    """Room and half: `chasm`, or `chasm east` for the half with the east door."""
    name, _, door = text.partition(" ")
    r = world.room(name)
    return r, world.half(r, door) if door else 0


def place_explorers(world: World, rows: list[dict[str, Any]]) -> None:
    """Explorers with their traits, cards and flags."""
    g = world.game
    for e, row in enumerate(rows):
        ex = g.ex[e]
        ex[st.E_ROOM], ex[st.E_HALF] = stand(world, row.get("at", "entrance_hall"))
        for t, trait in enumerate(TRAITS):
            n = int(row.get(trait, figures.start_steps(g, e, t)))
            if not 0 <= n <= 8:
                raise Mistake(f"seat {e}: {trait} is a place on the track, 1 to 8 (0: the skull)")
            ex[st.E_TRAITS + t] = n
        ex[st.E_SIDE] = ("hero", "traitor").index(one_of("side", row.get("side", "hero"), ("hero", "traitor")))
        ex[st.E_ALIVE] = int(row.get("alive", True))
        ex[st.E_STORED] = row.get("stored", st.NONE)
        for flag in row.get("flags", ()):
            ex[st.E_FLAGS] |= FLAGS[one_of("flag", flag, FLAGS)]
        for name in row.get("raised", ()):
            ex[st.E_ONCE] |= 1 << world.room(name)
        for name in row.get("holds", ()):
            give(world, name, e)


def give(world: World, name: str, place: int) -> None:
    """Put a card somewhere, once; no steps are gained."""
    g = world.game
    c = world.card(name)
    if g.place[c] != st.AT_STACK:
        raise Mistake(f"the card {name} is {world.place_name(g.place[c])} already")
    cards.place_card(g, c, place)


def set_stacks(world: World, p: dict[str, Any]) -> None:
    """Order of the stacks, top first; `end` leaves out what is not named. Discards."""
    g = world.game
    for name, given in p.get("discards", {}).items():
        deck = DECKS.index(one_of("deck", name, DECKS))
        for card in given:
            if deck == st.TILES:
                move_tile(world, card, g.G[st.G_DISCARDS][deck])
            else:
                give(world, card, st.AT_DISCARD)
    for name, given in p.get("stacks", {}).items():
        deck = DECKS.index(one_of("deck", name, DECKS))
        stack = g.G[st.G_STACKS][deck]
        ends = given[-1:] == [END]
        top: list[int] = []
        for card in given[:-1] if ends else given:
            n = world.id("tile", card) if deck == st.TILES else world.card(card)
            if n not in stack:
                raise Mistake(f"{card} is not in the {name} stack")
            top.append(n)
        if deck != st.TILES and ends:
            for c in stack:
                g.place[c] = st.AT_STACK if c in top else st.AT_BOX
        rest = [] if ends else [n for n in stack if n not in top]
        stack[:] = rest + top[::-1]


def move_tile(world: World, name: str, pile: list[int]) -> None:
    """Move a tile of the stack to another pile."""
    stack = world.game.G[st.G_STACKS][st.TILES]
    tile = world.id("tile", name)
    if tile not in stack:
        raise Mistake(f"{name} is not in the tile stack")
    stack.remove(tile)
    pile.append(tile)


def place_things(world: World, p: dict[str, Any]) -> None:
    """Tokens, passages, piles and monsters."""
    g = world.game
    for row in p.get("monsters", ()):
        if "kind" not in row or "at" not in row:
            raise Mistake('a monster needs kind = "..." and at = "..."')
        f = figures.spawn(g, world.id("monster", row["kind"]), stand(world, row["at"])[0])
        m = g.monsters[f - st.MONSTER]
        for t, trait in enumerate(TRAITS):
            m[st.M_TRAITS + t] = row.get(trait, m[st.M_TRAITS + t])
        m[st.M_STUNNED] = int(row.get("stunned", False))
        for name in row.get("holds", ()):
            give(world, name, f)
        if row.get("side", "traitor") == "hero":
            m[st.M_SIDE] = st.HERO
    for text in p.get("tokens", ()):
        m = re.fullmatch(r"(\S+) ((?:in|on) \S+)(?: (\d+))?(?: at (\w+))?", text)
        if m is None:
            raise Mistake(f"{text!r}: say 'drip in library', 'tool on 0 2' or 'lock in library at north'")
        side = DIRECTIONS.index(one_of("side", m[4], DIRECTIONS)) + 1 if m[4] else 0
        g.tokens.append([world.id("token", m[1]), world.place(m[2]), int(m[3] or 1), side])
    for text in p.get("links", ()):
        place_link(world, text)
    for name, given in p.get("piles", {}).items():
        for card in given:
            give(world, card, st.ROOM_PLACE + world.room(name))


def place_link(world: World, text: str) -> None:
    """`library to kitchen one_way explorers token secret_passage cost 2`."""
    tokens = text.split()
    if len(tokens) < 3 or tokens[1] != "to":
        raise Mistake(f"{text!r}: say 'library to kitchen'")
    flags, token, cost = 0, st.NONE, 1
    rest = iter(tokens[3:])
    for word in rest:
        if word == "token":
            token = world.id("token", next(rest, ""))
        elif word == "cost":
            cost = number_in(next(rest, ""))
        else:
            flags |= LINK_FLAGS[one_of("kind of passage", word, LINK_FLAGS)]
    house.add_link(world.game, world.room(tokens[0]), world.room(tokens[2]), flags, cost, token)


# --- the numbers ---------------------------------------------------------------------------


def set_numbers(world: World, p: dict[str, Any]) -> None:
    """Phase, haunt, sides, whose turn, counters."""
    g = world.game
    v = g.v
    phase = one_of("phase", p.get("phase", "haunt" if HAUNTED & p.keys() else "explore"), PHASES)
    g.G[st.G_PHASE] = PHASES.index(phase)
    v[st.V_TURN] = world.seat(str(p.get("turn", 0)))
    v[st.V_ROUND] = within("round", p.get("round", 1), 1, 9999)
    v[st.V_OMENS] = within("omens", p.get("omens", 0), 0, 13)
    v[st.V_TRACK] = within("track", p.get("track", st.NONE), st.NONE, 12)
    v[st.V_DUE] = nobody_or_seat(world, p, "due", st.NONE)
    v[st.V_MANUAL] = int(p.get("manual", False))
    if "haunt" in p and phase != "explore":
        v[st.V_HAUNT] = g.packs.haunt_by_number(p["haunt"])
        if v[st.V_HAUNT] < 0:
            raise Mistake(f"there is no haunt {p['haunt']} in these packs")
    revealer = nobody_or_seat(world, p, "revealer", 0 if phase == "haunt" else st.NONE)
    v[st.V_REVEALER] = revealer
    traitor = nobody_or_seat(world, p, "traitor", st.NONE)
    if traitor >= 0:
        g.ex[traitor][st.E_SIDE] = st.TRAITOR
    v[st.V_TRAITOR] = traitor
    v[st.V_ANCHOR] = traitor if traitor >= 0 else revealer
    v[st.V_KEEPER] = nobody_or_seat(world, p, "keeper", v[st.V_ANCHOR])
    v[st.V_BASE_HEROES] = words.count(g, figures.heroes(g))
    if "omen" in p:
        m = re.fullmatch(r"(\S+) in (\S+)", p["omen"])
        if m is None:
            raise Mistake(f"omen: say 'girl in catacombs', not {p['omen']!r}")
        v[st.V_LAST_OMEN], v[st.V_OMEN_ROOM] = world.card(m[1]), world.room(m[2])
    for name, n in p.get("numbers", {}).items():
        i = number_in(name)
        if not 0 <= i < st.V_SIZE - st.V_H0:
            raise Mistake(f"numbers: a haunt keeps numbers 0 to 15, not {name}")
        v[st.V_H0 + i] = n
    for row in p.get("secrets", ()):
        g.G[st.G_SECRETS].append(secret(world, row))


def nobody_or_seat(world: World, p: dict[str, Any], key: str, otherwise: int) -> int:
    """The seat that `key` names; -1: nobody."""
    n = p.get(key, otherwise)
    try:
        return n if n == st.NONE else world.seat(str(n))
    except Mistake as error:
        raise Mistake(f"{key} = {n}: {error}, or -1: nobody") from error


def secret(world: World, row: Any) -> list[Any]:
    """A secret as the game keeps it, of `[kind, owner, value, [seats]]`."""
    if not isinstance(row, list) or len(row) != 4 or not isinstance(row[3], list):
        raise Mistake(f"secrets: say [kind, owner, value, [seats that read it]], not {row!r}")
    kind, owner, value, readers = row
    letters = value if isinstance(value, list) else [value]
    if [n for n in (kind, owner, *letters, *readers) if type(n) is not int]:
        raise Mistake(f"secrets: {row!r} holds something that is not a number")
    if owner != st.NONE:
        world.seat(str(owner))
    return [kind, owner, value, sum({1 << world.seat(str(e)) for e in readers})]
