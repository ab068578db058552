"""Scenario files: TOML with a `[[scenario]]` each, and the lines on which their steps stand."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .faces import KEYS as FACE_KEYS
from .names import Mistake, one_of

#: What a scenario may hold, and of which type it is.
KEYS: dict[str, type | tuple[type, ...]] = {
    "name": str,
    "rules": list,
    "steps": str,
    "new": bool,
    "packs": list,
    "deck": str,
    "expansion": bool,
    "options": list,
    "seed": int,
    "seats": int,
    "date": list,
    "forced": int,
    "played": list,
    "faces": dict,
    "explorers": list,
    "rooms": list,
    "marks": dict,
    "tokens": list,
    "links": list,
    "piles": dict,
    "stacks": dict,
    "discards": dict,
    "phase": str,
    "haunt": int,
    "traitor": int,
    "revealer": int,
    "keeper": int,
    "manual": bool,
    "omens": int,
    "omen": str,
    "due": int,
    "turn": int,
    "round": int,
    "track": int,
    "numbers": dict,
    "secrets": list,
    "monsters": list,
}
EXPLORER_KEYS: dict[str, type | tuple[type, ...]] = {
    "face": str,
    "at": str,
    "speed": int,
    "might": int,
    "sanity": int,
    "knowledge": int,
    "side": str,
    "alive": bool,
    "holds": list,
    "flags": list,
    "stored": int,
    "raised": list,
}
MONSTER_KEYS: dict[str, type | tuple[type, ...]] = {
    "kind": str,
    "at": str,
    "speed": int,
    "might": int,
    "sanity": int,
    "knowledge": int,
    "side": str,
    "stunned": bool,
    "holds": list,
}
#: Lists of texts.
TEXTS = ("packs", "options", "rooms", "tokens", "links", "holds", "flags", "raised")
TYPES = {str: "a text", int: "a number", bool: "true or false", list: "a list", dict: "a table"}


@dataclass(frozen=True)
class Step:
    """One line of the steps: where it stands in the file and what it says."""

    line: int
    text: str


@dataclass(frozen=True)
class Scenario:
    """One scenario: where it stands, its name, the rules it covers, its position and steps."""

    file: Path
    line: int
    name: str
    rules: tuple[str, ...]
    position: dict[str, Any]
    steps: tuple[Step, ...]


def load(path: str | Path) -> list[Scenario]:
    """The scenarios of a file. Raises Mistake, with file and line, for what cannot be meant."""
    path = Path(path)
    try:
        return parse(path.read_text(encoding="utf-8"), path)
    except OSError as error:
        raise Mistake(f"{path}: {error.strerror}; name a file of scenarios") from error
    except UnicodeDecodeError as error:
        raise Mistake(f"{path}: this is not text in UTF-8") from error


def parse(text: str, path: Path) -> list[Scenario]:
    """The scenarios in `text`, which stands in the file `path`."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Mistake(f"{path}: {error}") from error
    tables = data.pop("scenario", None)
    defaults = data.pop("defaults", {})
    lines = text.splitlines()
    _check_defaults(path, lines, defaults)
    if data:
        raise Mistake(f"{path}: {next(iter(data))!r} stands outside; write [[scenario]] above it")
    if not isinstance(tables, list) or not tables:
        raise Mistake(f"{path}: there is no [[scenario]] in it")
    starts = [i for i, line in enumerate(lines) if re.match(r"\s*\[\[\s*scenario\s*\]\]", line)]
    found: list[Scenario] = []
    for at, table in zip(starts, tables, strict=True):
        where = f"{path}:{at + 1}"
        try:
            found.append(_scenario(path, lines, at, {**defaults, **table}))
        except Mistake as error:
            raise Mistake(f"{where}: {error}") from error
        if found[-1].name in [other.name for other in found[:-1]]:
            raise Mistake(f"{where}: two scenarios are named {found[-1].name!r}")
    return found


def _check_defaults(path: Path, lines: list[str], defaults: Any) -> None:
    """Raise Mistake, with the line of the key, for what no scenario may hold."""
    if not isinstance(defaults, dict):
        raise Mistake(f"{path}: defaults is a table; write [defaults] above what all scenarios hold")
    for key, value in defaults.items():
        try:
            check_keys("a scenario", {key: value}, KEYS)
        except Mistake as error:
            raise Mistake(f"{path}:{_defaults_line(lines, key)}: [defaults]: {error}") from error


