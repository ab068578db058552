"""The page's own words, a table for each language beside this file.

All else that a player reads comes from the packs, in the same language. A language that has
strings in the packs and no table here gets the English words for what is the page's own.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path

from shared_rules.pack import Packs

from ..errors import OmenboxError
from ..paths import find

#: The language of whoever asks for none.
ENGLISH = "en"


class Words:
    """The words of one language.

    >>> words("en")("omens", n=2)
    '2 omens'
    """

    def __init__(self, table: dict[str, str | list[str]]) -> None:
        self.table = table

    def __call__(self, key: str, **values: object) -> str:
        """The text of ``key``, its places filled; of a text for one and one for many the right one for ``n``."""
        text = self.table[key]
        if isinstance(text, list):
            text = text[values["n"] != 1]
        return text.format(**values)


@lru_cache(maxsize=8)
def words(lang: str) -> Words:
    """The words of a language, in English what it lacks."""
    table = read(find("host", "words", f"{ENGLISH}.toml"))
    if lang in tables():
        table = table | read(find("host", "words", f"{lang}.toml"))
    return Words(table)


def tables() -> list[str]:
    """The languages that have a table.

    >>> tables()
    ['en', 'zh']
    """
    return sorted(file.stem for file in find("host", "words").glob("*.toml"))


def read(file: Path) -> dict[str, str | list[str]]:
    """A table with the names of its parts before the keys: ``roll.haunt``."""
    got: dict[str, str | list[str]] = {}
    for key, value in tomllib.loads(file.read_text("utf-8")).items():
        if isinstance(value, dict):
            got.update({f"{key}.{inner}": text for inner, text in value.items()})
        else:
            got[key] = value
    return got


def check_language(packs: Packs, lang: str) -> None:
    """Raise :exc:`OmenboxError` if the packs have no strings in a language."""
    known = packs.packs[0].languages
    if lang not in known:
        raise OmenboxError(f"--lang {lang}: there is no such language; there are {', '.join(known)}")
