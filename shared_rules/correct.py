"""Corrections: what the table may set by hand at any prompt, each checked before it is done.

    ["trait", explorer, trait, steps 1..8]      ["room", figure, room]       ["half", explorer, 0 or 1]
    ["card", card, place]                       ["token", kind, place, number]
    ["monster", kind, room]                     ["value", monster, trait, 0..8]
    ["stun", monster, 0 or 1]                   ["remove", monster]
    ["side", explorer, side]                    ["alive", explorer, 0 or 1]
    ["track", 0..12 or -1]                      ["omens", 0..13]              ["spent", explorer, spaces]
    ["secret", seat, record, number or code points]: through the seat of a reader
"""

from shared_rules import cards, figures, places
from shared_rules.state import *

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shared_rules.kinds import *


def apply(g: "Game", change: "list[Any]") -> None:
    """Make one correction. Raises Refused, and changes nothing, when a value is out of place."""
    from shared_rules.game import Refused

    if type(change) is list and change and change[0] == "secret":
        secret(g, change[1:])
        return
    if type(change) is not list or not change or type(change[0]) is not str or change[0] not in FIELDS:
        raise Refused("%r cannot be corrected; fields: %s" % (change, ", ".join(sorted(FIELDS))))
    limits, done = FIELDS[change[0]]
    got = change[1:]
    if len(got) != len(limits):
        raise Refused("%s takes %d numbers" % (change[0], len(limits)))
    for n, limit in zip(got, limits):
        if type(n) is not int or not fits(g, limit, n):
            raise Refused("%s: %r is not a %s" % (change[0], n, limit))
    done(g, *got)


def fits(g: "Game", limit: str, n: int) -> bool:
    """Whether `n` is a value of kind `limit`."""
    if limit == "explorer":
        return 0 <= n < len(g.ex)
    if limit == "monster figure":
        return 0 <= n - MONSTER < len(g.monsters)
    if limit == "figure":
        return 0 <= n < len(g.ex) or 0 <= n - MONSTER < len(g.monsters)
    if limit == "room":
        return 0 <= n < len(g.rooms)
    if limit == "trait":
        return 0 <= n < 4
    if limit == "card":
        return 0 <= n < len(g.place)
    if limit == "token":
        return 0 <= n and n in g.packs.ids(KIND_TOKEN)
    if limit == "monster":
        return 0 <= n and n in g.packs.ids(KIND_MONSTER)
    if limit == "place":
        return AT_TABLE < n < 0 or fits(g, "place on the board", n) and not (n < MONSTER and not g.ex[n][E_ALIVE])
    if limit == "place on the board":
        return fits(g, "figure", n) or 0 <= n - ROOM_PLACE < len(g.rooms)
    low, _, high = limit.partition("..")
    return int(low) <= n <= int(high)


def secret(g: "Game", got: "list[Any]") -> None:
    """Change a secret record; who cannot read it learns nothing, not even whether there is one."""
    if len(got) != 3 or type(got[0]) is not int or type(got[1]) is not int:
        refuse("secret takes a seat, the number of a record and its value")
    seat, i, n = got
    rows = g.G[G_SECRETS]
    if not 0 <= seat < len(g.ex) or not 0 <= i < len(rows):
        refuse("seat %d knows no such secret" % seat)
    row = rows[i]
    if not row[S_READERS] >> seat & 1:
        refuse("seat %d knows no such secret" % seat)
    if type(n) is not type(row[S_VALUE]):
        refuse("%r is not of the kind that this secret holds" % (n,))
    for c in n if type(n) is list else [n]:
        if type(c) is not int or not NONE <= c < 0x110000:
            refuse("%r is not of the kind that this secret holds" % (n,))
    row[S_VALUE] = n if type(n) is int else list(n)


def trait(g: "Game", e: "Explorer", t: "Trait", n: int) -> None:
    g.ex[e][E_TRAITS + t] = n


def room(g: "Game", f: "Figure", r: "Room") -> None:
    figures.put(g, f, r, 0)


def half(g: "Game", e: "Explorer", n: int) -> None:
    g.ex[e][E_HALF] = n


def token(g: "Game", k: "Token", place: "Place", n: int) -> None:
    places.remove_tokens(g, k, place)
    if n:
        places.change_tokens(g, k, place, n)


def monster(g: "Game", k: "Monster", r: "Room") -> None:
    if MONSTER + len(g.monsters) >= ROOM_PLACE:
        refuse("there is no number left for another monster")
    figures.spawn(g, k, r)


def remove(g: "Game", f: "Figure") -> None:
    g.monsters[f - MONSTER][M_ROOM] = NONE


def alive(g: "Game", e: "Explorer", n: int) -> None:
    row = g.ex[e]
    if n:
        for t in range(4):
            row[E_TRAITS + t] = row[E_TRAITS + t] or 1
    else:
        keep_a_hero(g, e)
        for c in range(len(g.place)):
            if g.place[c] == e:
                kept = g.packs.card(g.G[G_CARDS][c])[0] == EVENT
                cards.place_card(g, c, AT_DISCARD if kept else ROOM_PLACE + row[E_ROOM])
    row[E_ALIVE] = n


def side(g: "Game", e: "Explorer", s: int) -> None:
    if g.G[G_PHASE] != PHASE_HAUNT:
        refuse("nobody changes sides before the haunt")
    if s == TRAITOR:
        keep_a_hero(g, e)
    figures.set_side(g, e, s)


def keep_a_hero(g: "Game", e: "Explorer") -> None:
    """Refuse to take the last hero out: that would be an end which nobody has judged."""
    if not figures.heroes(g) & ~(1 << e):
        refuse("explorer %d is the last hero" % e)


def refuse(why: str) -> None:
    from shared_rules.game import Refused

    raise Refused(why)


def track(g: "Game", n: int) -> None:
    g.v[V_TRACK] = n


def omens(g: "Game", n: int) -> None:
    g.v[V_OMENS] = n


def spent(g: "Game", e: "Explorer", n: int) -> None:
    g.ex[e][E_SPENT] = n


FIELDS: "dict[str, tuple[tuple[str, ...], Callable[..., object]]]" = {
    "trait": (("explorer", "trait", "1..8"), trait),
    "room": (("figure", "room"), room),
    "half": (("explorer", "0..1"), half),
    "card": (("card", "place"), cards.place_card),
    "token": (("token", "place on the board", "0..40"), token),
    "monster": (("monster", "room"), monster),
    "value": (("monster figure", "trait", "0..8"), figures.set_value),
    "stun": (("monster figure", "0..1"), figures.set_stunned),
    "remove": (("monster figure",), remove),
    "side": (("explorer", "0..1"), side),
    "alive": (("explorer", "0..1"), alive),
    "track": (("-1..12",), track),
    "omens": (("0..13",), omens),
    "spent": (("explorer", "0..8"), spent),
}
