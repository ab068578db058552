"""The content of the standard packs that an effect can name: rooms, cards, tokens and monsters, with their ids."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from .. import paths
from ..errors import OmenboxError
from .source import Entry, load_source
from .standard import STANDARD

#: What one may ask for: the kind of content it is.
ASKED = {
    **{"tile": "tile", "tiles": "tile", "rooms": "tile"},
    **{"card": "card", "cards": "card", "token": "token", "tokens": "token"},
    **{"monster": "monster", "monsters": "monster"},
}
#: The keys of a table's row that are shown.
SHOWN = {"tile": ("floors", "doors", "symbol"), "card": ("deck",), "token": ("carried", "lock"), "monster": ()}
TRAITS = ("speed", "might", "sanity", "knowledge")


@lru_cache(maxsize=1)
def content() -> dict[str, list[tuple[str, str]]]:
    """Kind: id and what is said of it, in the order of the packs and their tables."""
    found: dict[str, list[tuple[str, str]]] = {kind: [] for kind in SHOWN}
    for pack in STANDARD:
        try:
            source = load_source(paths.find("content", pack))
        except OmenboxError:
            continue  # the expansion may be left out
        english = source.strings.get("en", {})
        for kind, lines in found.items():
            for entry in source.entries(kind):
                name = english.get(f"{kind}.{entry.id}")
                said = [name.text if name else "", *_row(kind, entry), *([pack] if pack != STANDARD[0] else [])]
                lines.append((entry.id, ", ".join(filter(None, said))))
    return found


def _row(kind: str, entry: Entry) -> Iterable[str]:
    """What the row of some content says of it."""
    for key in SHOWN[kind]:
        value = entry.data.get(key)
        if value is True:
            yield key
        elif isinstance(value, list):
            yield " ".join(map(str, value))
        elif value and value != "none":
            yield f"{key} {value}"
    if kind == "monster":
        traits = entry.data.get("traits") or [entry.data.get(t, 0) for t in TRAITS]
        yield from (f"{trait} {n}" for trait, n in zip(TRAITS, traits) if n)


def listing_of(word: str) -> list[str]:
    """The ids of a kind, a line each, where `word` asks for one: `tile`, `rooms`, `cards`."""
    kind = ASKED.get(word, "")
    lines = [f"  {id_}: {said}" for id_, said in content().get(kind, ())]
    return [f'{kind}("...") names one of these:', *lines] if lines else []


def called() -> list[tuple[str, str]]:
    """All that can be named: how an effect writes it, and what is said of it."""
    return [(f'{kind}("{id_}")', said) for kind, rows in content().items() for id_, said in rows]
