"""The binary file of a pack: magic, checksum, a header in JSON, then one section after another.

The layout is that which `shared_rules.pack` reads: a box keeps the file open and reads a row,
a procedure or a string by its offset.
"""

from __future__ import annotations

import binascii
import json
from collections.abc import Iterable
from typing import Any

from shared_rules.pack import MAGIC, NAMED, VERSION

from .effects import Program
from .source import CONTENT
from .tables import NO_PROC

#: Names of the sections with one row for each content of a kind.
ROW_SECTIONS = {
    **{"tile": "tiles", "card": "cards", "token": "tokens"},
    **{"haunt": "haunts", "explorer": "explorers", "monster": "monsters"},
}


def write_pack(
    program: Program,
    rows: dict[str, list[bytes]],
    charts: bytes,
    names: dict[str, list[tuple[int, int]]],
) -> bytes:
    """The bytes of the pack file of a `program` without mistakes, and of its content."""
    source, vocab = program.source, program.vocab
    setup = vocab.hooks.index("setup") if "setup" in vocab.hooks else -1
    haunts = [bytearray(row) for row in rows["haunt"]]
    for hook in program.hooks:
        if hook.hook == setup and hook.kind == "haunt":
            haunts[hook.content][9:11] = hook.proc.to_bytes(2, "little")
    rows = {**rows, "haunt": [bytes(h) for h in haunts]}
    sections = {ROW_SECTIONS[kind]: b"".join(rows[kind]) for kind in CONTENT}
    sections["hooks"] = b"".join(
        bytes([h.hook, vocab.kinds[h.kind]]) + _u16(h.content, h.proc, 0)
        for h in sorted(program.hooks, key=lambda h: (h.hook, vocab.kinds[h.kind], h.content))
    )
    sections["actions"] = b"".join(
        bytes([vocab.kinds[a.kind], int(a.once)]) + _u16(a.content, a.do, a.when) for a in program.actions
    )
    sections["actext"] = b"".join(_u16(a.text) for a in program.actions)
    sections["charts"] = charts
    blobs = [f.blob for f in program.functions.values()]
    sections["procs"] = _offsets(blobs)
    sections["code"] = b"".join(blobs)
    sections["nametext"] = _nametext(names)
    sections["names"] = _names(program.names.own)
    sections["exports"] = _json(_exports(program, rows["haunt"]))
    sections["lines"] = _lines(program)
    for lang, texts in sorted(source.strings.items(), key=lambda item: (item[0] != "en", item[0])):
        keys = sorted(source.strings.get("en", {}))
        encoded = [texts[k].text.encode() for k in keys]
        table = 4 * len(encoded) + 4
        sections["str." + lang] = _offsets(encoded, table) + b"".join(encoded)
    return _file(program, sections)


def _file(program: Program, sections: dict[str, bytes]) -> bytes:
    source = program.source
    libraries = {lib.name: lib for lib in program.names.libraries}
    head: list[Any] = [
        source.name,
        source.title,
        source.version,
        [[name, f"{libraries[name].crc:08x}"] for name in source.requires],
        program.vocab.crc,
        program.functions[source.entry].local if source.entry else -1,
        [],
        [name[4:] for name in sections if name.startswith("str.")],
    ]
    # offsets count from the end of the header, so that its length does not change them
    at = 0
    for name, data in sections.items():
        head[6].append([name, at, len(data)])
        at += len(data)
    header = _json(head)
    body = len(header).to_bytes(4, "little") + header + b"".join(sections.values())
    total = 20 + len(body)
    crc = binascii.crc32(body)
    return MAGIC + b"".join(n.to_bytes(4, "little") for n in (VERSION, total, crc)) + body


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _u16(*numbers: int) -> bytes:
    return b"".join(n.to_bytes(2, "little") for n in numbers)


def _offsets(blobs: Iterable[bytes], at: int = 0) -> bytes:
    """One u32 more than there are blobs: where each begins, and the end of the last."""
    out = bytearray(at.to_bytes(4, "little"))
    for blob in blobs:
        at += len(blob)
        out += at.to_bytes(4, "little")
    return bytes(out)


def _names(own: dict[str, dict[str, int]]) -> bytes:
    """u32 start of the names of each kind, of texts and of procedures, and the end; the names.

    Each name stands between two newlines.
    """
    blocks = []
    for kind in NAMED[1:]:
        names = sorted(own[kind], key=own[kind].__getitem__)
        blocks.append(("\n" + "".join(name + "\n" for name in names)).encode())
    return _offsets(blocks, 4 * len(blocks) + 4) + b"".join(blocks)


def _nametext(names: dict[str, list[tuple[int, int]]]) -> bytes:
    """For each kind a u16 with the index of its first pair; then pairs of name and rule."""
    out, pairs = bytearray(), bytearray()
    for kind in CONTENT:
        out += _u16(len(pairs) // 4)
        for name, rule in names[kind]:
            pairs += _u16(name, rule)
    return bytes(out + pairs)


def _lines(program: Program) -> bytes:
    """u8 number of files, u16 end of each name, the names; u16 start of each procedure's part.

    A part is u8 file, u16 line, then pairs of steps: u8 bytes of code, s8 lines. A step that
    does not fit is taken in several pairs.
    """
    files = sorted({f.file for f in program.functions.values()})
    texts = [name.encode() for name in files]
    out = bytearray([len(files)])
    end = 0
    for text in texts:
        end += len(text)
        out += _u16(end)
    out += b"".join(texts)
    parts, starts = bytearray(), bytearray()
    for function in program.functions.values():
        starts += _u16(len(parts))
        pc, line = 0, function.lines[0][1] if function.lines else function.node.lineno
        parts.append(files.index(function.file))
        parts += _u16(line)
        for next_pc, next_line in function.lines:
            while (pc, line) != (next_pc, next_line):
                step = min(next_pc - pc, 255)
                # lines change only with the last step, where the code really goes on
                jump = max(-128, min(127, next_line - line)) if step == next_pc - pc else 0
                parts += bytes([step, jump & 255])
                pc, line = pc + step, line + jump
    return bytes(out + starts + _u16(len(parts)) + parts)


def _exports(program: Program, haunts: list[bytes]) -> dict[str, Any]:
    """What packs that require this one may use by name."""
    from .compiler import suspending

    asks = suspending(program)
    functions = {}
    for name, function in program.functions.items():
        word = function.word
        if not name.startswith("_"):
            shown = [list(word.params), word.result, name in asks, list(word.names)]
            functions[name] = [function.local, *shown]
    constants = {
        name: [c.value, c.type, int(c.reloc)] for name, c in program.constants.items() if not name.startswith("_")
    }
    numbers = [int.from_bytes(row[:2], "little") for row in haunts]
    return {"functions": functions, "constants": constants, "haunts": numbers}


assert NO_PROC == 0xFFFF
