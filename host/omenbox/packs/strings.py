"""Checking a pack's strings: the same keys and the same placeholders in every language."""

from __future__ import annotations

import re

from .problems import did_you_mean, listed
from .source import Source, Text

#: What a placeholder may say of its value: ``{0:explorer}``; ``{0}`` is a number.
FORMATS = (
    *("number", "explorer", "seat", "figure", "room", "card", "trait", "floor", "deck"),
    *("damage", "side", "tile", "monster", "token"),
)
_HOLE = re.compile(r"\{([^{}]*)\}|[{}]")


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
    if source.strings and not english:
        line = "strings/en.toml"
        source.problems.error(line, 1, 1, "the English strings are missing", "add strings/en.toml")
    for lang, texts in source.strings.items():
        for key, text in texts.items():
            holes = _holes(source, key, text)
            if lang == "en":
                continue
            if key not in english:
                hint = did_you_mean(key, english, "English has all keys; drop it or add it there")
                source.problems.error(text.file, text.line, 1, f"{key!r} is not in English", hint)
            elif holes != _holes(source, key, english[key]):
                wanted = ", ".join(sorted(_holes(source, key, english[key]))) or "none"
                source.problems.error(
                    text.file,
                    text.line,
                    1,
                    f"{key!r} has other placeholders",
                    f"English has {wanted}",
                )
        missing = [key for key in english if key not in texts]
        if missing:
            shown = ", ".join(missing[:3]) + (", ..." if len(missing) > 3 else "")
            file = next(iter(texts.values())).file if texts else f"strings/{lang}.toml"
            message = f"{len(missing)} strings are not translated: {shown}"
            source.problems.warn(file, 1, 1, message, "English is shown instead")


def _holes(source: Source, key: str, text: Text) -> set[str]:
    found = set()
    for match in _HOLE.finditer(text.text):
        number, _, kind = (match[1] or "").partition(":")
        if match[1] is None or not number.isdigit():
            hint = "{0} is the first value, {1:explorer} the second as an explorer"
            source.problems.error(text.file, text.line, 1, f"{key!r}: {match[0]!r} is no placeholder", hint)
        elif kind and kind not in FORMATS:
            hint = did_you_mean(kind, FORMATS, f"one of {listed(dict.fromkeys(FORMATS))}")
            source.problems.error(text.file, text.line, 1, f"{key!r}: unknown kind {kind!r}", hint)
        else:
            found.add(match[0])
    return found
