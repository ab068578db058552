"""From a pack's tables to the fixed rows of its file; every key and value is checked.

The layouts of the rows are those that `shared_rules.state` names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from .fields import TRAITS, Fields
from .linking import LIMIT, OWN, Names
from .problems import did_you_mean, listed
from .source import CONTENT, Entry, Source
from .standard import STANDARD

SIDES = {"N": 1, "E": 2, "S": 4, "W": 8}
FLOORS = {"basement": 1, "ground": 2, "upper": 4, "roof": 8}
SYMBOLS = {"none": 0, "omen": 1, "item": 2, "event": 3, "any": 4}
STACKS = {"omen": 0, "item": 1, "event": 2}
DECKS = {"first": 1, "second": 2, "widows-walk": 4}
COLOURS = ("red", "yellow", "green", "blue", "purple", "white")
DAMAGE = {"physical": 1, "mental": 2}
NO_PROC = 0xFFFF
#: The haunts of the printed books have the numbers from 1 to this.
PRINTED = 101
ID = "[a-z][a-z0-9_]*"

TILE_FLAGS = {
    **{"outside": 1, "fixed": 2, "dumbwaiter": 4, "landing": 8, "no_rest": 16},
    **{"trio": 32, "vault": 64, "locks": 128},
}
CARD_FLAGS = {
    **{"companion": 1, "no_give": 2, "no_drop": 4, "no_steal": 8, "no_object": 16, "kept": 128},
}
TOKEN_FLAGS = {"blocks_sight": 1, "explorer_only": 2, "heroes_only": 4, "lock": 8, "carried": 16}
MONSTER_FLAGS = {"steady": 1, "sure": 2}

#: Rules that say who becomes the traitor, as written, and their numbers.
TRAITOR_RULES = {
    "none": 0,
    "none_at_first": 0,
    "revealer": 1,
    "left_of_revealer": 2,
    "highest:TRAIT": 3,
    "lowest:TRAIT": 4,
    "highest:TRAIT:not_revealer": 5,
    "lowest:TRAIT:not_revealer": 6,
    "oldest_explorer": 7,
    "youngest_explorer": 8,
    "oldest_explorer:not_revealer": 9,
    "youngest_explorer:not_revealer": 10,
    "everyone_except:revealer": 11,
    "everyone_except:highest:TRAIT": 12,
    "hidden": 13,
    "left_and_right_of_revealer": 14,
    "most_items_and_omens": 15,
    "most_stealable_or_tradable_items": 19,
    "oldest_male_explorer": 16,
    "nearest_female_to_right_of_revealer": 17,
    "oldest_player": 18,
    "special": 0,
}


def tile_row(f: Fields, names: Names) -> bytes:
    """The 16 bytes of a tile."""
    row = bytearray(16)
    row[0] = doors = f.mask("doors", SIDES, None)
    row[1] = f.mask("floors", FLOORS, None)
    row[2] = SYMBOLS[f.choice("symbol", SYMBOLS, "none")]
    row[3] = f.mask("windows", SIDES)
    row[4] = f.flags(TILE_FLAGS)
    barrier = f.table("barrier", ("trait", "target", "half"))
    if barrier:
        row[5] = f.trait("barrier", barrier.get("trait")) + 1
        row[6] = f.whole("barrier", "target of barrier", barrier.get("target"), 1, 12, None)
        half = _half(f, barrier.get("half"))
        row[7] = half or 0
        if half is None:
            pass  # said already
        elif half & ~doors:
            sides = [s for s, bit in SIDES.items() if half & ~doors & bit]
            hint = "half lists the doors on one side of the barrier"
            f.error("barrier", f"half of barrier names {listed(sides)}, where no door is", hint)
        elif half in (0, doors):
            hint = "some doors on one side of the barrier, the others on the other"
            f.error("barrier", "the barrier has all doors on one side", hint)
    leave = f.table("leave", ("trait", "target", "lose"))
    if leave:
        row[8] = f.trait("leave", leave.get("trait")) + 1
        row[9] = f.whole("leave", "target of leave", leave.get("target"), 1, 12, None)
        row[10] = f.trait("leave", leave.get("lose", leave.get("trait")))
    damage = f.table("damage", ("kind", "amount"))
    if damage:
        row[11] = DAMAGE[f.one_of("damage", "kind of damage", damage.get("kind"), DAMAGE, None)]
        row[12] = f.whole("damage", "amount of damage", damage.get("amount"), 1, 8, None)
    if f.get("gain") is not None:
        row[13] = f.trait("gain", f.get("gain")) + 1
    if f.get("link") is not None:
        row[14:16] = f.reference("link", "tile", f.get("link"), names).to_bytes(2, "little")
    if f.entry.data.get("doors") in ("", []) and f.get("link") is None:
        f.error("doors", "a tile without doors that leads nowhere", 'give it doors or link = "..."')
    if f.entry.data.get("floors") == []:
        f.error("floors", "a tile for no floor", f"any of {listed(FLOORS)}")
    return bytes(row)


def _half(f: Fields, value: Any) -> int | None:
    if not isinstance(value, str | list) or not all(isinstance(s, str) and s in SIDES for s in value):
        f.error("barrier", f"half of barrier is {value!r}", 'the doors of one side: half = "N"')
        return None
    return sum(SIDES[s] for s in set(value))


def card_row(f: Fields, names: Names) -> bytes:
    """The 16 bytes of a card."""
    row = bytearray(16)
    row[0] = STACKS[f.choice("deck", STACKS)]
    row[1] = f.flags(CARD_FLAGS)
    row[2:6] = bytes(n & 255 for n in f.steps("gain"))
    row[6:10] = bytes(n & 255 for n in f.steps("lose"))
    weapon = f.table("weapon", ("trait", "dice", "ranged"))
    if weapon:
        row[1] |= 32 | (64 if weapon.get("ranged") else 0)
        row[10] = f.trait("weapon", weapon.get("trait", "might"))
        row[11] = f.whole("weapon", "dice of weapon", weapon.get("dice"), -8, 8, 0) & 255
    row[12] = f.number("physical_less", 0, 8)
    row[13] = f.number("mental_less", 0, 8)
    row[14] = f.number("event_dice", -8, 8) & 255
    row[15] = f.mask("decks", DECKS, DECKS["first"] | DECKS["second"])
    return bytes(row)


def explorer_row(f: Fields, names: Names) -> bytes:
    """The 48 bytes of an explorer: four tracks with their start, then who it is."""
    row = bytearray()
    for trait in TRAITS:
        table = f.table(trait, ("track", "start"))
        track = table.get("track")
        if (
            not isinstance(track, list)
            or len(track) != 8
            or not all(type(n) is int and 1 <= n <= 8 for n in track)
            or track != sorted(track)
        ):
            hint = "the eight values above the skull, lowest first"
            f.error(trait, f"the track of {trait} is no list of 8 rising numbers", hint)
            track = [1] * 8
        row += bytes(track)
        row.append(f.whole(trait, f"start of {trait}", table.get("start"), 1, 8, None))
    row.append(COLOURS.index(f.choice("colour", COLOURS)))
    birthday = f.get("birthday")
    if not isinstance(birthday, list) or len(birthday) != 2:
        f.error("birthday", "birthday is no list of month and day", "birthday = [10, 18]")
        birthday = [1, 1]
    row.append(f.whole("birthday", "month of birthday", birthday[0], 1, 12, None))
    row.append(f.whole("birthday", "day of birthday", birthday[1], 1, 31, None))
    row.append(f.number("age", 1, 120, None))
    row.append(("male", "female").index(f.choice("gender", ("male", "female"))))
    return bytes(row).ljust(48, b"\0")


def token_row(f: Fields, names: Names) -> bytes:
    """The 8 bytes of a token."""
    return bytes([f.flags(TOKEN_FLAGS), f.number("dice", -8, 8) & 255]).ljust(8, b"\0")


def monster_row(f: Fields, names: Names) -> bytes:
    """The 8 bytes of a monster: its traits, 0 for one that it lacks, then what it does otherwise."""
    row = bytearray(8)
    row[:4] = _traits(f)
    row[4] = f.flags(MONSTER_FLAGS)
    row[5] = f.mask("attack", {t: 1 << i for i, t in enumerate(TRAITS)})
    if f.get("defend") is not None:
        row[6] = f.trait("defend", f.get("defend")) + 1
    row[6] |= f.number("removed_by", 0, 15) << 4
    row[7] = f.number("attack_dice", 0, 8)
    return bytes(row)


def _traits(f: Fields) -> list[int]:
    """The four values of a monster, each under its name or all in one list."""
    values = f.get("traits")
    if values is None:
        return [f.number(t, 0, 12) for t in TRAITS]
    if not isinstance(values, list) or len(values) != len(TRAITS):
        f.error("traits", "traits is no list of Speed, Might, Sanity and Knowledge", "traits = [3, 6, 0, 0]")
        return [0] * len(TRAITS)
    return [f.whole("traits", f"{t} in traits", n, 0, 12, None) for t, n in zip(TRAITS, values)]


def haunt_row(f: Fields, names: Names) -> bytes:
    """The 16 bytes of a haunt; bytes 9 and 10 await the procedure of its set-up."""
    row = bytearray(16)
    row[0:2] = f.number("number", 1, 9999, None).to_bytes(2, "little")
    rule = f.get("traitor")
    if isinstance(rule, str):
        row[2:8] = _traitor(f, rule, names)
    else:
        f.error("traitor", "traitor is missing", 'such as traitor = "revealer"')
    row[8] = f.flags({"implemented": 1, "roof": 2})
    row[9:11] = NO_PROC.to_bytes(2, "little")
    return bytes(row)


def _traitor(f: Fields, rule: str, names: Names) -> bytes:
    """Rule kind and argument, named explorer + 1, fallback kind and argument."""
    first, _, fallback = rule.partition("|")
    kind, arg = _rule(f, fallback) if fallback else (0, 0)
    named = b"\0\0"
    if first.startswith("named:"):
        named = f.reference("traitor", "explorer", first[6:], names).to_bytes(2, "little")
        if not fallback:
            f.error("traitor", f"no rule if {first[6:]} is not in play", f'"{first}|revealer"')
        return bytes([kind, arg]) + named + bytes([kind, arg])
    return bytes(_rule(f, first)) + named + bytes([kind, arg])


def _rule(f: Fields, rule: str) -> tuple[int, int]:
    text = rule.strip().split(" (")[0]
    if text.startswith("special"):
        text = "special"
    parts = text.split(":")
    traits = [p for p in parts if p in TRAITS]
    form = ":".join("TRAIT" if p in TRAITS else p for p in parts)
    if form not in TRAITOR_RULES:
        hint = did_you_mean(form, TRAITOR_RULES, f"one of {listed(TRAITOR_RULES)}, named:EXPLORER|...")
        f.error("traitor", f"unknown rule {rule!r}", hint)
        return 0, 0
    return TRAITOR_RULES[form], TRAITS.index(traits[0]) if traits else 0


ROWS: dict[str, Callable[[Fields, Names], bytes]] = {
    "tile": tile_row,
    "card": card_row,
    "token": token_row,
    "haunt": haunt_row,
    "explorer": explorer_row,
    "monster": monster_row,
}


def content_rows(source: Source, names: Names) -> dict[str, list[bytes]]:
    """The rows of all content, one list a kind, in the order of the ids."""
    rows: dict[str, list[bytes]] = {}
    for kind in CONTENT:
        rows[kind] = []
        for entry in source.entries(kind):
            fields = Fields(entry, source.problems)
            _check_id(fields)
            rows[kind].append(ROWS[kind](fields, names))
            fields.finish()
    numbers: dict[int, Entry] = {}
    for entry in source.entries("haunt"):
        number = entry.data.get("number")
        if type(number) is int:
            fields = Fields(entry, source.problems)
            if number in numbers:
                other = numbers[number]
                hint = f"first in {other.file}:{other.line_of('number')}"
                fields.error("number", f"duplicate haunt number {number}", hint)
            elif number in names.haunt_numbers():
                fields.error("number", f"a required pack has the haunt number {number}")
            elif 1 <= number <= PRINTED and source.name not in STANDARD:
                fields.warn("number", f"haunt number {number} is a printed one", f"take one above {PRINTED}")
            numbers.setdefault(number, entry)
    return rows


def _check_id(f: Fields) -> None:
    value = f.get("id")
    if value is None:
        f.error("id", "id is missing", 'id = "name_of_it"')
    elif not isinstance(value, str) or not re.fullmatch(ID, value):
        f.error("id", f"{value!r} is no id", "small letters, digits and _ only, a letter first")


def charts(source: Source, names: Names) -> bytes:
    """The haunt charts as JSON: ``[[deck, [omens], [[tile, [numbers]], ...]], ...]``."""
    own = [e.data.get("number") for e in source.entries("haunt")]
    haunts = {n for n in own if isinstance(n, int)} | names.haunt_numbers()
    found = []
    for entry in source.entries("chart"):
        f = Fields(entry, source.problems)
        f.asked.clear()
        deck = f.choice("deck", DECKS)
        omens = f.get("omens")
        if not isinstance(omens, list) or not omens:
            f.error("omens", "omens is no list of cards", 'omens = ["bite", "book"]')
            omens = None
        columns = [f.reference("omens", "card", o, names) - 1 for o in omens or ()]
        table = f.get("rows")
        if not isinstance(table, dict):
            f.error("rows", "rows is missing", "[chart.rows], then a line for each room")
            table = {}
        rows = []
        for tile, cells in table.items():
            local = f.reference(tile, "tile", tile, names) - 1
            if not isinstance(cells, list):
                f.error(tile, f"row {tile} is no list of numbers", f"a number for each omen: {tile} = [301]")
                continue
            if omens is not None and len(cells) != len(columns):
                f.error(tile, f"row {tile} has {len(cells)} numbers for {len(columns)} omens")
                continue
            for cell in cells:
                if not isinstance(cell, int) or cell not in haunts:
                    hint = "a [[haunt]] with that number must exist"
                    f.error(tile, f"row {tile} names an unknown haunt {cell!r}", hint, str(cell))
            rows.append([local, cells])
        f.finish()
        found.append([deck, columns, rows])
    return json.dumps(found, separators=(",", ":")).encode()


def content_names(source: Source, names: Names) -> dict[str, list[tuple[int, int]]]:
    """For each kind the numbers of the display name and of the rule of each id.

    The name is the string ``kind.id``; the rule, ``kind.id.rule``, may be absent.
    """
    texts = names.own["text"]
    found: dict[str, list[tuple[int, int]]] = {}
    for kind in CONTENT:
        found[kind] = []
        for entry in source.entries(kind):
            key = f"{kind}.{entry.id}"
            fields = Fields(entry, source.problems)
            if source.unread:
                continue
            if re.fullmatch(ID, entry.id) and key not in texts:
                hint = f'its name; {source.english}: [{kind}] {entry.id} = "..."'
                fields.error("id", f"missing string {key!r}", hint)
            if kind == "haunt" and entry.data.get("implemented") and f"{key}.heroes" not in texts:
                hint = f'what the heroes read; {source.english}: [haunt] "{entry.id}.heroes" = "..."'
                fields.warn("id", f"missing string '{key}.heroes'", hint)
            found[kind].append((texts.get(key, NO_PROC), texts.get(key + ".rule", NO_PROC)))
    return found


assert OWN << 12 | LIMIT <= 0xFFFF, "an id, and an id plus one, fit 16 bits"
