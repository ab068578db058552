"""The command ``omenbox mirror``: the table's view of a live game, from a box on a serial port."""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

from shared_rules import text, view
from shared_rules.game import Game
from shared_rules.state import E_FACE, P_WHO

from ..errors import OmenboxError
from ..feed import feed
from ..link import Mirror, Port, PortError, SerialPort, find_port
from ..packs import open_packs
from ..sim import show
from ..words import ENGLISH, check_language, said, words
from . import add_packs

DESCRIPTION = """\
Looks on at the game in a box: what happened, line by line, and at every turn the house, the
explorers and what is asked. It shows what the whole table may see, no more. The box plays on
whether anybody looks or not; after the cable was out the mirror catches up. Ctrl-C ends it.

PORT is the name of a serial port, such as /dev/ttyACM0 or COM3; without it the only box that
is plugged in is taken.

--json prints one object a line whenever something has changed:
  what     "game" a new game, "record" an answer, correction or undo, "snapshot" the whole state
           came from the box, "hello" the box is there, "lost" it is not, "difference" box and
           mirror were not equal and the box's state was taken, "back" the box has less of the
           game than before, "program" it runs another than is here, "log" its program printed
           something, "error" an effect failed and the game waits for it to be taken back
  text     in words, where there is something to say
  number   the number of the prompt (how many records the log has)
  undoable how many answers the table may take back
  feed     what somebody sees who only looks on: house, explorers, prompt, new events; seats in it
           count from 0
"""

EPILOG = "Exit status: 0, or 2 if the port cannot be opened or the box cannot be mirrored (one line says why)."

