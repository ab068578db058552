"""The three MicroPythons are what the other tests take them for."""

from __future__ import annotations

from .platforms import HEAP_PROBE, heap

PROBE = "import shared_rules, sys\nprint(sys.implementation.name, sys.maxsize)\n" + HEAP_PROBE
LIST_OF_100 = HEAP_PROBE + "keep = [0] * 100\n" + HEAP_PROBE


def growth(out: str, block: int = 16) -> int:
    cut = out.index("GC:") + 3
    return heap(out, block).live - heap(out[: out.index("GC:", cut)], block).live


def test_unix_has_64_bit_words_and_the_heap_asked_for(unix) -> None:
    out = unix.run(PROBE, heapsize=200_000).check()
    assert out.startswith("micropython 9223372036854775807")
    assert 190_000 < heap(out, 32).total <= 200_000


def test_mpy32_has_32_bit_words_and_the_heap_asked_for(mpy32) -> None:
    out = mpy32.run(PROBE, heapsize=100_000).check()
    assert out.startswith("micropython 2147483647")
    assert 90_000 < heap(out).total <= 100_000


def test_mpy32_survives_memory_pressure_and_then_runs_out(mpy32) -> None:
    script = "for i in range(2000): keep = [bytearray(50) for _ in range(100)]\n" * 2
    mpy32.run(script + "print(len(keep))", heapsize=20_000).check()
    assert "MemoryError" in mpy32.run("keep = bytearray(50_000)", heapsize=20_000).err


def test_mpy32_writes_only_where_it_is_let(mpy32, tmp_path) -> None:
    script = "open('/data/x', 'w').write('ok')"
    mpy32.run(script, dirs={"/data": tmp_path}).check()
    assert (tmp_path / "x").read_text() == "ok"
    assert mpy32.run("open('/checkout0/x', 'w')").rc == 1


def test_pico_runs_official_firmware_with_the_files_given(pico) -> None:
    with pico.Pico({"note/a.txt": "hello"}) as board:
        out = board.run("print(open('note/a.txt').read(), 1/3)").check()
        assert out.startswith("hello 0.33333")
        assert board.heap().total == 245_888
        assert board.run("1/0").rc == 1


def test_pico_and_mpy32_agree_on_the_size_of_objects(pico, mpy32) -> None:
    with pico.Pico() as board:
        on_board = growth(board.run(LIST_OF_100).check())
    assert abs(growth(mpy32.run(LIST_OF_100).check()) - on_board) <= 64
