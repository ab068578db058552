"""What a built pack holds, as a table for a person."""

from __future__ import annotations

import io
from difflib import get_close_matches
from pathlib import Path

from shared_rules.pack import NAMED, Pack, PackError

from ..errors import OmenboxError
from .lines import shown
from .listing import listing
from .problems import did_you_mean
from .source import load_source
from .standard import pack_bytes

#: What each section is for.
SECTIONS = {
    "tiles": "rows of rooms",
    "cards": "rows of cards",
    "tokens": "rows of tokens",
    "haunts": "rows of haunts",
    "explorers": "rows of explorers",
    "monsters": "rows of monsters",
    "hooks": "which function a hook runs",
    "actions": "what the menu of a turn offers",
    "actext": "texts of the actions",
    "charts": "haunt charts",
    "procs": "index of the code",
    "code": "bytecode",
    "nametext": "display names and rules",
    "names": "ids, for scenarios and set-up",
    "exports": "what other packs may use",
    "lines": "files and lines, for messages",
}


#: So many functions are named to somebody who names one that is not there.
SHOWN = 8


def describe(path: str | Path, function: str = "") -> str:
    """A table of what the pack file `path` holds, or the bytecode of one function; of the folder of a source the
    bytecode too, or how long its haunts are.

    Raises OmenboxError if the file is damaged or has no such function.
    """
    path = Path(path)
    if path.is_dir() and function:
        data = pack_bytes([path])[load_source(path).name]
        return "\n".join(_code(Pack(io.BytesIO(data), label=str(path)), function))
    if path.is_dir():
        return "\n".join(shown(path))
    try:
        with path.open("rb") as file:
            pack = Pack(file, label=str(path))
            return "\n".join(_code(pack, function) if function else _describe(pack))
    except PackError as error:
        raise OmenboxError(str(error)) from error
    except OSError as error:
        raise OmenboxError(f"{path}: {error.strerror}; name a file that pack build made") from error


def _code(pack: Pack, function: str) -> list[str]:
    number = pack.find("proc", function)
    if number < 0:
        hint = _near(function, pack.names("proc"))
        raise OmenboxError(f"{pack.name} has no function {function!r}; {hint}")
    nregs, nparams, constants, code = pack.proc(number)
    head = f"{function}: frame of {nregs}, {nparams} parameters, {len(constants)} constants"
    return [f"{head}, {len(code)} bytes of code", " line    at", *listing(pack, number)]


def _near(function: str, names: list[str]) -> str:
    """A hint that names functions like `function`, or else the first ones."""
    if not names:
        return "it holds no functions"
    holding = [n for n in names if function.lower() in n or n in function.lower()]
    near = get_close_matches(function, names, n=SHOWN, cutoff=0.5)
    near = list(dict.fromkeys([*near, *holding]))[:SHOWN]
    if near:
        return did_you_mean(function, near, f"near it: {', '.join(near)}")
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return f"nothing is named like it; there are {', '.join(names[:SHOWN])}{more}"


def _describe(pack: Pack) -> list[str]:
    needs = ", ".join(f"{name} {crc:08x}" for name, crc in pack.requires) or "nothing"
    names = [NAMED[kind] for kind in range(1, len(NAMED))]
    counts = {kind: len(pack.names(kind)) for kind in names}
    lines = [
        f"{pack.name} {pack.version}: {pack.title}",
        "",
        f"  requires    {needs}",
        f"  checksum    {pack.crc:08x}",
        f"  vocabulary  {pack.vocab:08x}",
        f"  languages   {', '.join(pack.languages) or 'none'}",
        f"  begins      {pack.names('proc')[pack.entry] if pack.entry >= 0 else 'no entry'}",
        f"  size        {pack.length:,} bytes",
        "",
        "  holds",
    ]
    shown = {"text": "texts", "proc": "functions"}
    held = {shown.get(k, k + "s"): n for k, n in counts.items() if n}
    held["hooks"] = pack.where["hooks"][1] // 8
    held["actions"] = pack.where["actions"][1] // 8
    lines += [f"    {name:<10} {n:>7,}" for name, n in held.items() if n]
    lines += ["", "  sections", f"    {'header':<10} {pack.start:>7,} bytes"]
    for name, (_at, size) in pack.where.items():
        what = f"texts in {name[4:]!r}" if name.startswith("str.") else SECTIONS.get(name, "")
        if size:
            lines.append(f"    {name:<10} {size:>7,} bytes  {what}")
    return lines
