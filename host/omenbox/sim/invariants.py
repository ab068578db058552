"""What must hold at every prompt of every game, whatever has been answered.

:func:`check` raises :exc:`Broken` with the first thing that does not.
"""

# The names of the state's slots come by star import, as in the core.
# ruff: noqa: F403, F405

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from shared_rules import house, text, view
from shared_rules.game import Game
from shared_rules.state import *

#: What a game keeps beside its state, to be quick.
DERIVED = ("cells", "tile_rooms", "ways", "edges", "card_index", "hooked", "tracks")


class Broken(Exception):
    """An invariant of the game does not hold; says which."""


def check(game: Game) -> None:
    """Look at all invariants of ``game`` as it stands at a prompt or at its end."""
    numbers_only(game)
    numbers(game)
    cards(game)
    house_is_sound(game)
    tiles(game)
    figures(game)
    tokens_and_links(game)
    frames(game)
    prompt(game)
    derived(game)
    views(game)


def need(holds: Any, what: str, *things: Any) -> None:
    """Raise :exc:`Broken` unless ``holds``; ``what`` is a format string for ``things``."""
    if not holds:
        raise Broken("broken invariant: " + what % things)


def idle(game: Game) -> bool:
    """Whether nothing is half done: an explorer or a monster chooses what to do next."""
    p = game.prompt
    return p is not None and p[P_MENU] == 1 and game.G[G_PHASE] != PHASE_REVEAL


def numbers_only(game: Game) -> None:
    """The state is nested lists of integers and None, so that its text is canonical."""
    stranger = re.search(r"[^-0-9,\[\] nul]", game.save())
    need(stranger is None, "the state holds %s", stranger and stranger.string[stranger.start() :][:40])
    need(len(game.G) == G_SIZE and game.G[G_SCHEMA] == SCHEMA, "the state has another schema")
    need(0 < game.G[G_RNG] <= 0xFFFFFFFF, "the generator is %d", game.G[G_RNG])


def numbers(game: Game) -> None:
    """Phase, track, omens, end and whose turn it is agree with one another."""
    v, phase = game.v, game.G[G_PHASE]
    seats = range(len(game.ex))
    need(len(v) == V_SIZE, "%d variables", len(v))
    need(v[V_TURN] in seats, "it is the turn of seat %d", v[V_TURN])
    need(-1 <= v[V_TRACK] <= 12, "the track stands at %d", v[V_TRACK])
    need(0 <= v[V_OMENS], "%d omens", v[V_OMENS])
    for i in (V_REVEALER, V_TRAITOR, V_KEEPER, V_DUE, V_NEXT):
        need(v[i] == NONE or v[i] in seats, "variable %d names seat %d", i, v[i])
    need(phase in range(PHASE_ENDED + 1), "phase %d", phase)
    if phase in (PHASE_SETUP, PHASE_EXPLORE):
        need(v[V_HAUNT] == v[V_TRAITOR] == NONE, "a haunt before the reveal")
    if phase == PHASE_HAUNT:
        need(v[V_HAUNT] >= 0 and v[V_REVEALER] >= 0, "a haunt without number or revealer")
    over = phase == PHASE_ENDED
    need(over == (v[V_ENDED] in (1, 2)), "phase %d, ended %d", phase, v[V_ENDED])
    need(over == (game.prompt is None), "a prompt after the end, or none before")
    need(over == (not game.G[G_FRAMES]), "frames after the end, or none before")
    need(v[V_WINNER] in range(WIN_SEATS + 1), "winner %d", v[V_WINNER])


def cards(game: Game) -> None:
    """Every card is in one place: a pile has it exactly if the card says so, and once."""
    G, place = game.G, game.place
    n = len(G[G_CARDS])
    need(len(place) == len(G[G_CARDN]) == n, "cards, places and their numbers differ in length")
    need(len(set(G[G_CARDS])) == n, "a card is in the decks twice")
    piled: Counter[int] = Counter()
    for deck in (OMEN, ITEM, EVENT):
        for where, piles in ((AT_STACK, G_STACKS), (AT_DISCARD, G_DISCARDS)):
            for c in G[piles][deck]:
                piled[c] += 1
                need(0 <= c < n, "card %d in a pile", c)
                need(place[c] == where, "card %d is in a pile and at %d", c, place[c])
                need(game.packs.card(G[G_CARDS][c])[0] == deck, "card %d in pile %d", c, deck)
    for c, at in enumerate(place):
        need(piled[c] == (at in (AT_STACK, AT_DISCARD)), "card %d is %d times in piles", c, piled[c])
        need(at >= AT_TABLE and is_place(game, at), "card %d at %d", c, at)
        if 0 <= at < MONSTER:
            need(game.ex[at][E_ALIVE] or not idle(game), "dead explorer %d holds card %d", at, c)
        if idle(game):
            need(at != AT_TABLE, "card %d is left on the table", c)


