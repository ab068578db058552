"""What one seat may see: everything public, its own prompt, the secrets it may read.

The one place where hidden things are left out, and who reads what is hidden:

    order of the stacks, the rejected tiles, the generator, frames    nobody
    a prompt: kind, text, options, source                             whom it asks; dice everybody
    a secret record                                                   the seats of its readers
    an event                                                          its readers
    the side on which an explorer is in truth (SECRET_SIDE)           readers of that record

Whatever a seat sees is numbered for that seat alone, so that nobody can count what is hidden.
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
    seen = shown(g, seat)
    seen.update(
        {
            "explorers": [explorer(g, e, seat) for e in range(len(g.ex))],
            "round": v[V_ROUND],
            "tokens": [list(row) for row in g.tokens if row[K_PLACE] >= 0],
            "links": [list(row) for row in g.links],
            "cards": [[c, G[G_CARDS][c], g.place[c], G[G_CARDN][c]] for c in range(len(g.place)) if public(g.place[c])],
            "stacks": [len(s) for s in G[G_STACKS]],
            "discards": [list(s) for s in G[G_DISCARDS][:TILES]] + [len(G[G_DISCARDS][TILES])],
            "omens": v[V_OMENS],
            "haunt": v[V_HAUNT],
            "revealer": v[V_REVEALER],
            "traitor": v[V_TRAITOR],
            "manual": v[V_MANUAL],
            "numbers": v[V_H0 : V_H0 + 16],
            "secrets": [list(row) for row in G[G_SECRETS] if reads(row, seat)],
        }
    )
    return seen


def shown(g: "Game", seat: int = NONE, old: "dict[str, Any] | None" = None) -> "dict[str, Any]":
    """The part of a view that lamps and digits show: the board reads it at every answer.

    Of explorers it has face, side, alive and room only. old: the one before, whose `rooms` are kept while nothing
    in them has changed.
    """
    v = g.v
    rooms = old["rooms"] if old is not None and old["rooms"] == g.rooms else [row[:] for row in g.rooms]
    return {
        "phase": g.G[G_PHASE],
        "turn": v[V_TURN],
        "left": figures.spaces(g, v[V_TURN]),
        "explorers": [row[:E_ROOM + 1] for row in g.ex],
        "rooms": rooms,
        "monsters": [row[:] for row in g.monsters],
        "roll": list(g.G[G_ROLL]),
        "track": v[V_TRACK],
        "prompt": prompt(g, seat),
        "ended": [v[V_ENDED], v[V_WINNER], v[V_WINNERS]],
    }


def public(place: "Place") -> bool:
    """Whether a card lies where all can see it."""
    return place >= 0 or place == AT_TABLE


def reads(row: "list[Any]", seat: int) -> bool:
    """Whether a seat may read a secret record."""
    return seat >= 0 and row[S_READERS] >> seat & 1 == 1


def side(g: "Game", e: "Explorer", seat: int) -> "Side":
    """The side of an explorer as far as a seat knows it."""
    if seat >= 0:
        for row in g.G[G_SECRETS]:
            if row[S_KIND] == SECRET_SIDE and row[S_OWNER] == e and row[S_VALUE] == TRAITOR and reads(row, seat):
                return TRAITOR
    return g.ex[e][E_SIDE]


def explorer(g: "Game", e: "Explorer", seat: int = NONE) -> "list[Any]":
    """An explorer: face, side, alive, room, half, steps and values of the four traits, spaces left, flags, stored."""
    row = g.ex[e]
    track = g.tracks[e]
    steps = row[E_TRAITS : E_TRAITS + 4]
    a, b, c, d = steps
    return [
        row[E_FACE],
        side(g, e, seat),
        row[E_ALIVE],
        row[E_ROOM],
        row[E_HALF],
        steps,
        [a and track[a - 1], b and track[b + 8], c and track[c + 17], d and track[d + 26]],
        figures.spaces(g, e),
        row[E_FLAGS],
        row[E_STORED],
    ]


def prompt(g: "Game", seat: int) -> "list[Any] | None":
    """The prompt: whole for its own seat; of others only who is choosing, and how many dice are thrown."""
    p = g.G[G_PROMPT]
    if p is None:
        return None
    if p[P_WHO] == seat:
        return list(p)
    if p[P_KIND] == DICE:
        return [p[P_WHO], DICE, p[P_TEXT], p[P_DOMAIN], NONE, [], 0]
    return [p[P_WHO]]


def events(g: "Game", seat: int, since: int = 0) -> "list[list[Any]]":
    """What a seat has been told from its own event number `since` on: [number, text, things named]."""
    got = []
    n = 0
    for readers, text, args in g.events:
        if readers < 0 or seat >= 0 and readers >> seat & 1:
            if n >= since:
                got.append([n, text, args])
            n += 1
    return got


def told(g: "Game", seat: int) -> int:
    """How many events a seat has been told: the number of its next."""
    n = 0
    for row in g.events:
        if row[0] < 0 or seat >= 0 and row[0] >> seat & 1:
            n += 1
    return n
