"""Lines of text: what a pack's string says with the things it names filled in.

A placeholder is `{n}` for a number or `{n:kind}` for a thing, n being its position:
explorer, seat, who (an explorer's seat, or the table), figure, room, card, trait, floor, deck,
damage, side, direction, tile, monster, token, count (NONE: none), place (of a card or a token),
word (code points), haunt (by its printed number).
"""

from shared_rules import figures, house, offers
from shared_rules.state import *

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shared_rules.kinds import *

KEYS: dict[str, int] = {}  # text ids of the words this module needs, found once


def key(packs: "Packs", name: str) -> "Text":
    """Text id of a string of the base pack."""
    n = KEYS.get(name)
    if n is None:
        n = KEYS[name] = packs.find("text", "base:" + name)
    return n


def named(g: "Game", kind: str, n: int, lang: str = "en") -> str:
    """Name of thing `n` of a kind in a language."""
    packs = g.packs
    if kind == "place":
        if n < 0:
            return word(packs, "place%d" % -n, lang)
        return named(g, "room", n - ROOM_PLACE, lang) if n >= ROOM_PLACE else named(g, "figure", n, lang)
    if kind == "who" and (n < 0 or g.ex[n][E_FACE] < 0):
        return word(packs, "table", lang) if n < 0 else filled(word(packs, "seat", lang), ["%d" % (n + 1)])
    if kind in ("explorer", "who") or kind == "figure" and n < MONSTER:
        if n < 0:
            return "-"
        face = g.ex[n][E_FACE]
        return packs.text(packs.name_of(KIND_EXPLORER, face), lang) if face >= 0 else "%d" % (n + 1)
    if kind == "seat":
        return "%d" % (n + 1)
    if kind == "figure":
        name = packs.text(packs.name_of(KIND_MONSTER, g.monsters[n - MONSTER][M_KIND]), lang)
        return "%s %d" % (name, n - MONSTER + 1)
    if kind == "room":
        return packs.text(packs.name_of(KIND_TILE, g.rooms[n][R_TILE]), lang) if n >= 0 else "-"
    if kind == "card":
        return packs.text(packs.name_of(KIND_CARD, g.G[G_CARDS][n]), lang) if n >= 0 else "-"
    if kind in ("tile", "token", "monster", "count") and n < 0:
        return "-"
    if kind == "tile":
        return packs.text(packs.name_of(KIND_TILE, n), lang)
    if kind == "token":
        return packs.text(packs.name_of(KIND_TOKEN, n), lang)
    if kind == "monster":
        return packs.text(packs.name_of(KIND_MONSTER, n), lang)
    if kind == "word":
        return "".join([chr(c) for c in n]) if isinstance(n, list) else "%d" % n
    if kind == "haunt":
        h = packs.haunt_by_number(n)
        return packs.text(packs.name_of(KIND_HAUNT, h), lang) if h >= 0 else "%d" % n
    if kind in ("trait", "floor", "deck", "damage", "side", "direction"):
        return word(packs, "%s%d" % (kind, n), lang)
    return "%d" % n


def line(g: "Game", text: "Text", args: "list[int]", lang: str = "en") -> str:
    """Text `text` with its things named."""
    s = g.packs.text(text, lang)
    out = []
    while True:
        i = s.find("{")
        j = s.find("}", i)
        if i < 0 or j < 0:
            out.append(s)
            return "".join(out)
        out.append(s[:i])
        n, _, kind = s[i + 1 : j].partition(":")
        i = int(n)
        out.append(named(g, kind, args[i], lang) if i < len(args) else "?")
        s = s[j + 1 :]


def secret(g: "Game", row: "list[Any]", lang: str = "en") -> str:
    """A secret record in words, for those who may read it; empty where it has none."""
    kind = row[S_KIND]
    if not kind and isinstance(row[S_VALUE], list):
        kind = key(g.packs, "secret.word")
    return line(g, kind, [row[S_OWNER], row[S_VALUE]], lang) if kind > 0 else ""