def is_place(game: Game, at: int) -> bool:
    """Whether a number is a place: out of play, a figure, or a room in play."""
    if at < 0:
        return True
    if at < MONSTER:
        return at < len(game.ex)
    if at < ROOM_PLACE:
        return at - MONSTER < len(game.monsters)
    return at - ROOM_PLACE < len(game.rooms)


def house_is_sound(game: Game) -> None:
    """Every room lies on a cell of its own with its tile's doors turned; any floor will do: What the ...? (O65)."""
    cells: dict[int, int] = {}
    for r, row in enumerate(game.rooms):
        need(len(row) == R_SIZE, "room %d has %d fields", r, len(row))
        need(BASEMENT <= row[R_FLOOR] <= ROOF, "room %d on floor %d", r, row[R_FLOOR])
        c = house.cell_of(game, r)
        need(c not in cells, "rooms %s and %d on one cell", cells.get(c), r)
        cells[c] = r
        tile = game.packs.tile(row[R_TILE])
        need(row[R_ROT] in range(4), "room %d is turned %d times", r, row[R_ROT])
        doors = house.turned(tile[0], row[R_ROT])
        need(row[R_DOORS] == doors, "room %d has doors %d, its tile %d", r, row[R_DOORS], doors)
        half = house.turned(tile[7], row[R_ROT]) if tile[5] else 0
        need(row[R_HALF] == half, "room %d is divided at %d", r, row[R_HALF])


def tiles(game: Game) -> None:
    """Every tile is in the house, in the stack or among the rejects, and once."""
    if game.G[G_PHASE] == PHASE_SETUP:
        return
    found = Counter(row[R_TILE] for row in game.rooms)
    found.update(game.G[G_STACKS][TILES])
    found.update(game.G[G_DISCARDS][TILES])
    twice = [tile for tile, n in found.items() if n > 1]
    need(not twice, "tiles %s are there twice", twice)
    missing = 0
    for tile in game.packs.ids(KIND_TILE):
        if (tile >> 12 == 0 or game.v[V_EXPANSION]) and tile not in found:
            missing += 1
    # While a tile is being placed it is in nobody's pile; a floor that is closed keeps it out.
    need(missing <= (0 if idle(game) else 1), "%d tiles are nowhere", missing)


def figures(game: Game) -> None:
    """Explorers stand in the house with traits on their tracks; so do monsters on the board."""
    G = game.G
    faces = [row[E_FACE] for row in game.ex if row[E_FACE] >= 0]
    need(len(set(faces)) == len(faces), "two seats play one face")
    for e, row in enumerate(game.ex):
        need(len(row) == E_SIZE, "explorer %d has %d fields", e, len(row))
        need(row[E_ALIVE] in (0, 1) and row[E_SIDE] in (HERO, TRAITOR), "explorer %d: life, side", e)
        for trait in range(4):
            steps = row[E_TRAITS + trait]
            need(0 <= steps <= 8, "explorer %d: trait %d at step %d", e, trait, steps)
            dying = G[G_PHASE] in (PHASE_HAUNT, PHASE_ENDED) and not idle(game)
            if row[E_ALIVE] and not dying:
                need(steps, "explorer %d lives with trait %d on the skull", e, trait)
        if G[G_PHASE] in (PHASE_SETUP, PHASE_EXPLORE):
            need(row[E_SIDE] == HERO, "explorer %d is a traitor before the haunt", e)
        if G[G_PHASE] != PHASE_SETUP:
            need(0 <= row[E_ROOM] < len(game.rooms), "explorer %d in room %d", e, row[E_ROOM])
            need(row[E_HALF] in (0, 1), "explorer %d on half %d", e, row[E_HALF])
        need(row[E_SPENT] >= 0, "explorer %d has spent %d spaces", e, row[E_SPENT])
    for i, row in enumerate(game.monsters):
        need(len(row) == M_SIZE, "monster %d has %d fields", i, len(row))
        need(row[M_KIND] in game.packs.ids(KIND_MONSTER), "monster %d of kind %d", i, row[M_KIND])
        need(row[M_ROOM] == NONE or 0 <= row[M_ROOM] < len(game.rooms), "monster %d in room %d", i, row[M_ROOM])
        need(row[M_STUNNED] in (0, 1), "monster %d: stunned %d", i, row[M_STUNNED])
        need(all(0 <= value <= 8 for value in row[M_TRAITS:]), "monster %d: traits %s", i, row[M_TRAITS:])


