"""Imports run one way: omenbox, then omenbox_device, then shared_rules, then nothing."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from .platforms import ROOT, board_modules

CORE = sorted((ROOT / "shared_rules").glob("*.py"))
DEVICE = sorted((ROOT / "firmware" / "omenbox_device").rglob("*.py"))
HOST = sorted((ROOT / "host" / "omenbox").rglob("*.py"))

#: Modules of the standard library that both Pythons have and the core may use.
BOTH_PYTHONS = {"array", "binascii", "collections", "errno", "gc", "io", "json", "struct", "sys"}

#: What only the board has, and the module of the box's program for each board that may touch it.
BOARD_ONLY = {"machine", "neopixel", "rp2", "micropython", "framebuf"}
BOARD_LAYER = {"pico.py"}

#: What the core may import if it does without when it is not there.
GUARDED = {"micropython"}


def imports(path: Path, package: str) -> list[tuple[int, str, bool]]:
    """Return (line, top-level module, whether guarded by try/except) of every import."""
    tree = ast.parse(path.read_text(), str(path))
    guarded, for_types = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Try):
            guarded |= {id(inner) for part in node.body for inner in ast.walk(part)}
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            for_types |= {id(inner) for part in node.body for inner in ast.walk(part)}
    found = []
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""] if node.level == 0 else [package]
        else:
            continue
        found += [(node.lineno, name.split(".")[0], id(node) in guarded) for name in names]
    return found


def trespasses(path: Path, package: str, forbidden: set[str]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{line}: imports {name}"
        for line, name, _ in imports(path, package)
        if name in forbidden
    ]


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", CORE, ids=name)
def test_core_imports_itself_and_what_both_pythons_have(path: Path) -> None:
    wrong = [
        f"{name(path)}:{line}: imports {module}"
        for line, module, guarded in imports(path, "shared_rules")
        if module != "shared_rules"
        and module not in BOTH_PYTHONS
        and not (guarded and module in GUARDED)
    ]
    assert not wrong


@pytest.mark.parametrize("path", DEVICE, ids=name)
def test_box_program_never_imports_the_desktop_tool(path: Path) -> None:
    assert not trespasses(path, "omenbox_device", {"omenbox"})


@pytest.mark.parametrize("path", HOST, ids=name)
def test_desktop_tool_never_imports_what_only_the_board_has(path: Path) -> None:
    assert not trespasses(path, "omenbox", BOARD_ONLY)


@pytest.mark.parametrize("path", [path for path in DEVICE if path.name not in BOARD_LAYER], ids=name)
def test_box_program_touches_the_hardware_in_its_board_layer_alone(path: Path) -> None:
    assert not trespasses(path, "omenbox_device", BOARD_ONLY)


def test_every_core_module_imports_on_micropython(unix) -> None:
    modules = [path.stem for path in CORE if path.stem != "__init__"]
    lines = ["import shared_rules", *(f"import shared_rules.{module}" for module in modules)]
    unix.run("\n".join([*lines, "print('all')"])).check()


def test_board_modules_are_all_of_the_core_and_the_box() -> None:
    assert set(board_modules()) == set(CORE + DEVICE)