def option(g: "Game", o: "Option", lang: str = "en") -> str:
    """An option of the prompt in words, such as "Go north to the Foyer"."""
    kind = o >> 16
    a = o & 0xFFFF
    packs = g.packs
    if kind == O_TEXT:
        return packs.text(a, lang)
    if kind == O_ACT:
        return packs.text(packs.action_text(a), lang)
    if kind == O_FACE:
        return packs.text(packs.name_of(KIND_EXPLORER, a), lang)
    what = OPTION_THINGS.get(kind)
    if what is not None:
        return named(g, what, a, lang)
    if kind == O_CELL:
        return cell(g, a, lang)
    name = "option.%d" % kind
    got = ["%d" % a]
    p = g.prompt
    if kind == O_USE:
        got = [named(g, "card", a, lang)]
    elif kind in (O_STEP, O_EXPLORE, O_WALL, O_SIDE):
        got = [word(packs, "direction%d" % a, lang)]
        if kind == O_STEP:
            got.append(named(g, "room", house.beside(g, where(g), a), lang))
    elif kind == O_LINK:
        got, way = passage(g, a, lang)
        name += way
    elif kind == O_TURNED and p and len(p[P_ARGS]) == 2:
        doors = house.turned(packs.tile(p[P_ARGS][0])[0], a)
        got = [", ".join([word(packs, "direction%d" % d, lang) for d in range(4) if doors >> d & 1])]
    elif kind == O_DIE and a < len(g.G[G_ROLL][ROLL_FACES]):
        got = ["%d" % (a + 1), "%d" % g.G[G_ROLL][ROLL_FACES][a]]
        name += "_face"
    elif kind == O_ATTACK and p:
        got = [aims(g, lang)]
    elif kind == O_END and p and p[P_ARGS]:
        name += "_monster"
    return filled(packs.text(key(packs, name), lang), got)


def filled(s: str, got: list[str]) -> str:
    """String `s` with its {0}, {1}... filled in."""
    for i in range(len(got)):
        s = s.replace("{%d}" % i, got[i])
    return s


def word(packs: "Packs", name: str, lang: str) -> str:
    """One of the words for directions, floors and the like."""
    return packs.text(key(packs, "word." + name), lang)


def mover(g: "Game") -> "Figure":
    """Figure whose options the prompt lists: a monster's, else those of who is asked."""
    p = g.prompt
    if p is None:
        return g.v[V_TURN]
    return p[P_ARGS][0] if p[P_MENU] == 1 and p[P_ARGS] else p[P_WHO]


def where(g: "Game") -> "Room":
    """Room of that figure."""
    return figures.room_of(g, mover(g))


def passage(g: "Game", k: int, lang: str) -> tuple[list[str], str]:
    """Where passage `k` leads from here, and how its option reads (the end of a key)."""
    r = where(g)
    to = house.link_end(g, k, r)
    row = g.links[k]
    if to < 0:
        return ["%d" % k, ""], ""
    got = [named(g, "room", to, lang), "%d" % row[L_COST]]
    if row[L_FLAGS] & LF_WALL:
        return got, "_wall"
    if row[L_FLAGS] & LF_DUMBWAITER:
        return got, "_lift"
    up = g.rooms[to][R_FLOOR] - g.rooms[r][R_FLOOR]
    return got, "_up" if up > 0 else "_down" if up < 0 else ""


def cell(g: "Game", c: int, lang: str = "en") -> str:
    """A cell in words: beside which room it lies."""
    for d in range(4):
        o = g.cells.get(house.cell_beside(c, d), NONE)
        if o >= 0 and g.rooms[o][R_DOORS] >> (d + 2 & 3) & 1:
            way = word(g.packs, "direction%d" % (d + 2 & 3), lang)
            s = filled(g.packs.text(key(g.packs, "option.%d" % O_CELL), lang), [way, named(g, "room", o, lang)])
            return s[0].upper() + s[1:]
    return "%d, %d" % ((c >> 6 & 63) - 32, (c & 63) - 32)


def aims(g: "Game", lang: str) -> str:
    """Names of those whom an attack can be aimed at here, or else from afar."""
    f = mover(g)
    m = offers.targets(g, f) or offers.far_targets(g, f)
    return ", ".join([named(g, "figure", o, lang) for o in range(MONSTER + len(g.monsters)) if m >> o & 1])


OPTION_THINGS = {
    O_ROOM: "room",
    O_EXPLORER: "explorer",
    O_CARD: "card",
    O_TRAIT: "trait",
    O_FIGURE: "figure",
    O_TILE: "tile",
    O_FLOOR: "floor",
    O_MONSTER: "monster",
    O_TOKEN: "token",
}
