"""Expectations: facts about the game, each checked by itself and answered in words."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from shared_rules import figures, house, places, words
from shared_rules import state as st
from shared_rules.view import events, view

from ..sim.imagination import Imagination, worth
from .answers import KINDS, NotOffered, find, says
from .names import (
    DECKS,
    DIRECTIONS,
    FLAGS,
    FLOORS,
    MARKS,
    PHASES,
    TRAITS,
    Mistake,
    World,
    letters,
    number,
    one_of,
    sides,
)

WINNERS = ("none", "heroes", "traitor", "seats")


def check(world: World, text: str, since: int) -> str | None:
    """What is wrong with the expectation `text` (SUBJECT: FACT, FACT), None if nothing.

    since: number of the first event after the last answer. Raises Mistake for a fact that
    says nothing.
    """
    subject, colon, rest = text.partition(":")
    if not colon or not rest.strip():
        raise Mistake(f"expect {text!r}: say 'expect 0: in library, might 3'")
    told = subject.strip() in ("said", "not said", "ever said", "never said")
    parts = [part.strip() for part in rest.split(",")]
    for i in range(len(parts) - 1, 0, -1):
        if re.fullmatch(r"at \w+ -?\d+", parts[i - 1]):
            parts[i - 1 : i + 1] = [f"{parts[i - 1]},{parts[i]}"]
    for fact in parts:
        if told:
            wrong = said(world, subject.strip(), fact, since)
        else:
            wrong = _check(world, subject.split(), fact)
        if wrong is not None:
            return f"expected {subject.strip()}: {fact}; {wrong}"
    return None


def _check(world: World, subject: list[str], fact: str) -> str | None:
    first = subject[0] if subject else ""
    if len(subject) == 1 and re.fullmatch(r"-?\d+|m\d+", first):
        f = world.figure(first)
        return explorer(world, f, fact) if f < st.MONSTER else monster(world, f, fact)
    table: dict[str, tuple[int, Callable[..., str | None]]] = {
        "prompt": (1, prompt),
        "offers": (1, offers),
        "game": (1, game),
        "tokens": (1, tokens),
        "room": (2, room),
        "card": (2, card),
        "stack": (2, stack),
        "discards": (2, stack),
        "view": (2, seat_view),
    }
    size, function = table[one_of("subject", first, table)]
    if len(subject) != size:
        raise Mistake(f"expect {' '.join(subject)}: {first} takes {size - 1} words")
    if first in ("stack", "discards"):
        return stack(world, first, subject[1], fact)
    return function(world, *subject[1:], fact)


def differs(wanted: object, got: object) -> str | None:
    """None if both are the same, else what it is."""
    return None if wanted == got else f"it is {got}"


def unknown(what: str, fact: str, examples: str) -> Mistake:
    """The Mistake of a fact that is none."""
    return Mistake(f"{fact!r} is no fact about {what}; say for example: {examples}")


# --- figures ---------------------------------------------------------------------------------


def explorer(world: World, e: int, fact: str) -> str | None:
    """`in chasm east`, `might 3` (its place on the track), `might value 4`, `spaces 2`, `holds axe`;
    `better`, `worse`: what its haunt thinks of things for it, against the start.
    """
    g = world.game
    row = g.ex[e]
    w = fact.split()
    if w[0] == "in" and len(w) in (2, 3):
        where = world.room_name(row[st.E_ROOM])
        if world.room(w[1]) != row[st.E_ROOM]:
            return f"it is in {where}"
        if len(w) == 3:
            return differs(world.half(row[st.E_ROOM], w[2]), row[st.E_HALF])
        return None
    if w[0] in TRAITS and len(w) == 2:
        return differs(number(w[1]), row[st.E_TRAITS + TRAITS.index(w[0])])
    if w[0] in TRAITS and len(w) == 3 and w[1] == "value":
        return differs(number(w[2]), figures.value(g, e, TRAITS.index(w[0])))
    if w[0] == "spaces" and len(w) == 2:
        return differs(number(w[1]), figures.spaces(g, e))
    if fact in ("alive", "dead"):
        return differs(fact, "alive" if row[st.E_ALIVE] else "dead")
    if fact in ("hero", "traitor"):
        return differs(fact, ("hero", "traitor")[row[st.E_SIDE]])
    if w[0] in ("holds", "lacks") and len(w) > 1:
        held = [world.card_name(c) for c in range(len(g.place)) if g.place[c] == e]
        if fact == "holds nothing":
            return differs([], held)
        for name in w[1:]:
            world.card(name)
            if (name in held) != (w[0] == "holds"):
                return f"it holds {', '.join(held) or 'nothing'}"
        return None
    if fact in ("better", "worse"):
        was, now = worth(Imagination(world.packs, json.loads(world.begun)), e), worth(g, e)
        return None if (now > was if fact == "better" else now < was) else f"it was worth {was}, it is worth {now}"
    if w[0] == "stored" and len(w) == 2:
        return differs(w[1], "nothing" if row[st.E_STORED] < 0 else str(row[st.E_STORED]))
    if w[0] == "face" and len(w) == 2:
        return differs(w[1], world.name("explorer", row[st.E_FACE]))
    flag = w[-1]
    if flag in FLAGS and w[:-1] in ([], ["not"]):
        return None if bool(row[st.E_FLAGS] & FLAGS[flag]) == (len(w) == 1) else "it is otherwise"
    raise unknown("an explorer", fact, "in library, might 3, might value 4, spaces 2, holds axe, dead")


def monster(world: World, f: int, fact: str) -> str | None:
    """`in library`, `gone`, `stunned`, `awake`, `spaces 2`, `might 4`."""
    g = world.game
    row = g.monsters[f - st.MONSTER]
    w = fact.split()
    if w[0] == "in" and len(w) == 2:
        if world.room(w[1]) == row[st.M_ROOM]:
            return None
        return f"it is in {world.room_name(row[st.M_ROOM])}"
    if fact == "gone":
        return None if row[st.M_ROOM] < 0 else f"it is in {world.room_name(row[st.M_ROOM])}"
    if fact in ("stunned", "awake"):
        return differs(fact, "stunned" if row[st.M_STUNNED] else "awake")
    if fact in ("hero", "traitor"):
        return differs(fact, ("hero", "traitor")[row[st.M_SIDE]])
    if w[0] == "spaces" and len(w) == 2:
        return differs(number(w[1]), row[st.M_LEFT])
    if w[0] in TRAITS and len(w) == 2:
        return differs(number(w[1]), row[st.M_TRAITS + TRAITS.index(w[0])])
    if w[0] == "holds" and len(w) > 1:
        held = [world.card_name(c) for c in range(len(g.place)) if g.place[c] == f]
        return differs(sorted(w[1:]), sorted(held))
    raise unknown("a monster", fact, "in library, stunned, awake, gone, spaces 2")


# --- prompt and events -------------------------------------------------------------------------


def prompt(world: World, fact: str) -> str | None:
    """`0`, `dice 4`, `ask.turn`, `range 0..3`, `choice 2`, `none`."""
    p = world.game.G[st.G_PROMPT]
    if fact == "none" or p is None:
        return None if fact == "none" and p is None else says(world)
    w = fact.split()
    domain, kind = p[st.P_DOMAIN], KINDS[p[st.P_KIND]]
    if w[0].isdigit() and len(w) == 1:
        return None if number(fact) == p[st.P_WHO] else says(world)
    if "." in w[0] and len(w) == 1:
        return None if world.id("text", fact) == p[st.P_TEXT] else says(world)
    if w[0] in KINDS.values() and len(w) < 3:
        size = f"{domain[0]}..{domain[1]}" if len(domain) > 1 else ""
        if kind in ("choice", "dice"):
            size = str(len(domain) if kind == "choice" else domain[0])
        return None if w[0] == kind and w[1:] in ([], [size]) else says(world)
    raise unknown("a prompt", fact, "0, ask.turn, dice 4, range 0..3, choice 2, none")


def offers(world: World, fact: str) -> str | None:
    """`north`, `first turned 1`, `not attack`."""
    p = world.game.G[st.G_PROMPT]
    if p is None or p[st.P_KIND] not in (st.CHOICE, st.SUBSET):
        return says(world)
    options = p[st.P_DOMAIN][2:] if p[st.P_KIND] == st.SUBSET else p[st.P_DOMAIN]
    name = fact.removeprefix("not ")
    if fact.startswith("first "):
        options, name = options[:1], fact[6:]
    try:
        find(world, options, name)
        found = True
    except NotOffered:
        found = False
    return None if found != fact.startswith("not ") else says(world)


def said(world: World, subject: str, fact: str, since: int) -> str | None:
    """`say.lose 0 might 1`: an event, by its key and, if they are given, the things it names."""
    told = world.game.events[since if subject in ("said", "not said") else 0 :]
    found = any(matches(world, event, fact) for event in told)
    if found == (subject in ("said", "ever said")):
        return None
    return "it was said: " + ("; ".join(world.line(event) for event in told) or "nothing")


def matches(world: World, event: list, fact: str) -> bool:
    """Whether an event is the one that `fact` describes; `_` stands for anything."""
    key, *things = fact.split()
    text = world.id("text", key)
    kinds = world.placeholders(text)
    if len(things) > len(kinds):
        raise Mistake(f"{key} names {len(kinds)} things, not {len(things)}")
    wanted = [None if t == "_" else world.thing(k, t) for k, t in zip(kinds, things)]
    if event[1] != text:
        return False
    return all(w is None or w == got for w, got in zip(wanted, event[2]))


# --- the table ------------------------------------------------------------------------------


def game(world: World, fact: str) -> str | None:
    """`phase haunt`, `turn 2`, `traitor none`, `omens 3`, `over`, `winner heroes`, `hash 1a2b3c4d`."""
    g = world.game
    v = g.v
    w = fact.split()
    places = {
        "turn": st.V_TURN,
        "round": st.V_ROUND,
        "traitor": st.V_TRAITOR,
        "revealer": st.V_REVEALER,
        "keeper": st.V_KEEPER,
        "omens": st.V_OMENS,
        "track": st.V_TRACK,
        "due": st.V_DUE,
    }
    if fact in ("over", "not over"):
        return None if g.over == (fact == "over") else says(world)
    if fact in ("judged", "declared"):
        return differs(fact, ("going on", "judged", "declared")[v[st.V_ENDED]])
    if fact in ("manual", "not manual"):
        return None if bool(v[st.V_MANUAL]) == (fact == "manual") else "it is otherwise"
    if w[0] == "winner" and len(w) > 1:
        one_of("winner", w[1], WINNERS)
        got = WINNERS[v[st.V_WINNER]] if g.over else "nobody yet"
        if got == "seats":
            got += "".join(f" {e}" for e in range(len(g.ex)) if v[st.V_WINNERS] >> e & 1)
        return differs(" ".join(w[1:]), got)
    if len(w) == 2 and w[0] in places:
        return differs(st.NONE if w[1] == "none" else number(w[1]), v[places[w[0]]])
    if len(w) == 2 and w[0] == "phase":
        return differs(one_of("phase", w[1], PHASES), PHASES[g.G[st.G_PHASE]])
    if len(w) == 2 and w[0] == "haunt":
        got = "none" if v[st.V_HAUNT] < 0 else str(words.haunt_number(g, v[st.V_HAUNT]))
        return differs(w[1], got)
    if len(w) == 2 and w[0] in ("rooms", "monsters"):
        return differs(number(w[1]), len(g.rooms) if w[0] == "rooms" else len(g.monsters))
    if len(w) == 3 and w[0] == "number":
        return differs(number(w[2]), v[st.V_H0 + number(w[1])])
    if len(w) == 2 and w[0] == "hash":
        return differs(w[1], f"{g.hash():08x}")
    raise unknown("the game", fact, "phase haunt, turn 2, traitor none, omens 3, over, winner heroes")


def tokens(world: World, fact: str) -> str | None:
    """`drip in library`, `tool on 0 2`, `no drip in library`, `lock in library at north`, `none`."""
    g = world.game
    if fact == "none":
        return differs(0, sum(1 for row in g.tokens if row[st.K_PLACE] >= 0))
    m = re.fullmatch(r"(no )?(\S+) ((?:in|on) \S+)(?: (\d+))?(?: at (\w+))?", fact)
    if m is None:
        raise unknown("tokens", fact, "drip in library, tool on 0 2, no drip in library")
    kind, place = world.id("token", m[2]), world.place(m[3])
    n = places.tokens_at(g, kind, place)
    if m[5]:
        side = DIRECTIONS.index(one_of("side", m[5], DIRECTIONS)) + 1
        n = sum(1 for row in g.tokens if [row[st.K_KIND], row[st.K_PLACE], row[st.K_SIDE]] == [kind, place, side])
    wanted = int(m[4]) if m[4] else 0 if m[1] else max(1, n)
    return None if n == wanted else f"there are {n}"


def room(world: World, name: str, fact: str) -> str | None:
    """`on upper`, `at upper 1,0`, `doors NS`, `opened`, `window`, `pile axe book`, `absent`, `joins foyer`."""
    g = world.game
    r = g.tile_rooms.get(world.id("tile", name), st.NONE)
    if fact in ("absent", "placed"):
        return differs(fact, "absent" if r < 0 else "placed")
    r = world.room(name)
    row = g.rooms[r]
    w = fact.split()
    if w[0] == "on" and len(w) == 2:
        return differs(one_of("floor", w[1], FLOORS), FLOORS[row[st.R_FLOOR]])
    if w[0] == "at":
        return differs(world.cell_names(world.cell(fact[3:]))[0], world.cell_names(house.cell_of(g, r))[0])
    if w[0] == "doors" and len(w) == 2:
        return differs(letters(sides(w[1])), letters(row[st.R_DOORS]))
    if w[0] == "pile":
        held = [world.card_name(c) for c in range(len(g.place)) if g.place[c] == st.ROOM_PLACE + r]
        return differs([] if w[1:] == ["empty"] else sorted(w[1:]), sorted(held))
    if w[-2:-1] == ["joins"] and len(w) in (2, 3):
        found = world.room(w[-1]) in house.ways(g, r)
        return None if found == (len(w) == 2) else "it is otherwise"
    if w[-1] in MARKS or w[-1] == "window":
        found = house.has_window(g, r) if w[-1] == "window" else bool(row[st.R_FLAGS] & MARKS[w[-1]])
        return None if bool(found) == (w[0] not in ("no", "not")) else "it is otherwise"
    raise unknown("a room", fact, "on upper, at upper 1,0, doors NS, opened, pile axe, joins foyer")


def card(world: World, name: str, fact: str) -> str | None:
    """`with 1`, `in library`, `stack`, `discard`, `box`, `number 3`."""
    g = world.game
    c = world.card(name)
    w = fact.split()
    if w[0] == "number" and len(w) == 2:
        return differs(number(w[1]), g.G[st.G_CARDN][c])
    return differs(world.place_name(world.place(fact)), world.place_name(g.place[c]))


def stack(world: World, which: str, deck: str, fact: str) -> str | None:
    """`21`, `top axe`, `axe`, `no axe` of a stack or its discards."""
    g = world.game
    d = DECKS.index(one_of("deck", deck, DECKS))
    pile = g.G[st.G_STACKS if which == "stack" else st.G_DISCARDS][d]
    if fact.isdigit():
        return differs(number(fact), len(pile))
    w = fact.split()
    if len(w) > 2 or len(w) == 2 and w[0] not in ("top", "no"):
        raise unknown("a stack", fact, "21, top axe, axe, no axe")
    n = world.id("tile", w[-1]) if d == st.TILES else world.card(w[-1])
    if w[0] == "top":
        names = [world.name("tile", t) if d == st.TILES else world.card_name(t) for t in pile[-1:]]
        return differs([w[-1]], names)
    return None if (n in pile) == (w[0] != "no") else "it is otherwise"


def seat_view(world: World, seat: str, fact: str) -> str | None:
    """What one seat sees: `prompt hidden`, `prompt shown`, `secrets 1`, `reads 5`, `side 1 traitor`,
    `said KEY`, `not said KEY`."""
    g = world.game
    e = world.seat(seat) if seat != "none" else st.NONE
    seen = view(g, e)
    w = fact.split()
    if w[0] == "prompt" and len(w) == 2:
        p = seen["prompt"]
        got = "none" if p is None else "hidden" if len(p) == 1 else "shown"
        return differs(one_of("state of a prompt", w[1], ("none", "hidden", "shown")), got)
    if w[0] == "secrets" and len(w) == 2:
        return differs(number(w[1]), len(seen["secrets"]))
    if w[0] in ("reads", "not") and len(w) == 2 + (w[0] == "not") and w[-2] == "reads":
        word = [ord(letter) for letter in w[-1]]
        found = any(row[2] == word or str(row[2]) == w[-1] for row in seen["secrets"])
        return None if found == (w[0] == "reads") else f"it reads {[row[2] for row in seen['secrets']]}"
    if w[0] == "side" and len(w) == 3:
        return differs(w[2], ("hero", "traitor")[seen["explorers"][world.seat(w[1])][1]])
    if w[0] in ("stack", "discards") and len(w) == 3:
        pile = seen["stacks" if w[0] == "stack" else "discards"][DECKS.index(one_of("deck", w[1], DECKS))]
        return differs(number(w[2]), pile if isinstance(pile, int) else len(pile))
    if w[0] == "card" and len(w) > 2:
        c = world.card(w[1])
        place = next((row[2] for row in seen["cards"] if row[0] == c), st.AT_STACK)
        wanted = world.place(" ".join(w[2:]))
        return differs(world.place_name(wanted), world.place_name(place))
    if w[0] == "said" or w[:2] == ["not", "said"]:
        told = [[0, *event[1:]] for event in events(g, e)]
        found = any(matches(world, event, fact.split("said ", 1)[1]) for event in told)
        return None if found == (w[0] == "said") else "it is otherwise"
    raise unknown("a view", fact, "prompt hidden, secrets 1, said say.draw 0 axe")
