"""Reading the source folder of a pack: tables and strings in TOML, effects as text.

Nothing is checked here beyond the form of the files; where each thing stands is kept, so
that later mistakes can be shown with file and line.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..errors import OmenboxError
from .problems import Problems, did_you_mean, listed

#: The tables that a pack may hold, in the order of their numbers in a hook row; charts last.
CONTENT = ("tile", "card", "token", "haunt", "explorer", "monster")
TABLES = (*CONTENT, "chart")
PACK_KEYS = ("name", "title", "version", "requires", "entry", "library")
#: One row may stand for so many.
MOST_NUMBERS = 99
#: So deep may tables and lists be nested.
DEPTH = 24
#: Beside the strings of a language: what the page says itself, and no part of the built pack.
PAGE = "page.toml"
_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
_STRINGS_HINT = 'a key that is both a text and a group is written in quotes: "card.book.rule" = "..."'


@dataclass
class Entry:
    """One ``[[table]]`` of a pack: its values, and the lines on which they stand."""

    kind: str
    data: dict[str, Any]
    file: str
    line: int
    lines: dict[str, int] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The id string, empty if it has none."""
        value = self.data.get("id", "")
        return value if isinstance(value, str) else ""

    def line_of(self, key: str) -> int:
        """The line on which `key` stands, or that of the table."""
        return self.lines.get(key, self.line)


@dataclass
class Text:
    """One string in one language."""

    text: str
    file: str
    line: int


@dataclass
class Effects:
    """The text of one ``*.effect`` file."""

    file: str
    text: str


@dataclass
class Source:
    """A pack's source as it was read; `problems` holds what is wrong with it so far."""

    root: Path
    name: str = ""
    title: str = ""
    version: str = ""
    entry: str = ""
    library: bool = False
    requires: list[str] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)
    tables: dict[str, list[Entry]] = field(default_factory=dict)
    strings: dict[str, dict[str, Text]] = field(default_factory=dict)
    page: dict[str, dict[str, Text]] = field(default_factory=dict)  # strings of the page, not of the pack
    effects: list[Effects] = field(default_factory=list)
    problems: Problems = field(default_factory=Problems)
    headless: bool = False  # pack.toml does not say what is required
    unread: bool = False  # strings that could not be read: nothing is said about missing ones

    @property
    def english(self) -> str:
        """Where a new English string may be written."""
        files = sorted({text.file for text in self.strings.get("en", {}).values()})
        return files[0] if files else "strings/en.toml"

    def entries(self, kind: str) -> list[Entry]:
        """The tables of `kind` in the order in which they were read."""
        return self.tables.get(kind, [])


def load_source(root: str | Path) -> Source:
    """Read the pack source in the folder `root`; mistakes are collected, not raised.

    Raises OmenboxError only if there is no pack at all.
    """
    root = Path(root)
    if not (root / "pack.toml").is_file():
        what = "is not a folder" if not root.is_dir() else "holds no pack.toml"
        raise OmenboxError(f"{root} {what}; name the folder of a pack's source")
    source = Source(root)
    _read_pack_toml(source)
    for path in source_files(root):
        parts = path.relative_to(root).parts
        name = "/".join(parts)
        if path.suffix == ".effect":
            source.effects.append(Effects(name, _text(source, path, name)))
        elif parts[0] == "strings":
            lang = parts[1].removesuffix(".toml")
            _read_strings(source, path, name, lang, source.page if parts[2:] == (PAGE,) else source.strings)
        elif name != "pack.toml":
            _read_tables(source, path, name)
    if not source.strings and not source.headless:
        source.problems.warn("pack.toml", 1, 1, "there are no strings", "add strings/en.toml")
    return source


def source_files(root: Path) -> list[Path]:
    """All files of a pack's source in a fixed order; its folder `scenarios` is no part of it."""
    found = [p for p in root.rglob("*") if p.suffix in (".toml", ".effect") and p.is_file()]
    found = [p for p in found if p.relative_to(root).parts[0] != "scenarios"]
    return sorted(found, key=lambda p: p.relative_to(root).parts)


def _text(source: Source, path: Path, name: str) -> str:
    try:
        return path.read_text("utf-8-sig")  # some editors begin a file with a mark of order
    except UnicodeDecodeError as error:
        source.problems.error(name, 1, 1, f"not UTF-8 text: {error.reason}", "save it as UTF-8")
    except OSError as error:
        source.problems.error(name, 1, 1, f"cannot be read: {error.strerror}")
    return ""


