"""The page's own words: `page.toml` beside the strings of the base pack, for each language one.

All else that a player reads comes from the packs, in the same language; so a language is one
folder. A language that lacks a page.toml gets the English words for what is the page's own.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path

from shared_rules.pack import Packs

from .errors import OmenboxError
from .packs.source import PAGE
from .paths import find

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
    found = tables()
    return Words(read(found[ENGLISH]) | (read(found[lang]) if lang in found else {}))


def tables() -> dict[str, Path]:
    """The languages that have a table, and where it is.

    >>> list(tables())
    ['en', 'zh']
    """
    return {file.parent.name: file for file in sorted(find("content", "base", "strings").glob(f"*/{PAGE}"))}


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
