"""The commands `omenbox pack ...` and the packs that come with Omenbox."""

from __future__ import annotations

import binascii

import pytest

from omenbox.cli import main
from omenbox.errors import OmenboxError
from omenbox.packs import load_source, open_packs, required_packs, standard_bytes, standard_packs
from omenbox.packs.vocabulary import vocabulary

from .rig import write

GOOD = {"a.effect": '@drawn("book")\ndef f(me):\n    say1("hello", me)\n'}


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """A cache of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "omenbox" / "packs"


@pytest.fixture
def folder(tmp_path):
    return write(tmp_path / "small", GOOD)


def test_a_good_pack_is_checked_built_and_shown(folder, tmp_path, capsys):
    assert main(["pack", "check", str(folder)]) == 0
    assert "no mistakes" in capsys.readouterr().out
    file = tmp_path / "small.pack"
    assert main(["pack", "build", str(folder), "-o", str(file)]) == 0
    assert file.read_bytes()[:8] == b"OMENPACK"
    capsys.readouterr()
    assert main(["pack", "info", str(file)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("small 1: Small\n")
    assert "languages   en" in out and "cards            1" in out and "bytecode" in out
    assert main(["pack", "info", str(file), "--code", "f"]) == 0
    assert "W2   r3 say1" in capsys.readouterr().out
    assert main(["pack", "info", str(folder), "--code", "f"]) == 0
    assert "W2   r3 say1" in capsys.readouterr().out


def test_mistakes_are_listed_and_nothing_is_built(folder, tmp_path, capsys):
    write(folder, {"a.effect": "def f(me):\n    gian(me)\n    gain(me)\n"})
    file = tmp_path / "small.pack"
    assert main(["pack", "build", str(folder), "-o", str(file)]) == 1
    err = capsys.readouterr().err
    assert f"{folder}/a.effect:2:5: unknown word 'gian'" in err
    assert f"{folder}/a.effect:3:5:" in err and "2 mistakes" in err
    assert not file.exists()


def test_bad_input_is_one_line(tmp_path, capsys):
    bad = tmp_path / "bad.pack"
    bad.write_bytes(b"OMENPACK and nothing else that would fit")
    for args in (
        ["check", str(tmp_path / "nowhere")],
        ["info", str(tmp_path / "nowhere.pack")],
        ["info", str(bad)],
    ):
        assert main(["pack", *args]) == 2
        err = capsys.readouterr().err
        assert err.count("\n") == 1 and ";" in err


def test_an_unknown_function_is_named_with_a_hint(folder, tmp_path, capsys):
    file = tmp_path / "small.pack"
    main(["pack", "build", str(folder), "-o", str(file)])
    capsys.readouterr()
    assert main(["pack", "info", str(file), "--code", "g"]) == 2
    assert "has no function 'g'" in capsys.readouterr().err


def test_the_standard_packs_are_open_in_the_order_of_their_slots():
    packs = standard_packs()
    assert [p.name for p in packs.packs] == ["base", "widows_walk"]
    assert packs.find("card", "book") >> 12 == 0
    assert packs.find("card", "widows_walk:bloodstone") >> 12 == 1
    assert packs.entry == packs.find("proc", "main")


def test_standard_packs_are_built_once_and_a_damaged_copy_again(cache):
    first = standard_bytes()
    files = sorted(cache.glob("*.pack"))
    assert [f.name.split("-")[0] for f in files] == ["base", "widows_walk"]
    assert files[0].read_bytes() == first["base"]
    files[0].write_bytes(first["base"][:-1])
    assert standard_bytes() == first
    assert files[0].read_bytes() == first["base"]


def test_a_copy_that_was_made_for_other_words_is_built_again(cache):
    good = standard_bytes()["base"]
    (file,) = cache.glob("base-*.pack")
    other = bytearray(good)
    at = good.index(str(vocabulary().crc).encode())
    other[at : at + 1] = b"1" if other[at : at + 1] != b"1" else b"2"
    other[16:20] = binascii.crc32(other[20:]).to_bytes(4, "little")
    file.write_bytes(other)
    assert standard_bytes()["base"] == good


def test_a_cache_that_cannot_be_written_does_no_harm(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert list(standard_bytes()) == ["base", "widows_walk"]


def test_packs_are_opened_from_folders_and_files(folder, tmp_path):
    pack = 'name = "extra"\ntitle = "E"\nversion = "1"\nrequires = ["base", "small"]\n'
    effects = '@drawn("book")\ndef g(me):\n    f(me)\n    gain(me, SPEED, 1)\n'
    extra = write(tmp_path / "extra", {"pack.toml": pack, "a.effect": effects})
    file = tmp_path / "small.pack"
    assert main(["pack", "build", str(folder), "-o", str(file)]) == 0
    packs = open_packs([file, extra])
    assert [p.name for p in packs.packs] == ["base", "widows_walk", "small", "extra"]
    assert packs.find("proc", "extra:g") >> 12 == 3
    calls = packs.proc(packs.find("proc", "extra:g"))[2]
    assert packs.find("proc", "small:f") in calls and packs.find("proc", "base:gain") in calls


def test_what_a_pack_requires_may_be_given_as_a_file(folder, tmp_path, capsys):
    pack = 'name = "extra"\ntitle = "E"\nversion = "1"\nrequires = ["small"]\n'
    extra = write(tmp_path / "extra", {"pack.toml": pack, "a.effect": '@lost("book")\ndef g(me):\n    f(me)\n'})
    assert main(["pack", "check", str(extra)]) == 1
    assert "the required pack 'small' is missing" in capsys.readouterr().err
    file = tmp_path / "small.pack"
    assert main(["pack", "build", str(folder), "-o", str(file)]) == 0
    assert main(["pack", "check", str(extra), "-r", str(file)]) == 0


def test_opening_a_missing_or_doubled_pack_says_what_to_do(folder, tmp_path):
    with pytest.raises(OmenboxError, match="name a pack file or the folder"):
        open_packs([tmp_path / "nothing.pack"])
    with pytest.raises(OmenboxError, match="open already"):
        open_packs([folder, folder])


def test_a_standard_pack_may_be_named_again():
    from omenbox import paths

    packs = open_packs([paths.find("content", "widows_walk")])
    assert [p.name for p in packs.packs] == ["base", "widows_walk"]


def test_the_expansion_gets_the_base_to_build_on():
    from omenbox import paths

    source = load_source(paths.find("content", "widows_walk"))
    assert required_packs(source) == [standard_bytes()["base"]]
