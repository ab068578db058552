"""The real program in a process of its own, on both Pythons, through pyserial and a pseudo-terminal."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from omenbox.link import Mirror, SerialPort
from omenbox.link.spawn import Spawned
from omenbox.sim.games import pack_bytes, setup_of
from omenbox_device.framing import FROM_BOX, TO_BOX, frame, unframe
from omenbox_device.link import STUCK
from shared_rules.game import SETUP
from shared_rules.pack import Packs
from shared_rules.state import DICE, P_KIND, V_HAUNT

from ..players import Players
from .relay import Relay

#: Bytes of heap for the program: its objects are twice as large as on the board.
HEAP = 2_000_000


def built(packs: Packs) -> dict[str, bytes]:
    """The files of ``packs`` by their names: what a box must have to play the same games."""
    return {pack.name: data for pack, data in zip(packs.packs, pack_bytes(packs), strict=True)}


class Table:
    """A spawned box, its mirror, and bots that answer over the link."""

    def __init__(self, packs, box: Any, seed: int, seats: int = 6, haunt: int = 57) -> None:
        self.happened: list[tuple[str, str]] = []
        self.box = box
        opener = (lambda: SerialPort(box.port)) if hasattr(box, "port") else (lambda: box)
        self.mirror = Mirror(opener, packs, lambda *told: self.happened.append(told), every=1)
        setup = {"month": 6, "day": 1, "rules": 0, "played": 0, "faces": [], **setup_of(packs, seats, seed, haunt)}
        self.mirror.wait(lambda: self.mirror.synced, 60)
        self.mirror.do(self.mirror.begin, [setup[name] for name in SETUP])
        self.mirror.wait(lambda: self.mirror.number == 0 and self.mirror.synced)
        self.players = Players(packs, seats, seed)

    def value(self) -> Any:
        """An answer to the prompt."""
        game = self.mirror.game
        assert game is not None
        return self.players.answer(game)

    def answer(self) -> None:
        mirror = self.mirror
        n = mirror.number
        mirror.do(mirror.answer, self.value())
        mirror.wait(lambda: mirror.number == n + 1 and mirror.synced)


@pytest.fixture(params=["micropython", "cpython"])
def python(request, unix) -> str:
    return request.param


@pytest.fixture
def box(unix, packs) -> Iterator[Spawned]:
    with Spawned(packs=built(packs), heap=HEAP) as it:
        yield it
        assert it.process.poll() is None, it.stop()
        assert it.stop() == ""


def test_a_whole_game_of_six_is_the_same_in_box_and_mirror_at_every_prompt(packs, python) -> None:
    with Spawned(python, built(packs), HEAP) as box:
        table = Table(packs, box, seed=9)
        mirror: Any = table.mirror
        compared: list[int] = []
        hash_of = mirror.game.hash

        def hashed() -> int:
            compared.append(mirror.number)
            return hash_of()

        mirror.game.hash = hashed
        while not mirror.game.over:
            table.answer()  # the box sends the hash of its state with every record
        assert list(dict.fromkeys(compared)) == list(range(1, mirror.number + 1))  # a frame may come twice
        assert mirror.game.v[V_HAUNT] >= 0 and mirror.number > 200
        assert mirror.differences == [] and mirror.snapshots == 0
        told = [what for what, _ in table.happened]
        assert told.count("record") == mirror.number and "log" not in told and "lost" not in told
        mirror.close()
        assert box.stop() == ""


def test_the_same_with_the_cable_pulled_ten_times(packs, box, tmp_path) -> None:
    """In the middle of a request; of some nothing or a part gets through, of some all and the reply is lost."""
    with Relay(box.port, tmp_path) as cable:
        table, picks = Table(packs, cable, seed=4), random.Random(1)
        mirror: Any = table.mirror
        unheard = 0
        while not mirror.game.over:
            table.answer()
            if cable.pulls == 10 or mirror.number % 15:
                continue
            number, got = mirror.number, list[Any]()
            mirror.answer(table.value(), done=got.append)
            cable.mute = picks.random() < 0.5
            if not cable.mute:
                cable.cut = picks.randrange(40)
            mirror.poll()
            before = cable.unheard
            mirror.wait(lambda: not cable.plugged or cable.unheard > before, 0.5)  # noqa: B023
            unheard += cable.unheard > before
            cable.pull()
            mirror.wait(lambda: not mirror.client.up)
            cable.mute = False
            cable.plug()
            mirror.wait(lambda: mirror.synced and mirror.client.idle, 5)
            assert got == [[]] and mirror.number == number + 1
        assert cable.pulls == 10 and cable.lost and unheard > 2
        assert mirror.differences == [] and mirror.snapshots == 0
        assert [what for what, _ in table.happened].count("hello") == 11
        mirror.close()


def test_a_host_that_stops_reading_is_told_later_what_it_missed(packs, box) -> None:
    table = Table(packs, box, seed=5)
    mirror: Any = table.mirror
    for _ in range(20):
        table.answer()
    while mirror.game.prompt[P_KIND] != DICE:
        table.answer()
    # Another program on the same port asks for a hundred things and reads none of the replies.
    mirror.client.pull()
    port = SerialPort(box.port)
    n = mirror.number
    sent = frame(TO_BOX, ["hi", 5000, 1, 0, 1])
    sent += frame(TO_BOX, ["roll", 5001, mirror.id, n])
    sent += b"".join(frame(TO_BOX, ["look", 5002 + k]) for k in range(100))
    sent += frame(TO_BOX, ["from", mirror.id, 0])
    end = time.monotonic() + 20
    while sent and time.monotonic() < end:
        sent = sent[port.write(sent) :]
    assert not sent, "the box no longer reads"
    port.close()
    mirror.wait(lambda: mirror.synced)
    assert mirror.number == n + 1 and mirror.differences == []
    table.answer()


@pytest.mark.parametrize("moment", ["idle", "in the middle of an answer", "while its state comes"])
def test_a_box_whose_host_stops_reading_lets_go_of_it(packs, unix, tmp_path, moment) -> None:
    """After two seconds it ends its line and says no more until somebody is there; the game goes on."""
    from .pipes import ROOM, Piped

    with Piped(tmp_path, built(packs), HEAP) as cable:
        table = Table(packs, cable, seed=5)
        mirror: Any = table.mirror
        for _ in range(20):
            table.answer()
        if moment == "in the middle of an answer":
            mirror.answer(table.value())
            mirror.client.poll()
        elif moment == "while its state comes":
            mirror._take()
            mirror.client.poll()
        cable.hold = True
        full, since = -1, time.monotonic()
        while time.monotonic() - since < STUCK / 1000 + 0.3:  # so long nothing more fits into the cable
            cable.write(frame(TO_BOX, ["from", mirror.id, 0] if full < ROOM - 1000 else ["k", 0, 0]))
            if cable.waits() != full:
                full, since = cable.waits(), time.monotonic()
            time.sleep(0.002)
        said, since = b"", time.monotonic()
        while time.monotonic() - since < 0.3:
            said += cable.read_raw(ROOM)
        torn = said.rstrip().rsplit(b"\n", 1)[-1]
        assert full == ROOM and said[full:] == b"\r\n", "it ends its line, and says no more"
        assert torn.startswith(FROM_BOX) and unframe(FROM_BOX, torn) is None
        cable.hold = False
        mirror.wait(lambda: mirror.synced and mirror.client.idle, 20)
        table.answer()
        assert mirror.differences == []


def test_a_box_started_again_has_an_empty_table_and_says_so(packs, unix) -> None:
    with Spawned(packs=built(packs), heap=HEAP) as first:
        table = Table(packs, first, seed=2)
        table.answer()
        first.stop()
    mirror: Any = table.mirror
    with Spawned(packs=built(packs), heap=HEAP) as second:
        table.box = second
        mirror._told = lambda *told: table.happened.append(told)
        mirror.client._opener = lambda: SerialPort(second.port)
        mirror.client.pull()
        mirror.wait(lambda: mirror.synced, 30)
        assert ("hello", "the box is there and was started again, with no game on its table") in table.happened
        mirror.close()


def test_frames_do_no_harm_to_a_board_at_its_prompt(unix) -> None:
    """MicroPython's own prompt takes them for comments."""
    pty = pytest.importorskip("pty")
    import subprocess
    import tty

    from omenbox.sim.platforms import unix_program

    box_end, host_end = pty.openpty()
    tty.setraw(host_end)
    process = subprocess.Popen([str(unix_program())], stdin=host_end, stdout=host_end, stderr=host_end)
    os.close(host_end)
    said = b""

    def until(text: bytes) -> None:
        nonlocal said
        end = time.monotonic() + 20
        while text not in said and time.monotonic() < end:
            said += os.read(box_end, 4096)
        assert text in said, said

    try:
        until(b">>> ")
        for body in (
            ["hi", 1, 1, 8, 1],
            ["a", 2, 77, 3, [1, 2, 0]],
            ["from", 77, 4],
            ["c", 3, 77, 3, ["trait", 1, 2, 3]],
        ):
            os.write(box_end, frame(TO_BOX, body))
        os.write(box_end, b"print(6 * 7)\r\n")
        until(b"42")
        assert b"Error" not in said and b"Traceback" not in said
    finally:
        process.kill()
        process.wait()
        os.close(box_end)


