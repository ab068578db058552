"""What trips somebody who writes a first pack: one clear mistake each, never a traceback."""

from __future__ import annotations

import pytest

from omenbox.cli import main
from omenbox.packs import check_pack

from .mistakes import Case
from .rig import build, problems, small_vocabulary, write

RANGE = "numbers go from -2147483648 to 2147483647"
DEEP = "this is too long or nested too deep"
CARD = '[[card]]\nid = "book"\ndeck = "omen"\n'
TILE = '[[tile]]\nid = "hall"\nfloors = ["upper"]\ndoors = "NS"\n'
NAMES = '"card.book" = "B"\n"tile.hall" = "H"\n"haunt.h1" = "H"\nyes = "Y"\nhello = "H"\n'
HAUNT = '[[haunt]]\nid = "h1"\ntraitor = "none"\nnumber = '


def found(folder, files):
    """All mistakes of a source in their first lines; warnings left out."""
    return [p for p in problems(folder, files) if "warning" not in p]


@pytest.mark.parametrize("number", ["99999999999", "2147483648", "-2147483649", "~4294967296", "9" * 5000])
@pytest.mark.parametrize("text", ["A = {}\ndef f():\n    note(A)\n", "A = 0\ndef f():\n    note({})\n"])
def test_a_number_beyond_32_bits_is_a_mistake_with_the_range(tmp_path, text, number):
    write(tmp_path, {"a.effect": "\n" + text.format(number)})
    errors = check_pack(tmp_path, vocab=small_vocabulary()).errors
    assert [(p.file, p.line, p.hint) for p in errors] == [("a.effect", 2 if "A = {}" in text else 4, RANGE)]
    assert "does not fit 32 bits" in errors[0].message


def test_the_first_and_the_last_number_fit(tmp_path):
    text = "A = -2147483648\nB = 2147483647\ndef f():\n    note(A)\n    note(B)\n    note(-2147483648)\n"
    assert build(tmp_path, text)


def test_a_huge_shift_is_not_computed(tmp_path):
    assert found(tmp_path, {"a.effect": "A = 1 << 2147483647"}) == ["a.effect:1:5: the constant does not fit 32 bits"]


@pytest.mark.parametrize(
    "files, wanted",
    [
        ({"cards.toml": CARD + "event_dice = 300\n"}, "event_dice is a whole number from -8 to 8, not 300"),
        ({"cards.toml": CARD + "gain = { speed = 300 }\n"}, "gain speed is a whole number from -8 to 8, not 300"),
        ({"cards.toml": CARD + f"event_dice = {'9' * 5000}\n"}, "TOML: the number is too large"),
        ({"cards.toml": CARD, "h.toml": HAUNT + "70000\n"}, "number is a whole number from 1 to 9999, not 70000"),
        ({"cards.toml": CARD, "h.toml": HAUNT + "[1]\n"}, "number is a whole number from 1 to 9999, not [1]"),
        ({"cards.toml": CARD, "h.toml": HAUNT + "true\n"}, "number is a whole number from 1 to 9999, not True"),
    ],
)
def test_a_number_that_does_not_fit_its_field_is_a_mistake(tmp_path, files, wanted):
    errors = found(tmp_path, {"strings/en.toml": NAMES, **files})
    assert len(errors) == 1 and errors[0].endswith(wanted) and ".toml:4:1" in errors[0], errors


LONG = "+".join(["1"] * 5000)


@pytest.mark.parametrize(
    "text, line",
    [
        (f"def f(a):\n    note(a)\n    note({LONG})\n", 3),
        (f"A = {LONG}\n", 1),
        (f"B = 1\n\ndef f(a):\n    note({'+'.join(['a'] * 900)})\n", 4),
        (f"def f(a):\n    note({'-' * 3000}a)\n", 2),
        (f"def f(a):\n    note({'-' * 20000}a)\n", 2),
        (f"def f(a):\n    if {'not ' * 2000}a:\n        note(a)\n", 2),
        (f"@drawn({LONG})\ndef f(a):\n    note(a)\n", 1),
        (f"A = {'+'.join(['1'] * 985)}\n", 1),
    ],
)
def test_what_is_too_long_or_too_deep_is_one_mistake(tmp_path, text, line):
    errors = found(tmp_path, {"a.effect": text})
    assert errors == [f"a.effect:{line}:1: {DEEP}"]