def tokens_and_links(game: Game) -> None:
    """Tokens lie at places that exist, passages join rooms that do."""
    rooms = range(len(game.rooms))
    for i, row in enumerate(game.tokens):
        need(row[K_KIND] in game.packs.ids(KIND_TOKEN), "token %d of kind %d", i, row[K_KIND])
        need(row[K_PLACE] == AT_BOX or row[K_PLACE] >= 0, "token %d at %d", i, row[K_PLACE])
        need(is_place(game, row[K_PLACE]), "token %d at %d", i, row[K_PLACE])
        need(row[K_N] > 0 or row[K_PLACE] == AT_BOX, "token %d counts %d", i, row[K_N])
        need(0 <= row[K_SIDE] <= 4, "token %d lies at side %d", i, row[K_SIDE])
        need(not row[K_SIDE] or row[K_PLACE] < 0 or row[K_PLACE] >= ROOM_PLACE, "token %d on a figure's door", i)
    for k, row in enumerate(game.links):
        need(row[L_A] in rooms and row[L_B] in rooms, "passage %d joins %d and %d", k, row[L_A], row[L_B])
        need(row[L_COST] >= 0, "passage %d costs %d", k, row[L_COST])


def frames(game: Game) -> None:
    """Frames are integers, as long as their procedures say, and stand inside them."""
    for row in game.G[G_FRAMES]:
        need(all(type(n) is int for n in row), "a frame holds %s", row)
        size, _parameters, _constants, code = game.packs.proc(row[0])
        need(len(row) >= size, "a frame of %d numbers where %d are needed", len(row), size)
        need(0 <= row[1] < len(code), "a frame at byte %d of %d", row[1], len(code))


def prompt(game: Game) -> None:
    """There is an answer to the prompt, somebody who gives it, and words for all of it."""
    p = game.prompt
    if p is None:
        return
    domain = p[P_DOMAIN]
    need(p[P_WHO] in range(len(game.ex)), "seat %d is asked", p[P_WHO])
    words = text.line(game, p[P_TEXT], p[P_ARGS])
    named_things = re.findall(r"{(\d+)", game.packs.text(p[P_TEXT]))
    need(words and all(int(n) < len(p[P_ARGS]) for n in named_things), "a prompt reads %r", words)
    if p[P_KIND] == CHOICE:
        need(domain, "a choice of nothing: %s", words)
        named = domain
    elif p[P_KIND] == RANGE:
        need(domain[0] < domain[1], "a range from %d to %d: %s", domain[0], domain[1], words)
        named = []
    elif p[P_KIND] == DICE:
        need(1 <= domain[0] <= MAX_DICE, "%d dice: %s", domain[0], words)
        named = []
    else:
        need(p[P_KIND] in (SUBSET, LETTERS), "a prompt of kind %d", p[P_KIND])
        need(0 <= domain[0] <= domain[1] and domain[1] > 0, "%d to %d: %s", domain[0], domain[1], words)
        need(p[P_KIND] == LETTERS or domain[1] <= len(domain) - 2, "too few options: %s", words)
        named = domain[2:] if p[P_KIND] == SUBSET else []
    need(len(set(named)) == len(named), "an option twice: %s", words)
    for option in named:
        need(text.option(game, option), "option %d without words: %s", option, words)


def derived(game: Game) -> None:
    """What is kept beside the state is what would be derived from it."""
    kept = [getattr(game, name) for name in DERIVED]
    house.derive(game)
    game.index_cards()
    game.load_tracks()
    for name, was in zip(DERIVED, kept, strict=True):
        now = getattr(game, name)
        if name == "ways":  # asked for again, room by room
            now = {r: house.ways(game, r) for r in was}
        elif name == "edges":
            now = {floor: house.edge(game, floor) for floor in was}
        elif name == "hooked":
            now = {h: game.hook_cards(h) for h in was}
        need(now == was, "the kept %s are out of date", name)


def views(game: Game) -> None:
    """No view changes with what its seat must not know: stacks, generator, others' secrets and options."""
    G = game.G
    seats = range(-1, len(game.ex))
    kept = G[G_STACKS], G[G_RNG], G[G_SECRETS], G[G_PROMPT]
    before = [view.view(game, seat) for seat in seats]
    try:
        G[G_STACKS] = [pile[::-1] for pile in kept[0]]
        G[G_RNG] ^= 1
        for seat, was in zip(seats, before, strict=True):
            hidden = [row for row in kept[2] if seat < 0 or not row[3] >> seat & 1]
            G[G_SECRETS] = [[0, 0, 0, row[3]] if row in hidden else row for row in kept[2]]
            p = kept[3]
            if p is not None and p[P_WHO] != seat and p[P_KIND] != DICE:
                G[G_PROMPT] = [p[P_WHO], LETTERS, 0, [], NONE, [], 0]
            else:
                G[G_PROMPT] = p
            need(view.view(game, seat) == was, "the view of seat %d tells something hidden", seat)
    finally:
        G[G_STACKS], G[G_RNG], G[G_SECRETS], G[G_PROMPT] = kept
