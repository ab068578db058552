"""The command ``omenbox play``."""

from __future__ import annotations

import argparse
import errno
import os
import signal
import socket
import sys
import threading
import webbrowser
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from omenbox_device.saves import Folder, Saves
from shared_rules import log
from shared_rules.game import Game, Refused
from shared_rules.pack import Packs

from ..errors import OmenboxError
from ..lock import Lock
from ..packs import open_packs, pack_bytes
from ..paths import writable
from ..sim.bots import BOTS
from ..sim.elsewhere import read_log
from ..sim.games import DECKS
from ..words import ENGLISH, check_language, words
from . import add_packs, say

if TYPE_CHECKING:
    from ..screen.boxes import TheBox
    from ..screen.host import Host
    from ..screen.keeping import Keeping

DESCRIPTION = """\
Play a game on a page in the browser, on this machine only. People sit on the first seats and
share the page by its seat switch; bots take the others. Stop with Ctrl-C.

The box runs where --box says: "sim" in this program; "micropython" as a program of its own on
MicroPython, behind a serial port like a real one; or the name of the PORT that a box is plugged
into, such as /dev/ttyACM0 or COM3.

A game that is on the table already goes on, also after this program was closed or killed: every
answer is saved. --fresh begins another, as do --seats, --seed, --deck, --haunt, --expansion and
--cardboard where the box is no real one. The game that was there stays in its log, and --game goes
on with that. At a box at a
PORT all sit but the bots that --bots names. Each --port of the page is a table of its own.

The log of the game is written to a file of its own, which 'omenbox replay' plays again. Until the
game ends it is sealed (gzip, for your eyes only): a log tells every secret.
"""

ADDRESS = "127.0.0.1"
#: Where the box runs without hardware.
IN_HOUSE = ("sim", "micropython")
#: Arguments that mean a new game.
SETUP = ("seats", "seed", "deck", "haunt", "expansion", "cardboard")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of ``omenbox play``."""
    number: dict[str, Any] = {"metavar": "N", "type": int}
    parser.add_argument(
        *("--box",), metavar="WHERE", default="sim", help="where the box runs: sim, micropython or its PORT (sim)"
    )
    parser.add_argument("--port", **number, default=8765, help="port of the page (8765)")
    parser.add_argument("--seats", **number, help="explorers, 3 to 6 (4)")
    parser.add_argument("--bots", **number, help="seats that bots take (all but one)")
    parser.add_argument("--skill", choices=list(BOTS), default="random", help="how those bots play (random)")
    parser.add_argument("--seed", **number, help="seed of the shuffles (at random, and printed)")
    parser.add_argument("--deck", choices=list(DECKS), help="cards to play with (second)")
    parser.add_argument("--haunt", **number, help="the haunt that comes, by its number (the chart's)")
    parser.add_argument("--expansion", action="store_true", help="with the roof, and the rooms of the other packs")
    parser.add_argument("--cardboard", action="store_true", help="the table draws real cards and tiles, and says which")
    add_packs(parser)
    parser.add_argument("--pace", metavar="SECONDS", type=float, default=0.8, help="time a bot takes (0.8)")
    parser.add_argument("--lang", default=ENGLISH, help="language of the page: en, zh (en)")
    parser.add_argument(
        "--log", metavar="DIR", type=Path, help="folder for the logs of games (games, in the user's cache)"
    )
    parser.add_argument(
        "--saves", metavar="DIR", type=Path, help="folder for the saves of the table (table-PORT, in the user's cache)"
    )
    parser.add_argument("--game", metavar="LOG", type=Path, help="go on with the game of a log, sealed or not")
    parser.add_argument("--fresh", action="store_true", help="begin a new game, whatever is on the table")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")


def run(args: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C."""
    if not 1 <= args.port <= 65535:
        raise OmenboxError(f"--port {args.port}: give a number from 1 to 65535")
    seats = 4 if args.seats is None else args.seats
    if not 3 <= seats <= 6:
        raise OmenboxError(f"--seats {seats}: a game has 3 to 6")
    bots = args.bots
    if bots is None:
        bots = seats - 1 if args.box in IN_HOUSE and not args.cardboard else 0
    if not 0 <= bots <= (6 if args.seats is None else seats):
        raise OmenboxError(f"--bots {bots}: give 0 to {seats}")
    if args.seed is not None and not 0 < args.seed < 1 << 32:
        raise OmenboxError(f"--seed {args.seed}: give a number from 1 to {(1 << 32) - 1}")
    if args.haunt is not None and args.haunt < 1:
        raise OmenboxError(f"--haunt {args.haunt}: give the number of a haunt, from 1")
    if not 0 <= args.pace <= 60:
        raise OmenboxError(f"--pace {args.pace:g}: give 0 to 60 seconds")
    _check_port(args.port)

    from ..screen.gamelog import Logs
    from ..screen.host import Host, Setup
    from ..screen.keeping import Keeping

    setup = Setup(
        seats, bots, args.seed or 0, args.deck or "second", args.haunt or 0, args.expansion, args.cardboard, args.skill
    )
    packs = open_packs(args.pack)
    check_language(packs, args.lang)
    try:
        setup.game(packs, date.today())  # what cannot be begun is refused before anything is touched
    except Refused as error:
        raise OmenboxError(str(error)) from error
    game = None if args.game is None else _logged(packs, args)
    logs = Logs(args.log or _cache("games", "--log"))
    keeping = Keeping(args.saves or _cache(f"table-{args.port}", "--saves")) if args.box in IN_HOUSE else None
    lock = Lock(keeping.folder) if keeping is not None else None
    box = _box(args.box, packs, args.pack, keeping)
    meant = [name for name in SETUP if getattr(args, name) not in (None, False)]
    try:
        try:
            host = Host(
                packs,
                setup,
                args.pace,
                box=box,
                lang=args.lang,
                logs=logs,
                keeping=keeping,
                bots_meant=args.bots is not None,
            )
            if host.goes_on is not None and (args.fresh or game or meant and args.box in IN_HOUSE):
                host.close()
                say(f"The game that was on the table is kept in {logs.path}")
                if game is None:
                    host.begin(setup)
            if game is not None:
                host.begin(setup if args.bots is not None else replace(setup, bots=len(game.ex) - 1), game)
                say(f"The game of {args.game} goes on")
            elif host.goes_on is not None and meant:
                say(f"--{meant[0]} is for a new game: the game on the table goes on; --fresh begins another")
        except Refused as error:
            raise OmenboxError(str(error)) from error
        try:
            return _serve(host, args)
        finally:
            host.close()
    finally:
        box.close()
        if lock is not None:
            lock.release()