def test_a_long_chain_of_elif_is_one_mistake(tmp_path):
    text = "def f(a):\n    if a:\n        pass\n" + "    elif a == 3:\n        note(a)\n" * 900
    errors = found(tmp_path, {"a.effect": text})
    assert len(errors) == 1 and errors[0].startswith("a.effect:") and DEEP in errors[0]


@pytest.mark.parametrize(
    "file, text",
    [
        ("t.toml", "\na = " + "[" * 3000 + "]" * 3000),
        ("strings/en.toml", "\na = " + "{a=" * 3000 + "1" + "}" * 3000),
        ("strings/en.toml", "\na" + ".a" * 3000 + ' = "x"'),
        ("pack.toml", "\na" + ".a" * 3000 + " = 1"),
    ],
)
def test_toml_that_is_nested_too_deep_is_one_mistake(tmp_path, file, text):
    assert found(tmp_path, {file: text}) == [f"{file}:2:1: TOML: nested too deep"]


def test_too_many_variables_and_lines_are_mistakes(tmp_path):
    lines = [f"    x{n} = ask({n})" for n in range(300)] + [f"    note(x{n})" for n in range(300)]
    assert "needs 300 variables" in found(tmp_path, {"a.effect": "\n".join(["def f():", *lines])})[0]
    assert found(tmp_path, {"a.effect": "\n" * 70000}) == ["a.effect:65536:1: more than 65535 lines"]


@pytest.mark.parametrize("command", [["sim", "--games", "1"], ["play", "--no-browser"]])
def test_a_command_lists_the_mistakes_of_a_pack_as_check_does(tmp_path, monkeypatch, capsys, command):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = write(tmp_path / "small", {"a.effect": "def f(me):\n    gian(me)\n    say(3, 4)\n"})
    assert main(["pack", "check", str(folder)]) == 1
    wanted = [line for line in capsys.readouterr().err.splitlines() if "warning" not in line]
    assert len(wanted) > 3 and wanted[-1] == f"{folder}: 2 mistakes"
    assert main([*command, "--pack", str(folder)]) == 2
    assert capsys.readouterr().err.splitlines() == wanted


@pytest.mark.parametrize(
    "files, wanted",
    [
        (
            {"t.toml": TILE.replace('["upper"]', '"upper"')},
            "t.toml:3:1: tile 'hall': floors is a list, not the text 'upper'",
        ),
        ({"t.toml": TILE.replace('"NS"', '"north"')}, "t.toml:4:1: tile 'hall': doors holds 'n', 'o', 'r', 't', 'h'"),
        ({"t.toml": TILE.replace('"NS"', "5")}, "t.toml:4:1: tile 'hall': doors is a list of N, E, S or W, not 5"),
        ({"t.toml": TILE.replace('["upper"]', "[[1]]")}, "t.toml:3:1: tile 'hall': floors holds [1]"),
        (
            {"cards.toml": CARD + 'decks = "first"'},
            "cards.toml:4:1: card 'book': decks is a list, not the text 'first'",
        ),
        (
            {"t.toml": TILE + 'barrier = { trait = "might", target = 3, half = "north" }'},
            "t.toml:5:1: tile 'hall': half of barrier is 'north'",
        ),
        (
            {"t.toml": TILE, "c.toml": '[[chart]]\ndeck = "second"\nomens = "book"\n[chart.rows]\nhall = []\n'},
            "c.toml:3:1: chart: omens is no list of cards",
        ),
        (
            {"t.toml": TILE, "c.toml": '[[chart]]\ndeck = "second"\nomens = ["book"]\n[chart.rows]\nhall = "301"\n'},
            "c.toml:5:1: chart: row hall is no list of numbers",
        ),
        (
            {
                "pack.toml": 'name = "s"\ntitle = "S"\nversion = "1"\nrequires = "base"\n',
                "a.effect": "def f():\n    g()",
            },
            "pack.toml:4:1: requires is not a list of names",
        ),
    ],
)  # fmt: skip
def test_a_text_where_a_list_is_wanted_is_one_mistake(tmp_path, files, wanted):
    assert found(tmp_path, {"strings/en.toml": NAMES, **files}) == [wanted]


