"""Games that bots play from set-up to end."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from shared_rules import log, view
from shared_rules.game import Game
from shared_rules.pack import Pack, Packs
from shared_rules.state import (
    DECK_EXPANSION,
    DECK_FIRST,
    DECK_SECOND,
    DICE,
    P_DOMAIN,
    P_KIND,
    P_WHO,
)

from ..errors import OmenboxError
from .bots import Dice, player
from .driver import Tally, outcome
from .invariants import Broken, check
from .unknown import imagined

#: Decks by the names that the commands take.
DECKS = {"first": DECK_FIRST, "second": DECK_SECOND, "widows-walk": DECK_EXPANSION}

#: A game that needs more answers than this does not end.
MOST_ANSWERS = 3000
ENDLESS = "the game has not ended"

HAUNT_NEEDS_ROOF = 2  # flag of a haunt's row


class GameFailed(Exception):
    """A game went wrong: it raised, broke an invariant or did not end; ``lines`` is its log."""

    def __init__(self, message: str, lines: list[str]) -> None:
        super().__init__(message, lines)
        self.message = message
        self.lines = lines


def setup_of(packs: Packs, seats: int, seed: int, haunt: int = 0, deck: str = "second") -> dict[str, Any]:
    """The set-up of a game, keywords of :class:`Game`; ``haunt`` 0: what the chart says.

    A haunt of the expansion, or one on the roof, brings the expansion's tiles.
    """
    expansion = DECKS[deck] == DECK_EXPANSION
    if haunt:
        number = packs.haunt_by_number(haunt)
        if number < 0:
            raise OmenboxError(f"no pack here has haunt {haunt}; add one with --pack")
        roof = packs.haunt(number)[8] & HAUNT_NEEDS_ROOF
        expansion = expansion or bool(roof) or packs.packs[number >> 12].name == "widows_walk"
    return {
        "seats": seats,
        "seed": seed,
        "deck": DECKS[deck],
        "expansion": int(expansion),
        "forced": haunt,
    }


@dataclass(frozen=True)
class Played:
    """A finished game, its outcome with the keys of ``omenbox sim``, and its log."""

    game: Game
    outcome: dict[str, Any]
    lines: list[str]


def play(
    packs: Packs,
    setup: dict[str, Any],
    *,
    bots: str = "random",
    checked: bool = True,
    reloaded: bool = False,
    each: Callable[[Game, Any], None] | None = None,
    minds: Packs | None = None,
) -> Played:
    """Let bots play one game with the set-up ``setup`` (keywords of :class:`Game`).

    ``checked``: the invariants are looked at at every prompt. ``reloaded``: at every prompt the
    state is saved and a fresh game goes on from it. ``each`` is called with the game and the
    answer just before every answer. ``minds``: other packs for what bots imagine. Raises
    :exc:`GameFailed`, whose ``lines`` are the log so far.
    """
    game = Game(packs, **setup)
    players = [player(minds or packs, bots, seat, setup["seed"]) for seat in range(len(game.ex))]
    dice = Dice(setup["seed"])
    tally = Tally(game)
    turns = tally.before
    recorder = Recorder(game)
    try:
        while not game.over:
            if checked:
                check(game)
            if recorder.count == MOST_ANSWERS:
                raise Broken(ENDLESS)
            if reloaded:
                game = fresh(game)
                tally = Tally(game)
            prompt = game.prompt
            if prompt[P_KIND] == DICE:
                value: Any = dice.throw(prompt[P_DOMAIN][0])
            else:
                seat = prompt[P_WHO]
                seen = view.view(game, seat)
                value = players[seat].answer(seen, seen["prompt"], partial(imagined, game, seat))
            if each:
                each(game, value)
            game.play(value)
            turns += tally.told(game)
            recorder.note(game, value)
        if checked:
            check(game)
    except Exception as error:
        what = str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
        raise GameFailed(f"{what} (after {recorder.count} answers)", recorder.lines) from error
    recorder.close(game)
    return Played(game, outcome(game, turns, recorder.count), recorder.lines)


def fresh(game: Game) -> Game:
    """Another game that goes on from the saved state of ``game``."""
    text = game.save()
    other = Game(game.packs, *game.setup)
    other.load(text)
    if other.save() != text:
        raise Broken("the state changed when it was saved and loaded")
    return other


class Recorder:
    """The log of a game as it is played, with a checkpoint every so many answers."""

    def __init__(self, game: Game) -> None:
        self.lines = [log.header(game)]
        self.count = 0

    def note(self, game: Game, value: Any) -> None:
        """Append an answer."""
        self.lines.append(json.dumps(["a", value]))
        self.count += 1
        if self.count % log.CHECK_EVERY == 0:
            self.close(game)

    def close(self, game: Game) -> None:
        """Append a checkpoint, unless the log ends with one."""
        line = json.dumps(["h", self.count, f"{game.hash():08x}"])
        if self.lines[-1] != line:
            self.lines.append(line)


def series(seed: int, games: int, seats: tuple[int, int]) -> list[tuple[int, int]]:
    """Seats and seed of each game: game k, from 0, has seed + k, and seats go round from low to high."""
    low, high = seats
    return [(low + k % (high - low + 1), seed + k) for k in range(games)]


def play_all(
    packs: Packs, setups: Sequence[dict[str, Any]], bots: str = "random", jobs: int = 1, **options: Any
) -> Iterator[Played | GameFailed]:
    """Play a game for each set-up, in ``jobs`` processes; give what came of each, in their order.

    ``options`` are those of :func:`play`.
    """
    work = partial(_attempt, bots=bots, options=options)
    if jobs <= 1 or len(setups) <= 1:
        for setup in setups:
            yield work(setup, packs=packs)
        return
    built = tuple(pack_bytes(packs))
    with ProcessPoolExecutor(min(jobs, len(setups)), initializer=_open, initargs=built) as pool:
        yield from pool.map(work, setups)


_packs: Packs | None = None


def _open(*built: bytes) -> None:
    """Open the packs once in each process."""
    global _packs
    _packs = opened(built)


def _attempt(
    setup: dict[str, Any], packs: Packs | None = None, *, bots: str, options: dict[str, Any]
) -> Played | GameFailed:
    use = packs or _packs
    assert use is not None
    try:
        return play(use, setup, bots=bots, **options)
    except GameFailed as failure:
        return failure


def pack_bytes(packs: Packs) -> list[bytes]:
    """The bytes of the packs' files."""
    found = []
    for pack in packs.packs:
        pack.file.seek(0)
        found.append(pack.file.read())
    return found


def opened(built: Iterable[bytes]) -> Packs:
    """The packs in some files' bytes."""
    return Packs([Pack(io.BytesIO(data)) for data in built])


def log_folder(folder: Path) -> None:
    """Make sure that logs can be written into ``folder``. Raises OmenboxError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        what = "this is a file" if folder.is_file() else error.strerror
        raise OmenboxError(f"{folder}: {what}; name a folder to write logs to") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OmenboxError(f"{folder}: it may not be written to; name a folder to write logs to")


def write_log(folder: Path, seed: int, lines: list[str]) -> Path:
    """Write the log of a game into ``folder`` as ``<seed>.log``; returns its path."""
    path = folder / f"{seed}.log"
    log_folder(folder)
    try:
        path.write_text("".join(f"{line}\n" for line in lines))
    except OSError as error:
        raise OmenboxError(f"{folder}: {error.strerror}; name a folder to write logs to") from error
    return path
