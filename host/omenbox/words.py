"""The page's own words: `page.toml` beside the strings of the base pack, for each language one.

All else that a player reads comes from the packs, in the same language; so a language is one
folder. A language that lacks a page.toml gets the English words for what is the page's own.

The rules core and the box have no words of their own: what they refuse or warn of is an English
sentence, and the table `said` of a language has its translation under that very sentence.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType

from shared_rules.pack import Packs

from .errors import OmenboxError
from .packs.source import CONTENT, PAGE
from .packs.strings import SENTENCES
from .paths import find

#: The language of whoever asks for none.
ENGLISH = "en"
#: A place in a sentence.
_GAP = re.compile(r"\{\d\}")


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

    def said(self, sentence: str, names: Mapping[str, str] = MappingProxyType({})) -> str:
        """What the game or the box said in English, in this language; as it is where nobody translated it.

        ``names`` has what things are called in this language under what they are in English.

        >>> words("zh").said("the box is not there: the box does not answer")
        '找不到盒子：盒子沒有回應'
        """
        if sentence in names:
            return names[sentence]
        for form, text in self.forms:
            if found := form.fullmatch(sentence):
                return text.format(*(self.said(value, names) for value in found.groups()))
        parts = sentence.split(", ")
        return sentence if len(parts) == 1 else ", ".join(self.said(part, names) for part in parts)

    @cached_property
    def forms(self) -> list[tuple[re.Pattern[str], str]]:
        """The sentences that are translated; those that say most themselves come first."""
        found = {key.removeprefix(SENTENCES): text for key, text in self.table.items() if key.startswith(SENTENCES)}
        order = sorted(found, key=lambda sentence: len(_GAP.sub("", sentence)), reverse=True)
        return [(re.compile("(.*?)".join(map(re.escape, _GAP.split(s))), re.S), str(found[s])) for s in order]


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


@lru_cache(maxsize=4)
def names(packs: Packs, lang: str) -> dict[str, str]:
    """What everything in the packs is called in a language, under what it is called in English.

    >>> from .packs import standard_packs
    >>> names(standard_packs(), "zh")["Foyer"]
    '玄關'
    """
    found: dict[str, str] = {}
    for pack in packs.packs:
        for n, key in enumerate(pack.names("text")):
            if key.count(".") == 1 and key.partition(".")[0] in CONTENT:
                found[pack.text(n)] = pack.text(n, lang)
    return found


def said(sentence: str, packs: Packs, lang: str) -> str:
    """What the game or the box said in English, in a language; see :meth:`Words.said`."""
    return sentence if lang == ENGLISH else words(lang).said(sentence, names(packs, lang))


def check_language(packs: Packs, lang: str) -> None:
    """Raise :exc:`OmenboxError` if the packs have no strings in a language."""
    known = packs.packs[0].languages
    if lang not in known:
        raise OmenboxError(f"--lang {lang}: there is no such language; there are {', '.join(known)}")
