"""Checking a pack's strings: the same keys and the same placeholders in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import lru_cache

from .. import paths
from .problems import did_you_mean, listed
from .source import Source, Text

#: Table of page.toml whose keys are the English sentences themselves.
SENTENCES = "said."

#: The placeholders of a text; broken ones are noted.
Holes = Callable[[Source, str, Text], set[str]]

_HOLE = re.compile(r"\{([^{}]*)\}|[{}]")


@lru_cache(maxsize=1)
def formats() -> tuple[str, ...]:
    """What a placeholder may say of its value: the kinds that `shared_rules.text.named` knows.

    >>> "explorer" in formats()
    True
    """
    found = {"number": None}
    tree = ast.parse(paths.find("rules", "text.py").read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == "named":
            for test in ast.walk(node):
                if isinstance(test, ast.Compare) and ast.unparse(test.left) == "kind":
                    words = [n.value for n in ast.walk(test) if isinstance(n, ast.Constant)]
                    found.update(dict.fromkeys(w for w in words if isinstance(w, str)))
    return tuple(found)


def placeholders(text: str) -> list[tuple[int, str]]:
    """Position and kind of each placeholder of `text` that is well formed.

    >>> placeholders("{0:explorer} takes {1} steps")
    [(0, 'explorer'), (1, '')]
    """
    found = []
    for match in _HOLE.finditer(text):
        number, _, kind = (match[1] or "").partition(":")
        if number.isdigit():
            found.append((int(number), kind))
    return found


def check_strings(source: Source) -> None:
    """Note broken placeholders, and what another language lacks or has too much."""
    english = source.strings.get("en", {})
    if source.strings and not english and not source.unread:
        line = "strings/en.toml"
        source.problems.error(line, 1, 1, "the English strings are missing", "add strings/en.toml")
    _compare(source, source.strings, _holes)
    _compare(source, source.page, _names)


def _compare(source: Source, tables: dict[str, dict[str, Text]], holes: Holes) -> None:
    """Hold every language against English: the same keys, the same placeholders."""
    english = tables.get("en", {})
    for lang, texts in tables.items():
        for key, text in texts.items():
            found = holes(source, key, text)
            if lang == "en" or key.startswith(SENTENCES):
                continue
            if key not in english:
                hint = did_you_mean(key, english, "English has all keys; drop it or add it there")
                source.problems.error(text.file, text.line, 1, f"{key!r} is not in English", hint)
            elif found != holes(source, key, english[key]):
                wanted = ", ".join(sorted(holes(source, key, english[key]))) or "none"
                message = f"{key!r} has other placeholders"
                source.problems.error(text.file, text.line, 1, message, f"English has {wanted}")
            elif not text.text.strip():
                source.problems.error(text.file, text.line, 1, f"{key!r} is empty", _english(english[key]))
        if lang != "en" and not source.unread:
            for key in [k for k in english if k not in texts]:
                file = english[key].file.replace("/en", f"/{lang}", 1)
                source.problems.error(file, 1, 1, f"{key!r} is missing in {lang!r}", _english(english[key]))


def _english(text: Text) -> str:
    """What is to be translated, and where it stands."""
    first, *more = text.text.splitlines() or [""]
    return f"{text.file}:{text.line} reads: {first}{' ...' if more else ''}"


def _holes(source: Source, key: str, text: Text) -> set[str]:
    found = set()
    for match in _HOLE.finditer(text.text):
        number, _, kind = (match[1] or "").partition(":")
        if match[1] is None or not number.isdigit():
            hint = "{0} is the first value, {1:explorer} the second as an explorer"
            source.problems.error(text.file, text.line, 1, f"{key!r}: {match[0]!r} is no placeholder", hint)
        elif kind and kind not in formats():
            hint = did_you_mean(kind, formats(), f"one of {listed(formats())}")
            source.problems.error(text.file, text.line, 1, f"{key!r}: unknown kind {kind!r}", hint)
        else:
            found.add(match[0])
    return found


def _names(_source: Source, _key: str, text: Text) -> set[str]:
    """The placeholders of a text of the page, which have names."""
    return set(re.findall(r"\{\w+\}", text.text))
