"""What an effect may say: the words of the rules core, its constants, hooks and types.

Everything is read from the rules core itself, so that there is one list of each.
"""

from __future__ import annotations

import ast
import binascii
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from .. import paths

#: A mask type and what its bits stand for.
MASKS = {
    "rooms": "room",
    "explorers": "explorer",
    "figures": "figure",
    "cards": "card",
    "traits": "trait",
}
#: Small numbers with a meaning: a computed number may stand for one, a bare literal may not.
SCALARS = ("floor", "side", "trait", "option")
#: What is a number too: scalars, the ids that words take as numbers, and which variable of the game is meant.
NUMBERS = ("number", "zero", *SCALARS, "card_id", "variable")
#: All types a function of a pack may declare; the vocabulary adds those its words mention.
TYPES = (
    "number",
    "explorer",
    "figure",
    *MASKS,
    *MASKS.values(),
    *SCALARS,
    *("tile", "token", "monster", "haunt", "face", "card_id", "place", "text", "proc"),
    *("any", "nothing"),
)

#: Types of engine constants that are more than numbers.
CONST_TYPES = {
    **dict.fromkeys(("SPEED", "MIGHT", "SANITY", "KNOWLEDGE"), "trait"),
    **dict.fromkeys(("BASEMENT", "GROUND", "UPPER", "ROOF"), "floor"),
    **dict.fromkeys(("HERO", "TRAITOR"), "side"),
    "NONE": "none",
    "ALL_TRAITS": "traits",
}

#: Hooks that only compute a number: their functions, and what these call, never prompt.
PURE_HOOKS = ("can_use", "may_attack", "way", "pass_lock", "attack_dice", "may_take", "worth")


@dataclass(frozen=True)
class Word:
    """A word of the rules core, or a function of a pack, as a caller sees it.

    `number` is the word's index in its tuple, or the id of the function's procedure.
    """

    name: str
    params: tuple[str, ...]
    result: str
    number: int = -1
    suspends: bool = False
    names: tuple[str, ...] = ()
    variadic: str = ""
    optional: int = 0

    def signature(self) -> str:
        """The word in the form that the checksum of the vocabulary is made of."""
        params = list(self.params)
        if self.variadic:
            params.append("*" + self.variadic)
        return f"{self.name}({','.join(params)})->{self.result}"

    def shown(self) -> str:
        """The word as an author would write it."""
        names = self.names or tuple(f"{t}" for t in self.params)
        parts = [n if n == t else f"{n}: {t}" for n, t in zip(names, self.params)]
        for index in range(len(parts) - self.optional, len(parts)):
            parts[index] = f"[{parts[index]}]"
        if self.variadic:
            parts.append(f"*{self.variadic}")
        tail = "" if self.result in ("nothing", "") else f" -> {self.result}"
        return f"{self.name}({', '.join(parts)}){tail}"


@dataclass
class Vocabulary:
    """Words, constants, hooks and types that every pack may use."""

    words: dict[str, Word]
    constants: dict[str, int]
    hooks: tuple[str, ...]
    types: frozenset[str]
    ops: dict[str, int]
    kinds: dict[str, int]
    pure_hooks: frozenset[str]
    crc: int

    def type_of_constant(self, name: str) -> str:
        """The type of the engine constant `name`."""
        if name.startswith("V_") and not name.endswith("_SIZE"):
            return "variable"
        return CONST_TYPES.get(name, "number")


def read_words(source: str, filename: str = "words.py", read: Callable[[str], str] = str) -> list[Word]:
    """The words of the module text `source`, in the order of WORDS, then of SUSPENDING.

    Only the text is read: parameter types are the annotations, the first parameter
    (the game) is dropped. `figures.WORDS` in a sum is the tuple of the module figures,
    whose text `read` gives.
    """
    words = []
    for group in ("WORDS", "SUSPENDING"):
        found = _group(source, filename, group, read)
        if len(found) > 256:
            raise ValueError(f"{filename}: more than 256 words in {group}")
        for number, (node, file) in enumerate(found):
            word = _word(node, number, group == "SUSPENDING")
            if not word.suspends and (len(word.params) > 4 or word.variadic):
                raise ValueError(f"{file}:{node.lineno}: {word.name} takes more than 4")
            words.append(word)
    return words


