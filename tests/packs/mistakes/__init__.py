"""Typical mistakes of a pack's author, and word for word what is said about each.

A case is a title after `==`, the files that it changes after `--`, and after `>>` what
`omenbox pack check` says. The rest of the pack is FILES.

    python -m tests.packs.mistakes           # writes what is said now
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from omenbox.packs import check_pack, load_source, required_packs

FOLDER = Path(__file__).parent

FILES = {
    "pack.toml": 'name = "small"\ntitle = "Small"\nversion = "1"\nrequires = ["base"]\n',
    "tables.toml": '[[card]]\nid = "bell"\ndeck = "item"\n\n[[tile]]\nid = "hall"\nfloors = ["ground"]\ndoors = "NS"\n',
    "haunt.toml": '[[haunt]]\nid = "h9"\nnumber = 309\ntraitor = "none"\nimplemented = true\n\n'
    '[[monster]]\nid = "imp"\nspeed = 3\n',
    "strings/en.toml": 'ask = "What now?"\nring = "{0:explorer} rings."\n[card]\nbell = "Bell"\n[tile]\nhall = "Hall"\n'
    '[haunt]\nh9 = "Nine"\n"h9.heroes" = "Wait."\n[monster]\nimp = "Imp"\n',
}


@dataclass
class Case:
    """A mistake: its title, the files that hold it, and what is said about it."""

    title: str
    files: dict[str, str] = field(default_factory=dict)
    said: str = ""

    def check(self, folder: Path) -> str:
        """What is said about it now; the pack is written into `folder`."""
        for name, text in {**FILES, **self.files}.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        found = check_pack(folder, required_packs(load_source(folder)))
        return "".join(f"{problem}\n" for problem in found.all)


def read(path: Path) -> list[Case]:
    """The cases in a file."""
    cases: list[Case] = []
    name = ""
    for line in path.read_text("utf-8").splitlines(keepends=True):
        if line.startswith("== "):
            cases.append(Case(line[3:].strip()))
        elif line.startswith("-- "):
            name = line[3:].strip()
            cases[-1].files[name] = ""
        elif line.startswith(">>"):
            name = ""
        elif name:
            cases[-1].files[name] += line
        else:
            cases[-1].said += line
    return cases


def write(path: Path, cases: list[Case]) -> None:
    """Write the cases into a file."""
    out = ""
    for case in cases:
        out += f"== {case.title}\n"
        out += "".join(f"-- {name}\n{text}" for name, text in case.files.items())
        out += f">>\n{case.said}"
    path.write_text(out, "utf-8")


def main() -> int:
    """Write what is said about each mistake now."""
    for path in sorted(FOLDER.glob("*.txt")):
        cases = read(path)
        for case in cases:
            with tempfile.TemporaryDirectory() as folder:
                case.said = case.check(Path(folder))
        write(path, cases)
        print(f"{path.name}: {len(cases)} mistakes")
    return 0
