"""What ``omenbox pack words`` shows: all words in a line each, everything about one, or what is about something."""

from __future__ import annotations

import re

from ..errors import OmenboxError
from .contents import called, listing_of
from .hooks import HOOKS, NOBODY
from .problems import did_you_mean
from .reference import TYPES, Entry, base_constants, constants, fired, functions, words
from .vocabulary import MASKS, vocabulary


def shown(word: str = "") -> str:
    """All words in one line each, or everything about one word, hook, type or constant.

    Raises OmenboxError, with a hint, for a word that there is not.
    """
    entries = {e.name: e for e in [*words(), *functions()]}
    if not word:
        lines: list[str] = []
        group = ""
        for entry in entries.values():
            if entry.group != group:
                group = entry.group
                lines += ["", group]
            lines.append(f"  {entry.shown}")
        hooks = ["", "hooks", *(f"  @{hook}: {said.when}" for hook, said in HOOKS.items())]
        return "\n".join([*lines, *hooks]).strip("\n")
    name = word.lstrip("@")
    said = []
    if name in entries:
        entry = entries[name]
        said += [entry.shown + ("   (asks)" if entry.suspends else ""), f"    {entry.says}"]
        kinds = dict.fromkeys(re.findall(r"\w+", entry.shown.partition("(")[2]))
        said += [f"    {kind}: {_type(kind)}" for kind in kinds if _type(kind) and kind not in ("number", "any")]
    if name in HOOKS:
        said += _hook_shown(name)
    if name in TYPES or name in MASKS:
        said += [f"{name}: {_type(name)}"]
    for names in [*constants().values(), base_constants()]:
        said += [f"{n}: {text or vocabulary().constants[n]}" for n, text in names if n == name]
    if not said and name in vocabulary().constants:
        said += [f"{name}: {vocabulary().constants[name]}"]
    said += listing_of(name)
    said += [f"{written}: {text}" for written, text in called() if written.split('"')[1] == name]
    if not said:
        said = _about(name, entries)
    if not said:
        known = dict.fromkeys([*entries, *HOOKS, *TYPES, *MASKS, *vocabulary().constants])
        hint = did_you_mean(word, known, "'omenbox pack words' lists them all, 'omenbox pack words tiles' the rooms")
        raise OmenboxError(f"there is no word {word!r}; {hint}")
    return "\n".join(said)


def _about(part: str, entries: dict[str, Entry]) -> list[str]:
    """What has `part` in its name or in what is said about it, a line each: what is named so first, then what speaks
    of it, and its other forms. Inside of words it is looked for only where there is nothing else.
    """
    lines = [(e.shown, e.says) for e in entries.values()]
    lines += [(f"@{hook}", f"{said.when}; {said.first}; {said.second}") for hook, said in HOOKS.items()]
    lines += [line for names in [*constants().values(), base_constants()] for line in names]
    lines += called()
    stem = re.escape(re.sub(r"(?<=..)(ied|ies|y|ed|es|ing|s)$", "", part.lower()))
    whole = rf"(?<![a-z]){re.escape(part.lower())}(?![a-z])"
    begun = rf"(?<![a-z]){stem if len(stem) > 2 else re.escape(part.lower())}"
    ranks = (
        lambda shown, says: re.search(whole, re.split(r"\((?!\")", shown.lower())[0]),
        lambda shown, says: re.search(whole, f"{shown} {says}".lower()),
        lambda shown, says: re.search(begun, f"{shown} {says}".lower()),
    )
    ordered = dict.fromkeys(line for rank in ranks for line in lines if rank(*line))
    if not ordered:
        ordered = dict.fromkeys(line for line in lines if part.lower() in " ".join(line).lower())
    found = [f"{shown}\n    {says}" if says else shown for shown, says in ordered]
    return [f"there is no word {part!r}; about it:", *found] if found and len(part) > 2 else []


def _type(kind: str) -> str:
    return f"a set of type {MASKS[kind]}: one bit each" if kind in MASKS else TYPES.get(kind, "")


def _hook_shown(hook: str) -> list[str]:
    """A hook as its function is written, and what each value is."""
    said = HOOKS[hook]
    values = [("who" if said.first == NOBODY else "me", said.first), ("x", said.second)]
    if said.second == "0":
        del values[1]
    if said.first == NOBODY and len(values) == 1:
        del values[0]
    head = ", ".join(name if text == NOBODY else f"{name}: {text.partition(':')[0]}" for name, text in values)
    query = "   (a query)" if hook in vocabulary().pure_hooks else ""
    gives = " -> number" if query else ""
    lines = [f"@{hook}({head}){gives}{query}", f"    {said.when}"]
    lines += [f"    {name}: {text.partition(': ')[2] or text}" for name, text in values]
    lines += [f"    of {', '.join(said.kinds)}"]
    return lines + ([f"    run by {', '.join(fired()[hook])}"] if fired()[hook] else [])