def _cache(name: str, option: str) -> Path:
    """A folder in the user's cache. Raises :exc:`OmenboxError` that names the option for another."""
    try:
        return writable(name)
    except OmenboxError as error:
        raise OmenboxError(f"{error}; name another folder with {option}") from error


def _logged(packs: Packs, args: argparse.Namespace) -> Game:
    """The game of ``--game``, played again up to where it stopped."""
    if args.box != "sim":
        raise OmenboxError(f"--game: a log is played on in a box of this program only, not at --box {args.box}")
    lines = read_log(args.game)
    if any(line.startswith('["s"') for line in lines):
        raise OmenboxError(f"--game {args.game}: this log lacks its beginning; 'omenbox replay' shows it")
    try:
        game = log.replay(packs, lines)
    except log.LogError as error:
        raise OmenboxError(f"--game {args.game}: {error}") from error
    if game.over:
        raise OmenboxError(f"--game {args.game}: this game is over; 'omenbox replay' shows it")
    return game


def _box(where: str, packs: Packs, files: list[Path], keeping: Keeping | None) -> TheBox:
    """The box that ``--box`` names; one in this house has its saves in ``keeping``."""
    from ..screen.boxes import Here, There

    if keeping is not None and where == "sim":
        return Here(packs=packs, saves=Saves(Folder(str(keeping.saves))))
    from ..link import SerialPort, find_port

    if where != "micropython":
        return There(packs, lambda: SerialPort(find_port(where)))
    from ..link.spawn import Spawned

    spawned = Spawned(packs=pack_bytes(files), storage=keeping.saves if keeping is not None else None)
    try:
        return There(packs, spawned.open, spawned.stop, own=True)
    except BaseException:
        spawned.stop()
        raise


def _serve(host: Host, args: argparse.Namespace) -> int:
    """Serve the page."""
    from ..screen.page import serve

    url = f"http://{ADDRESS}:{args.port}"

    def ready() -> None:
        say(f"Omenbox: {url}   (seed {host.seed}; stop with Ctrl-C)")
        if host.goes_on is not None:
            when = f" from {host.goes_on}" if host.goes_on else " on the table"
            say(f"The game{when} goes on; --fresh begins another")
        for key, text in host.greetings:
            say(words(host.lang)(key, text=host.said(text)))
        if host.logs is not None:
            host.logs.say = say
            host.logs.tell()
        if not args.no_browser and _has_browser():
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    try:
        serve(host, ADDRESS, args.port, ready)
    except KeyboardInterrupt:
        pass
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the saves and the log are written to their ends
    return 0


def _check_port(port: int) -> None:
    """Raise OmenboxError if the page cannot be served there."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((ADDRESS, port))
        except OSError as error:
            why = error.strerror or "cannot be used"
            if error.errno == errno.EADDRINUSE:
                why += " (an Omenbox may be running there)"
            raise OmenboxError(f"port {port}: {why}; choose another with --port") from error


def _has_browser() -> bool:
    """Whether there is a browser with a window (not one in the terminal)."""
    if sys.platform not in ("darwin", "win32") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
