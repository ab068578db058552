"""How long the haunts of a pack are: lines of effects and tables without blanks, comments and docstrings."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from .source import Source, load_source

#: What a line of code consists of besides these is no code.
_SPACE = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)


@dataclass
class Lines:
    """Lines of one haunt: its effects, its tables, and what it tells bots."""

    rules: int = 0
    tables: int = 0
    worth: int = 0

    @property
    def total(self) -> int:
        """Effects and tables: what it takes to play the haunt."""
        return self.rules + self.tables


def effect_lines(text: str) -> int:
    """Lines of an effect file that hold code.

    >>> effect_lines('"Doc."\\n\\n# why\\nN = 1\\n\\n\\ndef f():\\n    "Doc."\\n    pass\\n')
    3
    """
    held: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _SPACE:
            held.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.FunctionDef) and ast.get_docstring(node) is not None:
            said = node.body[0]
            held.difference_update(range(said.lineno, (said.end_lineno or said.lineno) + 1))
    return len(held)


def table_lines(text: str) -> int:
    """Lines of a table file that are neither blank nor a comment."""
    return sum(1 for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#"))


def haunt_lines(source: Source) -> dict[str, Lines]:
    """For each haunt with effects of its own the lines of the files that are about it alone."""
    ids = [entry.id for entry in source.entries("haunt")]
    found: dict[str, Lines] = {}
    for effects in source.effects:
        bound = set(re.findall(r"^@(\w+)\((.*)", effects.text, re.M))
        about = [i for i in ids if any(f'"{i}"' in args for _hook, args in bound)]
        if len(about) == 1:
            lines = found.setdefault(about[0], Lines())
            if {hook for hook, args in bound} == {"worth"}:
                lines.worth += effect_lines(effects.text)
            else:
                lines.rules += effect_lines(effects.text)
    for file in {entry.file for entry in source.entries("haunt")}:
        held = [entry.id for entry in source.entries("haunt") if entry.file == file]
        if len(held) == 1 and held[0] in found:
            found[held[0]].tables += table_lines((source.root / file).read_text("utf-8-sig"))
    return dict(sorted(found.items()))


def shown(folder: Path) -> list[str]:
    """The table of a pack's haunts, for a person. Raises OmenboxError if the folder holds no pack."""
    source = load_source(folder)
    found = haunt_lines(source)
    rows = [f"{source.name}: lines of haunts without blanks, comments, strings", ""]
    rows.append(f"  {'':<8} {'effects':>8} {'tables':>8} {'in all':>8} {'for bots':>9}")
    for name, n in found.items():
        rows.append(f"  {name:<8} {n.rules:>8} {n.tables:>8} {n.total:>8} {n.worth:>9}")
    if found:
        rows.append(f"  {'median':<8} {'':>8} {'':>8} {median(n.total for n in found.values()):>8g}")
    return rows