def _defaults_line(lines: list[str], key: str) -> int:
    """Number of the line in [defaults] on which `key` stands; that of the table if it is not found."""
    table = 0
    name = re.escape(key)
    for i, line in enumerate(lines):
        if re.match(rf"""\s*(\[\s*)?defaults\s*\.\s*["']?{name}["']?\s*[].=]""", line):
            return i + 1
        if re.match(r"\s*\[", line) and re.match(r"\s*\[\s*(defaults\s*\]|\[|\w+[\w. ]*\]\s*(#|$))", line):
            inside = re.match(r"\s*\[\s*defaults\s*\]", line)
            if table and not inside:
                table = -abs(table)
            elif inside:
                table = i + 1
        elif table > 0 and re.match(rf"""\s*["']?{name}["']?\s*[.=]""", line):
            return i + 1
    return abs(table) or 1


def _scenario(path: Path, lines: list[str], at: int, table: dict[str, Any]) -> Scenario:
    check_keys("a scenario", table, KEYS)
    for key in ("name", "steps"):
        if not table.get(key):
            raise Mistake(f"a scenario needs {key} = ...")
    for kind, keys in (("explorers", EXPLORER_KEYS), ("monsters", MONSTER_KEYS)):
        for row in table.get(kind, []):
            if not isinstance(row, dict):
                raise Mistake(f'{kind} holds tables such as {{ at = "foyer" }}, not {row!r}')
            check_keys(kind, row, keys)
            _check_texts(row)
    _check_texts(table)
    for key in ("piles", "stacks", "discards", "marks"):
        for name, given in table.get(key, {}).items():
            if key != "marks" and not isinstance(given, list):
                raise Mistake(f"{key}: {name} is a list, not {given!r}")
            _check_texts({f"{key}: {name}": given if isinstance(given, list) else [given]}, f"{key}: {name}")
    for name, n in table.get("numbers", {}).items():
        if type(n) is not int:
            raise Mistake(f"numbers: {name} is a number, not {n!r}")
    for name, face in table.get("faces", {}).items():
        if not isinstance(face, dict):
            raise Mistake(f"face {name}: describe it by a table")
        check_keys(f"face {name}", face, dict.fromkeys(FACE_KEYS, (int, str, list, dict)))
    first = _steps_line(lines, at)
    steps = [Step(first + i, s.strip()) for i, s in enumerate(table["steps"].splitlines())]
    return Scenario(
        path,
        at + 1,
        table["name"],
        tuple(map(str, table.get("rules", ()))),
        {k: v for k, v in table.items() if k not in ("name", "rules", "steps")},
        tuple(s for s in steps if s.text and not s.text.startswith("#")),
    )


def _check_texts(table: dict[str, Any], *keys: str) -> None:
    """Raise Mistake for a list that holds something else than texts, among `keys` or those of TEXTS."""
    for key in keys or TEXTS:
        for text in table.get(key, ()):
            if not isinstance(text, str):
                raise Mistake(f"{key} holds texts, not {text!r}")


def _steps_line(lines: list[str], at: int) -> int:
    """Number of the line with the first step of the scenario that starts at index `at`."""
    for i in range(at + 1, len(lines)):
        if re.match(r"\s*\[\[", lines[i]):
            break
        if re.match(r"\s*steps\s*=", lines[i]):
            opened = re.search(r"=\s*(\"\"\"|''')\s*$", lines[i])
            return i + 2 if opened else i + 1
    return at + 1


def check_keys(what: str, table: dict[str, Any], keys: dict[str, Any]) -> None:
    """Raise Mistake for a key that is not among `keys` or whose value has another type."""
    for key, value in table.items():
        kind = keys[one_of(f"key of {what}", key, keys)]
        kinds = kind if isinstance(kind, tuple) else (kind,)
        if type(value) not in kinds:
            raise Mistake(f"{key} is {' or '.join(TYPES[k] for k in kinds)}, not {value!r}")


def collect(paths: Iterable[str | Path]) -> list[Scenario]:
    """The scenarios of all files, and of all `*.toml` in folders, in order."""
    found = []
    for path in map(Path, paths):
        files = sorted(path.glob("*.toml")) if path.is_dir() else [path]
        if not files:
            raise Mistake(f"{path}: there is no *.toml in this folder")
        for file in files:
            found += load(file)
    return found
