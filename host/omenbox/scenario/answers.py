"""Answers in words: what each option may be called, and which one an answer means."""

from __future__ import annotations

import re

from shared_rules import house
from shared_rules import state as st

from .names import DIRECTIONS, FLOORS, TRAITS, Mistake, World, letters, number

#: Options of the turn's menu that stand alone.
PLAIN = {
    st.O_END: ("end",),
    st.O_ATTACK: ("attack",),
    st.O_GIVE: ("give",),
    st.O_DROP: ("drop",),
    st.O_TAKE: ("take",),
    st.O_CLIMB: ("by the book",),
    st.O_NOTHING: ("nothing",),
}
KINDS = {
    st.CHOICE: "choice",
    st.RANGE: "range",
    st.SUBSET: "subset",
    st.DICE: "dice",
    st.LETTERS: "letters",
}


class NotOffered(Exception):
    """The answer is a possible one, but not now."""


def plain(text: str) -> str:
    """A text as it is compared: small letters, single spaces."""
    return " ".join(re.sub(r"[_’']", " ", text.lower()).strip(" .?!").split())


def phrases(world: World, option: int) -> list[str]:
    """What an option of the present prompt may be called, the best name first."""
    g = world.game
    kind, a = option >> 16, option & 0xFFFF
    if kind in PLAIN:
        return list(PLAIN[kind])
    if kind in (st.O_STEP, st.O_EXPLORE, st.O_WALL, st.O_SIDE):
        verb = {st.O_STEP: ["go "], st.O_EXPLORE: ["explore "]}.get(kind, [])
        return [v + DIRECTIONS[a] for v in verb] + [DIRECTIONS[a]]
    if kind == st.O_LINK:
        f = menu_figure(world)
        return [f"to {world.room_name(house.link_end(g, a, figure_room(world, f)))}", f"passage {a}"]
    if kind == st.O_USE:
        return [f"use {world.card_name(a)}"]
    if kind == st.O_CARD:
        return [world.card_name(a)]
    if kind == st.O_ACT:
        return text_phrases(world, g.packs.action_text(a))
    if kind == st.O_TEXT:
        return text_phrases(world, a)
    if kind == st.O_ROOM:
        return [world.room_name(a)]
    if kind in (st.O_EXPLORER, st.O_FIGURE):
        names = [world.figure_name(a)]
        if a >= st.MONSTER:
            names.append(world.name("monster", g.monsters[a - st.MONSTER][st.M_KIND]))
        return names
    if kind == st.O_TRAIT:
        return [TRAITS[a]]
    if kind == st.O_FLOOR:
        return [FLOORS[a]]
    if kind == st.O_CELL:
        return world.cell_names(a)
    if kind == st.O_TURNED:
        names = [f"turned {a}"]
        args = g.G[st.G_PROMPT][st.P_ARGS]
        if args:
            names.append(f"doors {letters(house.turned(g.packs.tile(args[0])[0], a))}")
        return names
    if kind == st.O_DIE:
        return [f"die {a}"]
    contents = ((st.O_FACE, "explorer"), (st.O_TILE, "tile"), (st.O_MONSTER, "monster"), (st.O_TOKEN, "token"))
    for one, content in contents:
        if kind == one:
            return [world.name(content, a)]
    return [str(a)]


def menu_figure(world: World) -> int:
    """Whose menu is open: a monster's, or that of whoever answers."""
    p = world.game.G[st.G_PROMPT]
    args = p[st.P_ARGS]
    return args[0] if args and p[st.P_MENU] == 1 else p[st.P_WHO]


def figure_room(world: World, f: int) -> int:
    """The room of a figure."""
    g = world.game
    return g.ex[f][st.E_ROOM] if f < st.MONSTER else g.monsters[f - st.MONSTER][st.M_ROOM]


def text_phrases(world: World, text: int) -> list[str]:
    """The names of an option that is a text: the end of its key, its key, what it says."""
    key = world.name("text", text)
    return [key.rsplit(".", 1)[-1], key, world.packs.text(text)]