def _group(source: str, filename: str, group: str, read: Callable[[str], str]) -> list[tuple[ast.FunctionDef, str]]:
    """The functions of one tuple of a module, those that it takes from other modules too."""
    tree = ast.parse(source, filename)
    functions = {n.name: n for n in tree.body if isinstance(n, ast.FunctionDef)}
    found: list[tuple[ast.FunctionDef, str]] = []

    def add(value: ast.expr) -> None:
        if isinstance(value, ast.BinOp):
            add(value.left)
            add(value.right)
        elif isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name):
            name = value.value.id
            found.extend(_group(read(name), f"{name}.py", value.attr, read))
        elif isinstance(value, ast.Tuple | ast.List):
            for element in value.elts:
                name = element.id if isinstance(element, ast.Name) else ast.unparse(element)
                if name not in functions:
                    raise ValueError(f"{filename}: {group} names {name}, which is not defined there")
                found.append((functions[name], filename))

    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and target.id == group:
                add(node.value)
    return found


def _word(node: ast.FunctionDef, number: int, suspends: bool) -> Word:
    args = node.args.args[1:]
    rest = node.args.vararg
    return Word(
        node.name,
        tuple(_param(a) for a in args),
        _kind(node.returns) or "nothing",
        number,
        suspends,
        tuple(a.arg for a in args),
        (_kind(rest.annotation) or "any") if rest else "",
        len(node.args.defaults),
    )


def _param(arg: ast.arg) -> str:
    """The type of a word's parameter. A number named `place` may be a figure as well."""
    kind = _kind(arg.annotation) or "number"
    return "place" if kind == "number" and arg.arg == "place" else kind


def _kind(node: ast.expr | None) -> str:
    """The type of the effect language that an annotation of a word means: `card_id` for `CardId`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", annotation(node)).lower()


def annotation(node: ast.expr | None) -> str:
    """The type that an annotation names: `room`, `"room"`; None is `nothing`, absent ``""``."""
    if node is None:
        return ""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Constant):
        return "nothing" if node.value is None else str(node.value)
    return ast.unparse(node)


def vocabulary_crc(words: list[Word]) -> int:
    """The checksum by which a pack and a program know that they mean the same words."""
    return binascii.crc32("\n".join(w.signature() for w in words).encode())


def fits(actual: str, wanted: str) -> bool:
    """Whether a value of type `actual` may stand where `wanted` is asked for.

    `none` and `zero` are the types of None and of a bare 0: no thing, and the empty set.

    >>> fits("explorer", "figure"), fits("figure", "explorer"), fits("room", "number")
    (True, False, False)
    """
    if actual == wanted or "any" in (actual, wanted) or actual == "none":
        return True
    if wanted == "number":
        return actual in NUMBERS or actual == "place"
    if wanted == "place":
        return actual in ("number", "zero", "explorer", "figure")
    if actual == "zero":
        return wanted in MASKS
    if actual == "number":
        return wanted in SCALARS
    return (actual, wanted) in (("explorer", "figure"), ("explorers", "figures"))


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """The vocabulary of the rules core that is installed."""
    from shared_rules import state, vm

    file = paths.find("rules", "words.py")
    words = read_words(
        file.read_text("utf-8"),
        file.name,
        lambda module: paths.find("rules", module + ".py").read_text("utf-8"),
    )
    upper = {n: v for n, v in vars(state).items() if n.isupper() and not n.startswith("_") and type(v) is int}
    types = set(TYPES)
    for word in words:
        types.update(word.params, [word.result])
        if word.variadic:
            types.add(word.variadic)
    return Vocabulary(
        {w.name: w for w in words},
        upper,
        tuple(h.lower() for h in state.HOOKS),
        frozenset(types),
        {n[3:]: v for n, v in vars(vm).items() if n.startswith("OP_")},
        {n[5:].lower(): v for n, v in upper.items() if n.startswith("KIND_")},
        frozenset(getattr(state, "QUERIES", PURE_HOOKS)),
        vocabulary_crc(words),
    )
