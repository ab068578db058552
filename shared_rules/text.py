"""Lines of text: what a pack's string says with the things it names filled in.

A placeholder is `{n}` for a number or `{n:kind}` for a thing, n being its position:
explorer, seat, figure, room, card, trait, floor, deck, damage, side, tile, monster, token.
"""

from shared_rules.state import *

KINDS = {"damage": ("physical", "mental")}


KEYS = {}  # text ids of the words this module needs, found once


def key(packs, name):
    """Text id of a string of the base pack."""
    n = KEYS.get(name)
    if n is None:
        n = KEYS[name] = packs.find("text", "base:" + name)
    return n


def named(g, kind, n, lang="en"):
    """Name of thing `n` of a kind in a language."""
    packs = g.packs
    if kind == "explorer" or kind == "figure" and n < MONSTER:
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
    if kind == "tile":
        return packs.text(packs.name_of(KIND_TILE, n), lang)
    if kind == "token":
        return packs.text(packs.name_of(KIND_TOKEN, n), lang)
    if kind == "monster":
        return packs.text(packs.name_of(KIND_MONSTER, n), lang)
    if kind in ("trait", "floor", "deck", "damage", "side"):
        return packs.text(key(packs, "word.%s%d" % (kind, n)), lang)
    return "%d" % n


def line(g, text, args, lang="en"):
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


def option(g, o, lang="en"):
    """An option in words."""
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
        return "%d, %d" % ((a >> 6 & 63) - 32, (a & 63) - 32)
    s = packs.text(key(packs, "option.%d" % kind), lang)
    if kind == O_USE:
        return s.replace("{0}", named(g, "card", a, lang))
    if kind in (O_STEP, O_EXPLORE, O_WALL):
        return s.replace("{0}", packs.text(key(packs, "word.direction%d" % a), lang))
    return s.replace("{0}", "%d" % a)


OPTION_THINGS = {
    O_ROOM: "room",
    O_EXPLORER: "explorer",
    O_CARD: "card",
    O_TRAIT: "trait",
    O_FIGURE: "figure",
    O_TILE: "tile",
    O_FLOOR: "floor",
}