PATIENCE = 6.0  # seconds without a hello after which it is said that the box does not answer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of ``omenbox mirror``."""
    parser.epilog = EPILOG
    parser.add_argument("port", metavar="PORT", nargs="?", help="the serial port of the box")
    parser.add_argument("--once", action="store_true", help="show how the game stands, then end")
    parser.add_argument("--lang", default=ENGLISH, help="language of what is shown: en, zh (en)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    add_packs(parser, "one more pack that the box has")


def run(args: argparse.Namespace) -> int:
    """Follow the game until Ctrl-C, or show it once."""
    packs = open_packs(args.pack)
    check_language(packs, args.lang)
    name = find_port(args.port)
    refused: list[PortError] = []

    def opener() -> Port:
        try:
            return SerialPort(name)
        except PortError as error:
            refused.append(error)
            raise

    told: list[tuple[str, str]] = []
    mirror = Mirror(opener, packs, lambda *what: told.append(what))
    show_ = (_Json if args.json else _Text)(mirror, args.lang)
    begun = time.monotonic()
    warned = False
    try:
        while True:
            mirror.poll()
            if refused and not mirror.hello:
                raise OmenboxError(said(str(refused[0]), packs, args.lang))
            why = mirror.failed or mirror.client.refused
            if why:
                raise OmenboxError(said(why, packs, args.lang))
            if args.once and mirror.synced:
                show_.whole()
                return 0
            if not mirror.hello and time.monotonic() - begun > PATIENCE:
                why = f"no box answers on {name}; is its program running, and nothing else on the port?"
                if args.once:
                    raise OmenboxError(said(why, packs, args.lang))
                if not warned:
                    warned = True
                    print(f"omenbox: {said(f'{why} (waiting)', packs, args.lang)}", file=sys.stderr)
            if told and not args.once:
                show_.news(told)
                sys.stdout.flush()
            told.clear()
            time.sleep(0.01)
    except KeyboardInterrupt:
        return 0
    finally:
        mirror.close()


class _Json:
    """Changes as JSON Lines."""

    def __init__(self, mirror: Mirror, lang: str) -> None:
        self.mirror = mirror
        self.lang = lang
        self.next = 0

    def news(self, told: list[tuple[str, str]]) -> None:
        """What was told since the last time; a game's records come with one feed."""
        for what, sentence in _joined(told):
            if what in ("game", "snapshot"):
                self.next = 0
            self.line(what, sentence)
        if self.mirror.error and any(what == "record" for what, _ in told):
            self.line("error", self.mirror.error)

    def whole(self) -> None:
        self.line("snapshot", "")

    def line(self, what: str, sentence: str) -> None:
        got: dict[str, Any] = {"what": what, "text": sentence}
        game = self.mirror.game
        if game is not None:
            got["number"] = self.mirror.number
            got["undoable"] = self.mirror.undoable
            if what in ("record", "game", "snapshot"):
                got["feed"] = feed(game, -1, self.next, self.lang)
                self.next = got["feed"]["next"]
        print(json.dumps(got))


class _Text:
    """Changes in words."""

    def __init__(self, mirror: Mirror, lang: str) -> None:
        self.mirror = mirror
        self.lang = lang
        self.next = 0
        self.turn: tuple[int, ...] | None = None
        self.error = ""

    def news(self, told: list[tuple[str, str]]) -> None:
        """What was told since the last time."""
        say = words(self.lang)
        for what, sentence in _joined(told):
            if what in ("game", "snapshot"):
                self.next, self.turn = 0, None
                print(say("mirror.new" if what == "game" else "mirror.taken"))
            elif what != "record":
                print(f"[{say('mirror.told_' + what)}] {said(sentence, self.mirror.packs, self.lang)}")
        if any(what in ("record", "game", "snapshot") for what, _ in told):
            self.changed()

    def changed(self) -> None:
        """New lines of the game's log, the house at every turn, and what is asked."""
        game = self.mirror.game
        assert game is not None
        for _, line, args in view.events(game, -1, self.next):
            print(f"  {text.line(game, line, args, self.lang)}")
        self.next = view.told(game, -1)
        if self.mirror.error != self.error:
            self.error = self.mirror.error
            if self.error:
                print(words(self.lang)("mirror.take_back", error=said(self.error, self.mirror.packs, self.lang)))
        seen = view.view(game, -1)
        turn = (seen["phase"], seen["round"], seen["turn"])
        if turn != self.turn and self.mirror.synced:
            self.turn = turn
            print("\n".join(_table(game, self.lang)))
        if seen["prompt"]:
            print(f"> {_asked(game, seen['prompt'], self.lang)}")

    def whole(self) -> None:
        game = self.mirror.game
        if game is None:
            print(words(self.lang)("mirror.none"))
        else:
            seen = view.view(game, -1)
            print("\n".join(_table(game, self.lang)))
            if seen["prompt"]:
                print(f"> {_asked(game, seen['prompt'], self.lang)}")


def _table(game: Game, lang: str) -> list[str]:
    """The house and who is in it, for the whole table to see."""
    say = words(lang)
    shown = feed(game, -1, lang=lang)
    people = shown["explorers"]
    parts = [
        say("round", n=shown["round"]),
        say("mirror.turn", name=_name(people[shown["turn"]], lang)),
        say("mirror.omens", n=shown["omens"]),
    ]
    if shown["haunt"]:
        parts.append(say("mirror.haunt", n=shown["haunt"]["number"], name=shown["haunt"]["name"]))
    if shown["track"] >= 0:
        parts.append(say("mirror.track", n=shown["track"]))
    if shown["ended"]:
        parts = [say("mirror.over", winner=say(f"who.{shown['ended']['winner']}"))]
    lines = ["", f"--- {', '.join(parts)} ---"]
    where = {room["room"]: room["name"] for room in shown["rooms"]}
    for it in people:
        if not it["colour"]:
            lines.append(say("mirror.no_explorer", name=_name(it, lang)))
            continue
        traits = ", ".join(f"{trait['name']} {trait['value']}" for trait in it["traits"])
        state = f" ({say('who.' + it['side'])})" if it["side"] else ""
        place = where.get(it["room"], say("mirror.away")) if it["alive"] else say("dead")
        hand = "".join(f"; {card['name']}" for card in it["hand"])
        lines.append(f"{it['name']}{state}: {place}; {traits}{hand}")
    for monster in shown["monsters"]:
        if monster["room"] in where:
            stunned = f", {say('stunned')}" if monster["stunned"] else ""
            lines.append(f"{monster['name']}: {where[monster['room']]}{stunned}")
    for floor, name in shown["floors"]:
        names = [
            say("mirror.destroyed", name=room["name"]) if room["destroyed"] else room["name"]
            for room in shown["rooms"]
            if room["floor"] == floor
        ]
        lines.append(f"{name}: {', '.join(names)}")
    return lines


def _name(explorer: dict[str, Any], lang: str) -> str:
    return explorer["name"] or words(lang)("seat", n=explorer["seat"] + 1)


def _asked(game: Game, prompt: list, lang: str) -> str:
    """What is asked, as far as the whole table may know."""
    who = text.named(game, "figure", prompt[P_WHO], lang) if game.ex[prompt[P_WHO]][E_FACE] >= 0 else ""
    who = who or words(lang)("seat", n=prompt[P_WHO] + 1)
    if len(prompt) == 1:
        return words(lang)("mirror.choosing", name=who)
    return f"{who}: {', '.join(show.asked(game, prompt, lang))}"


def _joined(told: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """What was told, records in a row taken together."""
    got: list[tuple[str, str]] = []
    for item in told:
        if not (got and item[0] == got[-1][0] == "record"):
            got.append(item)
    return got
