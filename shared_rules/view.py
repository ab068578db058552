"""What one seat may see: everything public, its own prompt, the secrets it may read.

The one place where hidden things are left out. Hidden are the order of the stacks,
the generator, the options of other seats' prompts and secret records without the
seat among their readers.
"""

from shared_rules import figures
from shared_rules.state import *

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shared_rules.kinds import *


def view(g: "Game", seat: int) -> "dict[str, Any]":
    """The view of a seat, NONE for somebody who only looks on: numbers, lists and dicts."""
    G = g.G
    v = g.v
    return {
        "phase": G[G_PHASE],
        "turn": v[V_TURN],
        "round": v[V_ROUND],
        "explorers": [explorer(g, e) for e in range(len(g.ex))],
        "rooms": [list(row) for row in g.rooms],
        "tokens": [list(row) for row in g.tokens if row[K_PLACE] >= 0],
        "monsters": [list(row) for row in g.monsters],
        "links": [list(row) for row in g.links],
        "cards": [[c, G[G_CARDS][c], g.place[c], G[G_CARDN][c]] for c in range(len(g.place)) if public(g.place[c])],
        "stacks": [len(s) for s in G[G_STACKS]],
        "discards": [list(s) for s in G[G_DISCARDS][:TILES]] + [len(G[G_DISCARDS][TILES])],
        "roll": list(G[G_ROLL]),
        "track": v[V_TRACK],
        "omens": v[V_OMENS],
        "haunt": v[V_HAUNT],
        "revealer": v[V_REVEALER],
        "traitor": v[V_TRAITOR],
        "manual": v[V_MANUAL],
        "numbers": v[V_H0 : V_H0 + 16],
        "secrets": [list(row) for row in G[G_SECRETS] if seat >= 0 and row[3] >> seat & 1],
        "prompt": prompt(g, seat),
        "ended": [v[V_ENDED], v[V_WINNER], v[V_WINNERS]],
    }


def public(place: "Place") -> bool:
    """Whether a card lies where all can see it."""
    return place >= 0 or place == AT_TABLE


def explorer(g: "Game", e: "Explorer") -> "list[Any]":
    """An explorer: face, side, alive, room, half, steps and values of the four traits, spaces left, flags, stored."""
    row = g.ex[e]
    values = []
    for t in range(4):
        i = row[E_TRAITS + t]
        values.append(g.tracks[e][t * 9 + i - 1] if i else 0)
    return [
        row[E_FACE],
        row[E_SIDE],
        row[E_ALIVE],
        row[E_ROOM],
        row[E_HALF],
        row[E_TRAITS : E_TRAITS + 4],
        values,
        figures.spaces(g, e),
        row[E_FLAGS],
        row[E_STORED],
    ]


def prompt(g: "Game", seat: int) -> "list[Any] | None":
    """The prompt: whole for its own seat and for dice; of others only who is choosing."""
    p = g.G[G_PROMPT]
    if p is None:
        return None
    if p[P_WHO] == seat or p[P_KIND] == DICE:
        return list(p)
    return [p[P_WHO]]


def events(g: "Game", seat: int, since: int = 0) -> "list[list[Any]]":
    """Events from number `since` on that a seat may read: [number, text, things named]."""
    got = []
    for n in range(since, len(g.events)):
        readers, text, args = g.events[n]
        if readers < 0 or seat >= 0 and readers >> seat & 1:
            got.append([n, text, args])
    return got