def test_a_list_of_one_is_shown(tmp_path):
    write(tmp_path, {"t.toml": TILE.replace('["upper"]', '"upper"'), "strings/en.toml": NAMES})
    assert [p.hint for p in check_pack(tmp_path, vocab=small_vocabulary()).errors] == ['floors = ["upper"]']


@pytest.mark.parametrize("strings", [True, False])
def test_an_empty_pack_toml_lacks_three_things_and_nothing_follows_from_it(tmp_path, strings):
    effects = '@drawn("bell")\ndef f(me):\n    hurt(me, MIGHT, 1)\n    helper(me)\n'
    write(tmp_path, {"pack.toml": "", "a.effect": effects})
    if not strings:
        (tmp_path / "strings" / "en.toml").unlink()
    said = [f"{p.line}: {p.message}" for p in check_pack(tmp_path).all]
    assert sorted(said) == ["1: name is missing", "1: title is missing", "1: version is missing"]


def test_of_a_pack_toml_that_cannot_be_read_only_that_is_said(tmp_path):
    files = {"pack.toml": "name = small\n", "a.effect": "def f(me):\n    helper(me)\n"}
    assert problems(tmp_path, files) == ["pack.toml:1:8: TOML: invalid value"]


def test_functions_like_an_unknown_one_are_named(tmp_path, capsys):
    names = ["blow_out", "light_candle", "night", "nobody", *(f"zz{n}" for n in range(9))]
    text = "".join(f"def {n}(a):\n    note(a)\n" for n in names)
    file = tmp_path / "small.pack"
    file.write_bytes(build(tmp_path / "small", text))
    for name, wanted in (
        ("nigth", "did you mean 'night'?"),
        ("candle", "light_candle"),
        ("qqqq", "there are blow_out, light_candle, night, nobody, zz0, zz1, zz2, zz3 and 5 more"),
    ):
        assert main(["pack", "info", str(file), "--code", name]) == 2
        err = capsys.readouterr().err
        assert wanted in err and err.count("\n") == 1, err


@pytest.mark.parametrize("number, warned", [(1, True), (101, True), (102, False)])
def test_the_number_of_a_printed_haunt_is_warned_of(tmp_path, number, warned):
    files = {"h.toml": f"{HAUNT}{number}\n", "strings/en.toml": NAMES}
    said = f"h.toml:4:1: warning: haunt 'h1': haunt number {number} is a printed one"
    assert problems(tmp_path, files) == [said] * warned
    assert "take one above 101" in str(check_pack(tmp_path).all) or not warned


def test_the_standard_packs_keep_the_printed_numbers():
    from omenbox import paths
    from omenbox.packs import load_source, required_packs

    for name in ("base", "widows_walk"):
        folder = paths.find("content", name)
        found = check_pack(folder, required_packs(load_source(folder))).all
        assert not [p for p in found if "printed" in p.message]


def test_a_haunt_of_a_required_pack_is_a_mistake_without_a_warning(tmp_path):
    case = Case("", {"haunt.toml": f'{HAUNT.replace("h1", "h9")}50\nimplemented = true\n[[monster]]\nid = "imp"\n'})
    assert case.check(tmp_path).splitlines() == ["haunt.toml:4:1: haunt 'h9': a required pack has the haunt number 50"]


def test_a_file_that_begins_with_a_mark_of_order_is_read(tmp_path):
    case = Case("", {"more.toml": '\ufeff[[token]]\nid = "fuse"\n'})
    case.files["strings/en/more.toml"] = '\ufeff[token]\nfuse = "F"\n'
    case.files["a.effect"] = '\ufeff@drawn("bell")\ndef ring(me):\n    change_tokens(token("fuse"), me, 1)\n'
    assert case.check(tmp_path) == ""


def test_a_pack_that_requires_itself_is_told_so(tmp_path):
    pack = 'name = "small"\ntitle = "S"\nversion = "1"\nrequires = ["base", "small"]\n'
    said = Case("", {"pack.toml": pack}).check(tmp_path).splitlines()
    assert said == [
        "pack.toml:4:1: the pack 'small' requires itself",
        "    requires names other packs, such as base",
    ]
