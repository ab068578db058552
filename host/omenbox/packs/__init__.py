"""Packs: reading their source, checking it, compiling it, and opening what was built.

>>> packs = standard_packs()                          # doctest: +SKIP
>>> data = build_pack("my_haunt", packs.sources)      # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from . import tables
from .bindings import bind
from .compiler import compile_program
from .effects import Program, read_effects
from .info import describe
from .linking import link
from .problems import Problem, Problems, SourceError
from .source import Source, load_source
from .standard import open_packs, pack_bytes, required_packs, standard_bytes, standard_packs
from .strings import check_strings
from .vocabulary import Vocabulary, vocabulary
from .writer import write_pack

__all__ = [
    "Problem",
    "Problems",
    "Source",
    "SourceError",
    "build_pack",
    "check_pack",
    "compile_source",
    "describe",
    "load_source",
    "open_packs",
    "pack_bytes",
    "required_packs",
    "standard_bytes",
    "standard_packs",
]


def compile_source(source: Source, required: Iterable[bytes] = (), vocab: Vocabulary | None = None) -> bytes | None:
    """The bytes of the pack file of `source`, or None if it has mistakes.

    `required` holds the built packs that it requires. What is wrong is in
    ``source.problems``: all of it, warnings too.
    """
    if source.headless:
        return None  # what the required packs hold would seem unknown
    names = link(source, required)
    if len(names.libraries) < len(source.requires):
        return None  # without them everything that they hold would seem unknown
    rows = tables.content_rows(source, names)
    charts = tables.charts(source, names)
    shown = tables.content_names(source, names)
    check_strings(source)
    program: Program = read_effects(source, names, vocab or vocabulary())
    bind(program)
    compile_program(program)
    if source.problems.errors:
        return None
    try:
        return write_pack(program, rows, charts, shown)
    except OverflowError:
        source.problems.error("pack.toml", 1, 1, "the pack is too large for one file", "split it in two")
        return None


def build_pack(root: str | Path, required: Sequence[bytes] = (), vocab: Vocabulary | None = None) -> bytes:
    """Compile the pack source in the folder `root`; returns the bytes of its file.

    `required` holds the built packs that it requires. Raises SourceError, which lists every
    mistake with file, line and a hint.
    """
    source = load_source(root)
    data = compile_source(source, required, vocab)
    if data is None:
        raise SourceError(source.name, source.problems, str(root))
    return data


def check_pack(root: str | Path, required: Sequence[bytes] = (), vocab: Vocabulary | None = None) -> Problems:
    """All mistakes and warnings of the pack source in the folder `root`."""
    source = load_source(root)
    compile_source(source, required, vocab)
    return source.problems
