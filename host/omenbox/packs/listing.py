"""Bytecode as text, for those who want to see what an effect became."""

from __future__ import annotations

from collections.abc import Iterator

from shared_rules.pack import Pack

from .vocabulary import Vocabulary, vocabulary

#: Operands of each instruction: d and r a register, a an operand, t a target, w a word, n a count.
FORMS = {
    **dict.fromkeys(("ADD", "SUB", "MUL", "DIV", "MOD", "AND", "OR", "XOR"), "daa"),
    **dict.fromkeys(("SHL", "SHR", "EQ", "NE", "LT", "LE", "BIT"), "daa"),
    **dict.fromkeys(("MOV", "NOT", "NEG", "INV"), "da"),
    **dict.fromkeys(("JNE", "JEQ", "JGE", "JGT", "JLT", "JLE"), "aat"),
    **{"JMP": "t", "JF": "at", "JT": "at", "FOR": "drt", "RES": "d", "RET": "a"},
    **{"W0": "dw", "W1": "dwa", "W2": "dwaa", "W3": "dwaaa", "W4": "dwaaaa"},
    **{"ASK": "wn", "CALL": "an"},
}


def listing(pack: Pack, number: int, vocab: Vocabulary | None = None) -> Iterator[str]:
    """The instructions of procedure `number`, a line each, with offset and source line."""
    for start, name, parts in decoded(pack, number, vocab):
        yield f"{pack.line(number, start)[1]:>5} {start:>5}  {name:<5}{' '.join(parts)}"


def decoded(pack: Pack, number: int, vocab: Vocabulary | None = None) -> Iterator[tuple[int, str, list[str]]]:
    """The instructions of procedure `number`: offset, name, operands."""
    vocab = vocab or vocabulary()
    names = {v: k for k, v in vocab.ops.items()}
    words = {False: {}, True: {}}  # type: dict[bool, dict[int, str]]
    for word in vocab.words.values():
        words[word.suspends][word.number] = word.name
    procs = pack.names("proc")
    _nregs, _nparams, constants, code = pack.proc(number)

    def operand(x: int) -> str:
        return f"r{x}" if x < 128 else str(constants[x - 128])

    at = 0
    while at < len(code):
        start, name = at, names[code[at]]
        at += 1
        parts = []
        for form in FORMS[name]:
            x = code[at]
            at += 1
            if form in "dr":
                parts.append(f"r{x}")
            elif form == "a" and name == "CALL":
                value = constants[x - 128]
                own = value >> 12 == pack.slots[15]
                parts.append(procs[value & 4095] if own else f"{value >> 12}:{value & 4095}")
            elif form == "a":
                parts.append(operand(x))
            elif form == "t":
                parts.append(f"->{x << 8 | code[at]}")
                at += 1
            elif form == "w":
                parts.append(words[name == "ASK"].get(x, f"word {x}"))
            else:
                parts += [operand(y) for y in code[at : at + x]]
                at += x
        yield start, name, parts