def test_the_program_names_a_pack_that_it_cannot_open(unix, tmp_path) -> None:
    (tmp_path / "bad.pack").write_bytes(b"nonsense")
    script = "import sys\nfrom omenbox_device import unix\nsys.exit(unix.main(['bad.pack']))"
    result = unix.run(script, cwd=tmp_path)
    assert result.rc == 2 and "bad.pack" in result.out and "Traceback" not in result.err


@pytest.mark.parametrize(
    ("words", "says"),
    [(["no.pack"], "no.pack: cannot be opened ("), ([], "name the files of the packs"),
     (["no.pack", "--build"], "no.pack, --build: cannot be opened (")],
)  # fmt: skip
def test_a_program_called_amiss_says_so_in_one_line(unix, tmp_path, words, says) -> None:
    script = f"import sys\nfrom omenbox_device import unix\nsys.exit(unix.main({words!r}))"
    result = unix.run(script, cwd=tmp_path)
    assert result.rc == 2 and result.out.startswith(f"omenbox: {says}") and result.out.count("\n") == 1
    assert result.err == ""


def test_a_box_that_saves_keeps_few_records_and_gives_its_state_for_those_it_lacks(packs, unix, tmp_path) -> None:
    with Spawned(packs=built(packs), heap=HEAP, storage=tmp_path / "saves") as box:
        table = Table(packs, box, seed=3)
        late: Any = table.mirror
        late.close()
        other = Mirror(lambda: SerialPort(box.port), packs, every=1)
        other.wait(lambda: other.synced)
        table.mirror = other
        game: Any = other.game
        while not game.over:
            table.answer()
        other.close()
        late.wait(lambda: late.number == other.number and late.synced)
        assert late.snapshots == 1 and late.differences == [] and late.game.hash() == game.hash()
        late.close()


def test_a_killed_box_goes_on_where_it_was_and_the_mirror_with_it(packs, unix, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    saves = Path("saves")  # from here, not from where the box's process runs
    with Spawned(packs=built(packs), heap=HEAP, storage=saves) as first:
        table = Table(packs, first, seed=6)
        mirror: Any = table.mirror
        for _ in range(50):
            table.answer()
        first.process.kill()
        mirror.client.pull()
    with Spawned(packs=built(packs), heap=HEAP, storage=saves) as second:
        mirror.client._opener = lambda: SerialPort(second.port)
        mirror.wait(lambda: mirror.synced, 30)
        assert mirror.number == 50 and mirror.snapshots == 0
        assert ("hello", "the box is there and was started again") in table.happened
        undoable = mirror.undoable
        if undoable:
            mirror.do(mirror.take_back, 1)
            mirror.wait(lambda: mirror.number == 51 and mirror.synced)
        for _ in range(20):
            table.answer()
        assert mirror.differences == []
        mirror.close()