def _toml(source: Source, path: Path, name: str, hint: str = "") -> tuple[dict[str, Any], str]:
    text = _text(source, path, name)
    try:
        data = tomllib.loads(text)
        if _deeper(data, DEPTH):
            raise RecursionError
        return data, text
    except tomllib.TOMLDecodeError as error:
        _lose(source, text)
        message = str(error)
        found = re.search(r" \(at line (\d+), column (\d+)\)", message)
        if found:
            line, col = int(found[1]), int(found[2])
            message = message.replace(found[0], "")
        else:
            line, col = max(1, text.count("\n")), 1
            message = message.replace(" (at end of document)", " at the end of the file")
        if message == "Invalid value":
            hint = 'texts stand in quotes, and true and false in small letters: deck = "item"'
        source.problems.error(name, line, col, f"TOML: {message[:1].lower()}{message[1:]}", hint)
    except RecursionError:
        _lose(source, text)
        line = _most(text, r"[\[{.]")
        source.problems.error(name, line, 1, "TOML: nested too deep", "tables and lists stand in few others")
    except ValueError:  # a number beyond the digits that Python reads
        _lose(source, text)
        line = _most(text, r"\d")
        source.problems.error(name, line, 1, "TOML: the number is too large", "no number here has so many digits")
    return {}, ""


def _lose(source: Source, text: str) -> None:
    """Note the ids and numbers of a file that cannot be read: whoever names them makes no mistake."""
    source.problems.lost.update(re.findall(r"""\b(?:id|number)\s*=\s*["']?(\w+)""", text))


def _deeper(data: dict[str, Any], limit: int) -> bool:
    """Whether tables and lists are nested more than `limit` deep."""
    level: list[Any] = [data]
    for _ in range(limit):
        inner = [v for x in level for v in (x.values() if isinstance(x, dict) else x)]
        level = [v for v in inner if isinstance(v, dict | list)]
    return bool(level)


def _most(text: str, pattern: str) -> int:
    """The line with the most matches of `pattern`."""
    counts = [len(re.findall(pattern, line)) for line in text.splitlines()]
    return counts.index(max(counts)) + 1 if counts else 1


def _read_pack_toml(source: Source) -> None:
    data, text = _toml(source, source.root / "pack.toml", "pack.toml")
    problems = source.problems
    source.headless = not data
    if not data and problems.errors:
        source.name = source.root.resolve().name
        return  # it could not be read: what it lacks is not known
    source.lines = _key_lines(text.splitlines(), 0, len(text.splitlines()))
    for key in data:
        if key not in PACK_KEYS:
            line = source.lines.get(key, 1)
            hint = did_you_mean(key, PACK_KEYS, f"keys are {listed(PACK_KEYS)}")
            problems.error("pack.toml", line, 1, f"unknown key {key!r}", hint)
    for key in ("name", "title", "version"):
        value = data.get(key)
        if not isinstance(value, str) or not value:
            message = f"{key} is missing" if value is None else f"{key} is not a text"
            problems.error("pack.toml", source.lines.get(key, 1), 1, message, f'{key} = "..."')
        else:
            setattr(source, key, value)
    if source.name and not _NAME.match(source.name):
        line = source.lines.get("name", 1)
        hint = "small letters, digits and _ only, a letter first"
        problems.error("pack.toml", line, 1, f"{source.name!r} is no name of a pack", hint)
    requires = data.get("requires", [])
    line = source.lines.get("requires", 1)
    if not isinstance(requires, list) or not all(isinstance(r, str) for r in requires):
        name = requires if isinstance(requires, str) else "base"
        problems.error("pack.toml", line, 1, "requires is not a list of names", f'requires = ["{name}"]')
        source.headless = True
    elif len(requires) > 15:
        problems.error("pack.toml", line, 1, "a pack can require 15 others at most")
    else:
        source.requires = list(requires)
    if isinstance(data.get("entry", ""), str):
        source.entry = data.get("entry", "")
    else:
        problems.error("pack.toml", source.lines.get("entry", 1), 1, "entry names a function")
    source.library = bool(data.get("library", False))
    source.name = source.name or source.root.name


