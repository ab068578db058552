"""Corrections: what the table may set by hand at any prompt, each checked before it is done.

    ["trait", explorer, trait, steps 1..8]      ["room", figure, room]       ["half", explorer, 0 or 1]
    ["card", card, place]                       ["token", kind, place, number]
    ["monster", kind, room]                     ["value", monster, trait, 0..8]
    ["stun", monster, 0 or 1]                   ["remove", monster]
    ["side", explorer, side]                    ["alive", explorer, 0 or 1]
    ["track", 0..12 or -1]                      ["omens", 0..13]              ["spent", explorer, spaces]
    ["captive", explorer, 0 or 1]               ["door", lock, room, side, 0 or 1]
    ["end", WIN_NONE, WIN_HEROES or WIN_TRAITOR]: of a haunt that is played from the book
    ["secret", seat, record, number or code points]: through the seat of a reader

Each is told to the table, that of a secret to its readers only: text `say.set_<field>` of the base
pack (with the last number where that is a switch), who did it, the numbers, and for a trait its value.
"""

from shared_rules import asking, cards, figures, house, places, text
from shared_rules.state import *

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shared_rules.kinds import *


def apply(g: "Game", change: "list[Any]", who: "Explorer" = NONE) -> None:
    """Make one correction, by the hand of a seat or the table's (NONE).

    Raises Refused, and changes nothing, when a value is out of place. It reveals nothing: the
    table names what it sets, so that it may be taken back.
    """
    from shared_rules.game import Refused

    if type(who) is not int or not NONE <= who < len(g.ex):
        raise Refused("%r is no seat" % (who,))
    seen = g.revealed
    if type(change) is list and change and change[0] == "secret":
        readers = secret(g, change[1:])
        g.tell(readers, *said(g, change, who))
        g.revealed = seen
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
    g.tell(NONE, *said(g, change, who))
    g.revealed = seen


def said(g: "Game", change: "list[Any]", who: "Explorer") -> "tuple[Text, list[int]]":
    """The line that tells of a correction: text and what it names. Of a secret no more than whose hand it was."""
    name = "say.set_" + change[0]
    if change[0] == "secret":
        return text.key(g.packs, name), [change[1]]
    named = [who] + change[1:]
    if FIELDS[change[0]][0][-1] in ("0..1", "winner"):
        name += "%d" % change[-1]
    if change[0] == "trait":
        named.append(g.tracks[change[1]][change[2] * 9 + change[3] - 1])
    return text.key(g.packs, name), named


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
    if limit == "lock":
        return fits(g, "token", n) and g.packs.token(n)[0] & TF_LOCK != 0
    if limit == "direction":
        return 0 <= n < 4
    if limit == "winner":
        return WIN_NONE <= n <= WIN_TRAITOR
    if limit == "monster":
        return 0 <= n and n in g.packs.ids(KIND_MONSTER)
    if limit == "place":
        return AT_TABLE < n < 0 or fits(g, "place on the board", n) and not (n < MONSTER and not g.ex[n][E_ALIVE])
    if limit == "place on the board":
        return fits(g, "figure", n) or 0 <= n - ROOM_PLACE < len(g.rooms)
    low, _, high = limit.partition("..")
    return int(low) <= n <= int(high)


def secret(g: "Game", got: "list[Any]") -> int:
    """Change a secret record and give its readers; who cannot read it learns nothing, not even
    whether there is one."""
    if len(got) != 3 or type(got[0]) is not int or type(got[1]) is not int:
        refuse("secret takes a seat, the number of a record and its value")
    seat, i, n = got
    rows = g.G[G_SECRETS]
    if not 0 <= seat < len(g.ex) or not 0 <= i < len(rows) or not rows[i][S_READERS] >> seat & 1:
        refuse("seat %d knows no such secret" % (seat + 1))
    row = rows[i]
    if type(n) is not type(row[S_VALUE]):
        refuse("%r is not of the kind that this secret holds" % (n,))
    for c in n if type(n) is list else [n]:
        if type(c) is not int or not NONE <= c < 0x110000:
            refuse("%r is not of the kind that this secret holds" % (n,))
    row[S_VALUE] = n if type(n) is int else list(n)
    return row[S_READERS]


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
        if g.G[G_PHASE] != PHASE_HAUNT:
            refuse("nobody dies before the haunt")
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
        refuse("%s is the last hero" % text.named(g, "explorer", e))


def refuse(why: str) -> None:
    from shared_rules.game import Refused

    raise Refused(why)


def track(g: "Game", n: int) -> None:
    g.v[V_TRACK] = n


def omens(g: "Game", n: int) -> None:
    g.v[V_OMENS] = n


def spent(g: "Game", e: "Explorer", n: int) -> None:
    g.ex[e][E_SPENT] = n


def captive(g: "Game", e: "Explorer", n: int) -> None:
    flags = g.ex[e][E_FLAGS]
    g.ex[e][E_FLAGS] = flags | F_CAPTIVE if n else flags & ~F_CAPTIVE


def door(g: "Game", k: "Token", r: "Room", d: int, n: int) -> None:
    """Lay a lock on a door, or take away the one that lies there, on either side."""
    i = house.lock_on(g, r, d)
    if n and not g.rooms[r][R_DOORS] >> d & 1:
        refuse("the %s has no door there" % text.named(g, "room", r))
    if n and i >= 0:
        refuse("a lock lies on that door already")
    if not n and i < 0:
        refuse("no lock lies on that door")
    if n:
        places.lay_on_door(g, k, r, d)
    else:
        places.put_token(g, i, AT_BOX)


def end(g: "Game", w: int) -> None:
    if not g.v[V_MANUAL] or g.G[G_PHASE] != PHASE_HAUNT:
        refuse("only the end of a haunt that is played from the book is for the table to declare")
    if w == WIN_TRAITOR and not g.packs.haunt(g.v[V_HAUNT])[2]:
        refuse("this haunt has no traitor")
    asking.declare(g, w)
    g.G[G_PROMPT] = None


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
    "captive": (("explorer", "0..1"), captive),
    "door": (("lock", "room", "direction", "0..1"), door),
    "end": (("winner",), end),
}
