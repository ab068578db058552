"""The reference of the effect language, made from the code: docs/words.md.

    python -m omenbox.packs.reference            # writes docs/words.md of a checkout
"""

from __future__ import annotations

import ast
import re
import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from .. import paths
from .bindings import bind
from .compiler import compile_program, suspending
from .constants import LITERALS
from .effects import Program, read_effects
from .hooks import FIGURE, HOOKS
from .linking import link
from .source import load_source
from .tables import COLOURS, DAMAGE, DECKS, FLOORS, SIDES, STACKS, SYMBOLS, TRAITOR_RULES
from .vocabulary import MASKS, Word, vocabulary

#: What a value of each type is, with its unit and range.
TYPES = {
    "number": "a whole number; units are said by the word: steps of a trait, spaces, dice, points of damage",
    "explorer": "an explorer: the seat, 0 to 5",
    "figure": "an explorer, or a monster: 16 and more",
    "room": "a room in play",
    "card": "a card of this game, wherever it is",
    "trait": "SPEED, MIGHT, SANITY or KNOWLEDGE",
    "floor": "BASEMENT, GROUND, UPPER or ROOF",
    "side": "HERO or TRAITOR",
    "option": "what a menu offers: kind << 16 | argument (O_...)",
    "tile": "a room as content: tile(\"library\")",
    "card_id": "a card as content: card(\"book\")",
    "token": "a kind of token: token(\"drip\")",
    "monster": "a kind of monster: monster(\"imp\")",
    "haunt": "a haunt: haunt(\"h57\")",
    "face": "an explorer's card: explorer_face(\"ox_bellows\")",
    "place": "where a card or token is: a figure, 100 + a room, or AT_STACK, AT_DISCARD, AT_BOX, AT_TABLE",
    "text": "the key of a string, in quotes",
    "proc": "a function: proc(\"name\")",
    "any": "anything",
    "nothing": "no value",
}

#: Parts of shared_rules/state.py whose constants an effect has use for.
CONSTANTS = (
    "phases",
    "traits, damage, sides, floors, directions, decks",
    "an explorer",
    "a room in play",
    "rows of tiles and cards in a pack",
    "a token, a monster, a link",
    "places",
    "variables: G[G_VARS]",
    "a roll: G[G_ROLL]",
    "options: kind << 16 | argument",
)
#: Of the parts above, the constants with these beginnings are places in the state, which no effect sees.
HIDDEN = ("E_", "R_", "K_", "M_", "L_", "ROLL_WHO", "ROLL_KIND", "ROLL_TRAIT", "ROLL_DICE", "ROLL_FIXED")
HIDDEN_ENDS = ("_ROW", "_SIZE", "ROLL_FLAT", "ROLL_FACES")

#: Keys of tables that take one of some words, or a list of them.
VALUES = {
    "floors of a tile": FLOORS,
    "doors, windows, half": SIDES,
    "symbol of a tile": SYMBOLS,
    "kind of damage": DAMAGE,
    "deck of a card": STACKS,
    "decks of a card, deck of a chart": DECKS,
    "colour of an explorer": COLOURS,
    "traitor of a haunt": TRAITOR_RULES,
}

#: What happens in which order: a title, and the functions and words that do it, one after another.
ORDERS = {
    "Dice of a roll": ("trait_dice", "begin_roll", "rolled", "roll_total"),
    "Damage": ("damage", "summed", "die", "kill"),
    "A fight": ("targets", "attack_action", "fight", "side_roll", "settle"),
    "What a way costs": ("way_cost", "exit_cost", "may_leave"),
    "Which effect of a hook comes first": ("fire", "consult"),
}


@dataclass(frozen=True)
class Entry:
    """A word or a function of the base pack as the reference shows it."""

    name: str
    shown: str
    says: str
    group: str
    suspends: bool


@dataclass(frozen=True)
class Base:
    """The rules of the base pack: their program, and which functions may ask."""

    program: Program
    asks: frozenset[str]


@lru_cache(maxsize=1)
def base() -> Base:
    """The base pack's functions, read and compiled."""
    source = load_source(paths.find("content", "base"))
    program = read_effects(source, link(source, []), vocabulary())
    bind(program)
    compile_program(program)
    return Base(program, frozenset(suspending(program)))