def _read_tables(source: Source, path: Path, name: str) -> None:
    data, text = _toml(source, path, name)
    lines = text.splitlines()
    starts = [
        (found[1], number) for number, line in enumerate(lines) if (found := re.match(r"\s*\[\[\s*(\w+)\s*\]\]", line))
    ]
    for kind, rows in data.items():
        mine = [(n, i) for i, (k, n) in enumerate(starts) if k == kind]
        line = mine[0][0] + 1 if mine else _find_key(lines, kind)
        if kind not in TABLES:
            hint = did_you_mean(kind, TABLES, f"a pack holds tables {listed(TABLES)}")
            source.problems.error(name, line, 1, f"unknown table {kind!r}", hint)
            continue
        if not isinstance(rows, list) or not all(isinstance(r, dict) for r in rows):
            hint = f"write [[{kind}]] before each"
            source.problems.error(name, line, 1, f"{kind} is not a list of tables", hint)
            continue
        for index, row in enumerate(rows):
            if mine:
                start, order = mine[min(index, len(mine) - 1)]
                end = starts[order + 1][1] if order + 1 < len(starts) else len(lines)
            else:  # a list, one line a row
                start = end = _row_line(lines, line - 1, row.get("id"))
            entry = Entry(kind, row, name, start + 1, _key_lines(lines, start, end))
            source.tables.setdefault(kind, []).extend(_numbered(entry, source.problems))


def _row_line(lines: list[str], first: int, name: Any) -> int:
    """The line, from `first` on, of the row of a list whose id is `name`."""
    for number in range(first, len(lines)):
        if re.search(rf"""\bid["']?\s*=\s*["']{re.escape(str(name))}["']""", lines[number]):
            return number
    return first


def _numbered(entry: Entry, problems: Problems) -> list[Entry]:
    """The rows that one row stands for: with `numbers = 6` six, whose ids end in _1 to _6."""
    count = entry.data.get("numbers")
    if count is None or not entry.id:
        return [entry]
    rest = {key: value for key, value in entry.data.items() if key != "numbers"}
    if type(count) is not int or not 1 <= count <= MOST_NUMBERS:
        message = f"{entry.kind} {entry.id!r}: numbers is a whole number from 1 to {MOST_NUMBERS}, not {count!r}"
        hint = f"numbers = 6 stands for six rows, {entry.id}_1 to {entry.id}_6"
        problems.error(entry.file, entry.line_of("numbers"), 1, message, hint)
        count = 1
    return [replace(entry, data={**rest, "id": f"{entry.id}_{n}"}) for n in range(1, count + 1)]


def _key_lines(lines: list[str], start: int, end: int) -> dict[str, int]:
    """The line of each key between two lines; the first of a name counts."""
    found: dict[str, int] = {}
    for number in range(start, end):
        match = re.match(r"""\s*(?:\[[\w.-]*?\.?)?["']?([\w:.-]+)["']?\s*[=\]]""", lines[number])
        if match:
            found.setdefault(match[1], number + 1)
    return found


def _find_key(lines: list[str], key: str) -> int:
    for number, line in enumerate(lines):
        if re.match(rf"""\s*\[*\s*["']?{re.escape(key)}\b""", line):
            return number + 1
    return 1


def _read_strings(source: Source, path: Path, name: str, lang: str, tables: dict[str, dict[str, Text]]) -> None:
    data, text = _toml(source, path, name, _STRINGS_HINT)
    if not text:
        source.unread = True
    if not re.fullmatch(r"[a-z]{2}(-[a-z]+)?", lang):
        hint = "strings/en.toml, strings/zh.toml"
        source.problems.error(name, 1, 1, f"{lang!r} is no language", hint)
        return
    texts = tables.setdefault(lang, {})
    where = _string_lines(text)
    page = tables is source.page

    def walk(table: dict[str, Any], prefix: str) -> None:
        for key, value in table.items():
            full = prefix + key
            line = where.get(full, 1)
            if isinstance(value, dict):
                walk(value, full + ".")
                continue
            if page and isinstance(value, list) and len(value) == 2 and all(isinstance(v, str) for v in value):
                value = "\n".join(value)  # for one, and for more
            if not isinstance(value, str):
                source.problems.error(name, line, 1, f"{full} is not a text", 'put it in "..."')
            elif full in texts:
                other = texts[full]
                hint = f"first in {other.file}:{other.line}"
                source.problems.error(name, line, 1, f"duplicate string {full!r}", hint)
            else:
                texts[full] = Text(value, name, line)

    walk(data, "")


def _string_lines(text: str) -> dict[str, int]:
    """The line of each string, found by its key and the table it stands in."""
    found: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if match := re.match(r"\s*\[([^\[\]]+)\]\s*(?:#.*)?$", line):
            table = re.sub(r"""["'\s]""", "", match[1]) + "."
        elif match := re.match(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"))*)\s*=""", line):
            found.setdefault(table + re.sub(r"""["'\s]""", "", match[1]), number)
    return found