def find(world: World, options: list[int], text: str) -> int:
    """The one option that `text` names. Raises NotOffered, or Mistake if it names several."""
    wanted = plain(text)
    wanted = re.sub(r"^doors (\w+)$", lambda m: "doors " + "".join(sorted(m[1])), wanted)
    found = []
    for option in options:
        names = [plain(name) for name in phrases(world, option)]
        names += ["doors " + "".join(sorted(n[6:])) for n in names if n.startswith("doors ")]
        if wanted in names:
            found.append(option)
    if len(found) > 1:
        best = " or ".join(" / ".join(phrases(world, option)) for option in found)
        also = [option for option in found if plain(phrases(world, option)[0]) == wanted]
        if len(also) == 1:
            return also[0]
        raise Mistake(f"{text!r} can mean {best}")
    if not found:
        check_possible(world, text)
        raise NotOffered(f"{text!r} is not offered")
    return found[0]


def check_possible(world: World, text: str) -> None:
    """Raise Mistake unless `text` could be an answer at some prompt: a slip is no refusal."""
    wanted = plain(text)
    words = wanted.split()
    singles = {name for names in PLAIN.values() for name in names}
    singles |= {*DIRECTIONS, *TRAITS, *FLOORS}
    if wanted in singles:
        return
    if len(words) == 2 and words[0] in ("go", "explore") and words[1] in DIRECTIONS:
        return
    if re.fullmatch(r"-?\d+|m\d+|(die|passage|seat) \d+|turned [0-3]|doors [nesw]+", wanted):
        return
    tail = wanted.removeprefix("use ").removeprefix("to ")
    for kind in ("card", "tile", "explorer", "monster", "token"):
        if tail in (plain(name) for name in world.numbers[kind]):
            return
    for key in world.numbers["text"]:
        if wanted in (plain(key), plain(key.rsplit(".", 1)[-1])):
            return
    try:
        world.cell(text)
    except Mistake:
        raise Mistake(f"{text!r} is nothing that can be answered; {says(world)}") from None


def value(world: World, text: str) -> object:
    """The answer that `text` means at the present prompt. Raises NotOffered or Mistake."""
    p = world.game.G[st.G_PROMPT]
    kind, domain = p[st.P_KIND], p[st.P_DOMAIN]
    words = text.split()
    if kind == st.DICE:
        if words[:1] == ["dice"] and all(w.isdigit() for w in words[1:]):
            return [int(w) for w in words[1:]]
        if len(words) == 2 and words[0] == "roll":
            return faces(number(words[1]), domain[0])
        check_possible(world, text)
        raise NotOffered(f"{text!r} is no roll; say 'dice 2 1 0' or 'roll 3'")
    if words[:1] in (["dice"], ["roll"]) and len(words) > 1:
        raise NotOffered("no dice are asked for")
    if kind == st.RANGE:
        if not re.fullmatch(r"-?\d+", text):
            check_possible(world, text)
            raise NotOffered(f"a number from {domain[0]} to {domain[1]} is asked for")
        return int(text)
    if kind == st.CHOICE:
        return find(world, domain, text)
    if kind == st.LETTERS:
        return [ord(letter) for letter in text.upper()]
    names = [name.strip() for name in text.split(",")]
    if names == ["none"]:
        return []
    return [find(world, domain[2:], name) for name in names]


def faces(total: int, dice: int) -> list[int]:
    """Faces of so many dice with that total."""
    if not 0 <= total <= 2 * dice:
        raise Mistake(f"{dice} dice do not make {total}")
    got = []
    for _ in range(dice):
        got.append(min(2, total))
        total -= got[-1]
    return got


def says(world: World) -> str:
    """The present prompt in words."""
    p = world.game.G[st.G_PROMPT]
    if p is None:
        return "the game is over" if world.game.over else "nothing is asked"
    domain = p[st.P_DOMAIN]
    kind = p[st.P_KIND]
    if kind == st.CHOICE:
        what = ", ".join(phrases(world, option)[0] for option in domain)
    elif kind == st.RANGE:
        what = f"{domain[0]} to {domain[1]}"
    elif kind == st.DICE:
        what = f"{domain[0]} dice"
    elif kind == st.SUBSET:
        names = ", ".join(phrases(world, option)[0] for option in domain[2:])
        what = f"{domain[0]} to {domain[1]} of {names}"
    else:
        what = f"{domain[0]} to {domain[1]} letters"
    return f"seat {p[st.P_WHO]} is asked {world.name('text', p[st.P_TEXT])}: {what}"