def words() -> list[Entry]:
    """Every word of the rules core, in the order of its files."""
    known = vocabulary().words
    found = []
    for file in sorted(paths.find("rules").glob("*.py")):
        text = file.read_text("utf-8")
        if not re.search(r"^(WORDS|SUSPENDING)\b", text, re.M):
            continue
        lines = text.splitlines()
        tree = ast.parse(text)
        group = _sentence(ast.get_docstring(tree) or file.stem)
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name in known:
                heads = [line[6:] for line in lines[: node.lineno] if line.startswith("# --- ")]
                word = known[node.name]
                under = heads[-1].rstrip(" -") if heads else group
                found.append(_entry(word, ast.get_docstring(node), under, word.suspends))
    return found


def functions() -> list[Entry]:
    """The functions of the base pack that other packs may call, in the order of its files."""
    found = []
    for name, function in base().program.functions.items():
        if not (function.bound or name.startswith("_") or name == base().program.source.entry):
            group = f"{_head(function.file)} (`{Path(function.file).name}`)"
            doc = ast.get_docstring(function.node)
            found.append(_entry(function.word, doc, group, name in base().asks))
    return found


def _entry(word: Word, doc: str | None, group: str, suspends: bool) -> Entry:
    return Entry(word.name, word.shown(), " ".join((doc or "").split()), group, suspends)


def _head(file: str) -> str:
    for effects in base().program.source.effects:
        if effects.file == file:
            return _sentence(ast.get_docstring(ast.parse(effects.text)) or file)
    return file


def _sentence(text: str) -> str:
    """The beginning of a docstring, up to the first stop, colon or bracket."""
    return re.split(r"[.:(]", " ".join(text.split()))[0].strip()


def fired() -> dict[str, list[str]]:
    """Hook: the functions of the base pack that run it or ask it."""
    found: dict[str, list[str]] = {hook: [] for hook in HOOKS}
    for name, function in base().program.functions.items():
        for hook, _node in _hooks_of(function.node):
            if name not in found[hook]:
                found[hook].append(name)
    return found


def _hooks_of(node: ast.AST) -> list[tuple[str, ast.Call]]:
    """The hooks that a function runs or asks, in the order of its lines."""
    calls = [n for n in ast.walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]
    found = []
    for call in sorted(calls, key=lambda c: (c.lineno, c.col_offset)):
        if call.args and isinstance(call.args[0], ast.Name) and call.args[0].id.startswith("H_"):
            found.append((call.args[0].id[2:].lower(), call))
    return found


def sequences() -> dict[str, list[str]]:
    """Function of the base pack: the hooks it runs and the functions that run more, in the order of its lines."""
    program = base().program
    direct = {name for name, f in program.functions.items() if _hooks_of(f.node)}
    shown: dict[str, list[str]] = {}
    for name, function in program.functions.items():
        calls = [n for n in ast.walk(function.node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]
        steps: list[str] = []
        for call in sorted(calls, key=lambda c: (c.end_lineno or 0, c.end_col_offset or 0)):
            assert isinstance(call.func, ast.Name)
            hook = call.args and isinstance(call.args[0], ast.Name) and call.args[0].id.startswith("H_")
            if hook:
                assert isinstance(call.args[0], ast.Name)
                step = "@" + call.args[0].id[2:].lower()
            elif call.func.id in direct or call.func.id in ("draw", "enter", "step", "throw"):
                step = call.func.id
            else:
                continue
            if not steps or steps[-1] != step:
                steps.append(step)
        if any(s.startswith("@") for s in steps) and not function.bound:
            shown[name] = steps
    return shown


def constants() -> dict[str, list[tuple[str, str]]]:
    """Part of the state's file: its constants and what is said about each."""
    found: dict[str, list[tuple[str, str]]] = {}
    part = ""
    for line in paths.find("rules", "state.py").read_text("utf-8").splitlines():
        head = re.match(r"# --- (.+?) -*$", line)
        if head:
            part = head[1]
        made = re.match(r"([A-Z][A-Z0-9_]*) = -?\d+(?:\s*# (.*))?$", line)
        if not made or part not in CONSTANTS:
            continue
        name = made[1]
        if not name.startswith(HIDDEN) and not name.endswith(HIDDEN_ENDS):
            found.setdefault(part, []).append((name, made[2] or ""))
    return found


def base_constants() -> list[tuple[str, str]]:
    """The constants of the base pack that say what they are."""
    found = []
    for effects in base().program.source.effects:
        for line in effects.text.splitlines():
            if made := re.match(r"([A-Z][A-Z0-9_]*) = .*?# (.*)$", line):
                found.append((made[1], made[2]))
    return found


def markdown() -> str:
    """The text of docs/words.md."""
    out = [
        "# Words of the effect language",
        "",
        "Made from the code by `python -m omenbox.packs.reference`; do not edit. [packs.md](packs.md) teaches the",
        "language, [words_used.md](words_used.md) says where each word is used and tested.",
        "`omenbox pack words WORD` shows one of them.",
        "",
        "A word with **asks** may wait for somebody's answer: a query must not call it. `[x]` may be left out,",
        "`*text` stands for any number of texts. Numbers in brackets are those of the [rules reference](rules.md).",
        "",
        "## Types",
        "",
        "| type | what it is |",
        "|---|---|",
        *(f"| `{name}` | {_cell(text)} |" for name, text in TYPES.items()),
        *(f"| `{many}` | a set of type `{one}`: one bit each |" for many, one in MASKS.items()),
        "",
        "Constants of content: " + ", ".join(f'`{n}("...")`' for n in LITERALS) + ".",
    ]
    for title, entries in (("Words", words()), ("Functions of the base pack", functions())):
        out += ["", f"## {title}"]
        group = ""
        for entry in entries:
            if entry.group != group:
                group = entry.group
                out += ["", f"### {group[:1].upper()}{group[1:]}", "", "| | |", "|---|---|"]
            asks = " **asks**" if entry.suspends else ""
            out.append(f"| `{_cell(entry.shown)}` | {_cell(entry.says)}{asks} |")
    out += ["", *_hook_tables(), "", *_order_tables(), "", "## Constants"]
    for part, names in constants().items():
        out += ["", f"### {part[:1].upper()}{part[1:].split(':')[0]}", ""]
        plain = [f"`{name}`" for name, text in names if not text]
        out += [", ".join(plain)] if plain else []
        said = [(name, text) for name, text in names if text]
        if said:
            out += ([""] if plain else []) + ["| | |", "|---|---|"]
            out += [f"| `{name}` | {_cell(text)} |" for name, text in said]
    out += ["", "### Of the base pack", "", "| | |", "|---|---|"]
    out += [f"| `{name}` | {_cell(text)} |" for name, text in base_constants()]
    out += ["", "## Values in tables", "", "| key | one of |", "|---|---|"]
    out += [f"| {key} | {', '.join(f'`{v}`' for v in values)} |" for key, values in VALUES.items()]
    out += [
        "",
        "TRAIT is a trait. A rule may be followed by `|` and another that holds when nobody fits the first;",
        "`named:ox_bellows|revealer` names an explorer. `special` is left to the haunt's set-up. Explorers of one",
        "colour are two faces of one card.",
    ]
    return "\n".join(out) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _hook_tables() -> list[str]:
    places = fired()
    queries = vocabulary().pure_hooks
    out = [
        "## Hooks",
        "",
        "A hook's function is written with as many of its two values as it needs; without annotations they have the",
        "types shown here. A hook about nobody gives `NONE` first. A query only looks, it never asks; it returns a",
        "number, `NONE` for no opinion. *Of*: the kinds of content that have it. *By*: what runs it.",
        "",
        "| hook | when | first value | second value | of | by |",
        "|---|---|---|---|---|---|",
    ]
    for hook, said in HOOKS.items():
        query = " **query**" if hook in queries else ""
        kinds = "all" if said.kinds == FIGURE else ", ".join(said.kinds)
        by = ", ".join(f"`{name}`" for name in places[hook]) or "the rules core"
        first, second = (_cell(re.sub(r"^(\w+):", r"`\1`", text)) for text in (said.first, said.second))
        second = "" if second == "0" else second
        out.append(f"| `{hook}` | {_cell(said.when)}{query} | {first} | {second} | {kinds} | {by} |")
    return out


def _order_tables() -> list[str]:
    out = ["## Order", "", "What runs hooks, and in which order (`@hook`, or the function that runs more):", ""]
    out += ["| function | order |", "|---|---|"]
    for name, steps in sequences().items():
        out.append(f"| `{name}` | {', '.join(f'`{s}`' for s in steps)} |")
    entries = {e.name: e for e in [*functions(), *words()]}
    for title, names in ORDERS.items():
        out += ["", f"**{title}.** In this order:", ""]
        for number, name in enumerate(names, 1):
            out.append(f"{number}. `{name}`: {entries[name].says}")
    return out


def main() -> int:
    """Write docs/words.md of the checkout that this program runs from."""
    file = paths.find("rules").parent / "docs" / "words.md"
    if not file.parent.is_dir():
        print(f"omenbox: {file.parent} is missing; run this in a checkout", file=sys.stderr)
        return 2
    file.write_text(markdown(), "utf-8")
    print(f"{file}: {len(words())} words, {len(functions())} functions, {len(HOOKS)} hooks")
    return 0


if __name__ == "__main__":
    sys.exit(main())
