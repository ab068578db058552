"""The seat feed: all that one seat may see, in words, as plain data.

It is made from :func:`shared_rules.view.view` and the texts of the packs, and is the single
source of every screen: what is not in the feed cannot be shown, and what a seat must not see
is not in its feed. Handles are those of the state (rooms, cards, figures: explorers from 0,
monsters from 16), so that an option can be answered by its ``value``.
"""

from __future__ import annotations

from typing import Any

from shared_rules import house, text, view
from shared_rules import state as s
from shared_rules.game import Game

from .words import words

PHASES = ("set-up", "exploration", "haunt revealed", "haunt", "over")
COLOURS = ("red", "yellow", "green", "blue", "purple", "white")
SYMBOLS = ("", "omen", "item", "event", "any")
DECKS = ("omen", "item", "event")
KINDS = ("choice", "range", "subset", "dice", "letters")
WINNERS = ("nobody", "heroes", "traitor", "seats")
TRAITS = range(4)
#: What a table with real cards and tiles is asked: ids of texts of the base pack.
DRAWN_TILE, DRAWN_CARD = "ask.drawn_tile", "ask.drawn_card"


def feed(game: Game, seat: int, since: int = 0, lang: str = "en") -> dict[str, Any]:
    """The feed of ``seat`` (-1: somebody who only looks on), with the events from ``since`` on.

    Everything in it can be written as JSON.
    """
    seen = view.view(game, seat)
    told = _Words(game, seen, lang)
    return {
        "lang": lang,
        "seat": seat,
        "phase": PHASES[seen["phase"]],
        "round": seen["round"],
        "turn": seen["turn"],
        "omens": seen["omens"],
        "track": seen["track"],
        "haunt": told.haunt(seat),
        "explorers": [told.explorer(e, row) for e, row in enumerate(seen["explorers"])],
        "monsters": [told.monster(i, row) for i, row in enumerate(seen["monsters"])],
        "floors": [[floor, text.named(game, "floor", floor, lang)] for floor in told.floors()],
        "rooms": [told.room(r, row) for r, row in enumerate(seen["rooms"])],
        "passages": [told.passage(row) for row in seen["links"]],
        "stacks": dict(zip((*DECKS, "tiles"), seen["stacks"])),
        "prompt": told.prompt(seat),
        "roll": told.roll(),
        "events": [told.event(*event) for event in view.events(game, seat, since)],
        "next": view.told(game, seat),
        "secrets": told.secrets(),
        "ended": told.ended(),
    }


class _Words:
    """A view, and what it takes to put it into words."""

    def __init__(self, game: Game, seen: dict[str, Any], lang: str) -> None:
        self.game = game
        self.packs = game.packs
        self.seen = seen
        self.lang = lang

    def name(self, kind: int, content: int) -> str:
        number = self.packs.name_of(kind, content)
        return self.packs.text(number, self.lang) if number >= 0 else ""

    def rule(self, kind: int, content: int) -> str:
        number = self.packs.rule_of(kind, content)
        return self.packs.text(number, self.lang) if number >= 0 else ""

    def trait(self, t: int) -> str:
        return text.named(self.game, "trait", t, self.lang)

    def floors(self) -> list[int]:
        """The floors that have rooms, from the top down."""
        return sorted({row[s.R_FLOOR] for row in self.seen["rooms"] if row[s.R_FLOOR] >= 0}, reverse=True)

    def explorer(self, e: int, row: list) -> dict[str, Any]:
        face, side, alive, room, half, steps, values, left, _flags, _stored = row[:10]
        if face < 0:
            return {"seat": e, "name": "", "colour": "", "alive": True, "room": s.NONE}
        sheet = self.packs.explorer(face)
        tracks = [list(sheet[t * 9 : t * 9 + 8]) for t in TRAITS]
        return {
            "seat": e,
            "name": self.name(s.KIND_EXPLORER, face),
            "colour": COLOURS[sheet[36]],
            "side": ("hero", "traitor")[side] if self.seen["haunt"] >= 0 else "",
            "alive": bool(alive),
            "room": room,
            "half": half,
            "left": left,
            "traits": [
                {
                    "name": self.trait(t),
                    "track": tracks[t],
                    "start": sheet[t * 9 + 8],
                    "at": steps[t],
                    "value": values[t],
                }
                for t in TRAITS
            ],
            "hand": self.cards(e),
            "tokens": self.tokens(e),
        }

    def cards(self, place: int) -> list[dict[str, Any]]:
        """The cards at a place, as far as they can be seen."""
        return [self.card(c, content) for c, content, at, _n in self.seen["cards"] if at == place]

    def card(self, c: int, content: int) -> dict[str, Any]:
        return {
            "card": c,
            "name": self.name(s.KIND_CARD, content),
            "rule": self.rule(s.KIND_CARD, content),
            "deck": DECKS[self.packs.card(content)[0]],
        }

    def tokens(self, place: int) -> list[dict[str, Any]]:
        return [
            {
                "name": self.name(s.KIND_TOKEN, row[s.K_KIND]),
                "rule": self.rule(s.KIND_TOKEN, row[s.K_KIND]),
                "number": row[s.K_N],
            }
            for row in self.seen["tokens"]
            if row[s.K_PLACE] == place
        ]

    def monster(self, i: int, row: list) -> dict[str, Any]:
        return {
            "figure": s.MONSTER + i,
            "name": text.named(self.game, "figure", s.MONSTER + i, self.lang),
            "kind": self.name(s.KIND_MONSTER, row[s.M_KIND]),
            "room": row[s.M_ROOM],
            "stunned": bool(row[s.M_STUNNED]),
            "traits": [[self.trait(t), row[s.M_TRAITS + t]] for t in TRAITS if row[s.M_TRAITS + t]],
            "cards": self.cards(s.MONSTER + i),
            "tokens": self.tokens(s.MONSTER + i),
        }

    def room(self, r: int, row: list) -> dict[str, Any]:
        tile = self.packs.tile(row[s.R_TILE])
        barrier = [self.trait(tile[5] - 1), tile[6]] if tile[5] else None
        return {
            "room": r,
            "name": self.name(s.KIND_TILE, row[s.R_TILE]),
            "rule": self.rule(s.KIND_TILE, row[s.R_TILE]),
            "floor": row[s.R_FLOOR],
            "x": row[s.R_X],
            "y": row[s.R_Y],
            "doors": row[s.R_DOORS],
            "windows": row[s.R_WINDOWS],
            "symbol": SYMBOLS[row[s.R_SYM]],
            "barrier": barrier,
            "half": row[s.R_HALF],
            "destroyed": bool(row[s.R_FLAGS] & s.RF_DESTROYED),
            "tokens": self.tokens(s.ROOM_PLACE + r),
            "cards": self.cards(s.ROOM_PLACE + r),
        }

    def passage(self, row: list) -> dict[str, Any]:
        flags = row[s.L_FLAGS]
        return {
            "from": row[s.L_A],
            "to": row[s.L_B],
            "cost": row[s.L_COST],
            "one_way": bool(flags & s.LF_ONE_WAY),
            "monsters_only": bool(flags & s.LF_MONSTERS),
            "kind": self.passage_kind(row),
        }

    def passage_kind(self, row: list) -> str:
        if row[s.L_TOKEN] >= 0:
            return self.name(s.KIND_TOKEN, row[s.L_TOKEN])
        flags = row[s.L_FLAGS]
        return "wall" if flags & s.LF_WALL else "dumbwaiter" if flags & s.LF_DUMBWAITER else "stairs"

    def haunt(self, seat: int) -> dict[str, Any] | None:
        """The haunt, with the tome of the seat's own side."""
        haunt = self.seen["haunt"]
        if haunt < 0:
            return None
        row = self.packs.haunt(haunt)
        tome = ""
        for side in ("traitor", "heroes") if self.side(seat) == s.TRAITOR else ("heroes",):
            pack = self.packs.packs[haunt >> 12]
            key = f"haunt.{self.packs.id_of(s.KIND_HAUNT, haunt)}.{side}"
            number = self.packs.find("text", f"{pack.name}:{key}")
            if number >= 0 and seat >= 0:
                tome = self.packs.text(number, self.lang)
                break
        return {
            "number": row[0] | row[1] << 8,
            "name": self.name(s.KIND_HAUNT, haunt),
            "tome": tome,
            "manual": bool(self.seen["manual"]),
            "traitor": self.seen["traitor"],
        }

    def secrets(self) -> list[dict[str, Any]]:
        """What the seat alone, or with a few, knows: in words, and whose it is where they do not say (else -1)."""
        got = []
        for row in self.seen["secrets"]:
            line = text.secret(self.game, row, self.lang)
            if line:
                says = row[s.S_KIND] <= 0 or "{0" in self.packs.text(row[s.S_KIND], self.lang)
                got.append({"owner": s.NONE if says else row[s.S_OWNER], "text": line})
        return got

    def side(self, seat: int) -> int:
        return self.seen["explorers"][seat][1] if seat >= 0 else s.HERO

    def prompt(self, seat: int) -> dict[str, Any] | None:
        """The prompt: of other seats only who is choosing, dice for all to see."""
        p = self.seen["prompt"]
        if p is None:
            return None
        got: dict[str, Any] = {"who": p[s.P_WHO], "mine": p[s.P_WHO] == seat}
        if len(p) == 1:
            return got
        kind, domain = p[s.P_KIND], p[s.P_DOMAIN]
        got["kind"] = KINDS[kind]
        got["text"] = text.line(self.game, p[s.P_TEXT], p[s.P_ARGS], self.lang)
        if kind == s.CHOICE:
            got["options"] = [self.option(o, p) for o in domain]
        elif kind == s.RANGE:
            got["low"], got["high"] = domain
        elif kind == s.DICE:
            got["dice"] = domain[0]
        else:
            got["least"], got["most"] = domain[0], domain[1]
            got["options"] = (
                [self.option(o, p) for o in domain[2:]]
                if kind == s.SUBSET
                else [{"value": code, "text": chr(code)} for code in domain[2:]]
            )
        if p[s.P_MENU] == 1 and p[s.P_ARGS]:
            got["figure"] = p[s.P_ARGS][0]
        if kind == s.CHOICE and domain and domain[0] >> 16 == s.O_TURNED:
            got["tile"] = self.tile_to_turn(p)
            self.tell_turnings_apart(got)
        drawn = self.drawn(p)
        if drawn is not None:
            got["drawn"] = drawn
        return got

    def drawn(self, p: list) -> dict[str, Any] | None:
        """What a table with its own tiles and cards draws for: in words, and the cell behind a door that is opened."""
        key = self.packs.id_of("text", p[s.P_TEXT])
        say = words(self.lang)
        if key == DRAWN_CARD:
            deck = DECKS[self.packs.card(self.game.G[s.G_CARDS][p[s.P_DOMAIN][0] & 0xFFFF])[0]]
            room = text.named(self.game, "room", text.where(self.game), self.lang)
            return {"text": say("ask.card", deck=say(f"name.{deck}").capitalize(), room=room)}
        if key != DRAWN_TILE:
            return None
        floor, cell, entry = p[s.P_ARGS]
        if cell == s.NONE:
            return {"text": say("ask.anywhere", floor=text.named(self.game, "floor", floor, self.lang))}
        back = [d for d in range(4) if entry >> d & 1][0]
        room = text.named(self.game, "room", self.game.cells[house.cell_beside(cell, back)], self.lang)
        side = text.named(self.game, "direction", back + 2 & 3, self.lang)
        return {"text": say("ask.door", direction=side, room=room), "cell": _cell(cell)}

    def tell_turnings_apart(self, got: dict[str, Any]) -> None:
        """Say where the windows are as well, where two ways to turn a tile have their doors on the same sides."""
        texts = [option["text"] for option in got["options"]]
        for option in got["options"]:
            windows = house.turned(got["tile"]["windows"], option["turned"])
            if windows and texts.count(option["text"]) > 1:
                seen = [d for d in range(4) if windows >> d & 1]
                sides = ", ".join(text.word(self.packs, f"direction{d}", self.lang) for d in seen)
                option["text"] = words(self.lang)("map.window", doors=option["text"], sides=sides)

    def option(self, o: int, p: list) -> dict[str, Any]:
        """An option: its ``value``, in words, and what it points at on the map."""
        kind, a = o >> 16, o & 0xFFFF
        got: dict[str, Any] = {"value": o, "text": text.option(self.game, o, self.lang), "kind": kind}
        room = text.where(self.game)
        if kind == s.O_STEP:
            got["room"] = house.beside(self.game, room, a)
        elif kind == s.O_LINK:
            got["room"] = house.link_end(self.game, a, room)
            got["from"] = room
        elif kind == s.O_EXPLORE:
            got["cell"] = _cell(house.cell_beside(house.cell_of(self.game, room), a))
        elif kind == s.O_CELL:
            got["cell"] = _cell(a)
        elif kind == s.O_ROOM:
            got["room"] = a
        elif kind in (s.O_EXPLORER, s.O_FIGURE):
            got["figure"] = a
        elif kind in (s.O_CARD, s.O_USE):
            got["rule"] = self.rule(s.KIND_CARD, self.game.G[s.G_CARDS][a])
        elif kind == s.O_TILE:
            got["rule"] = self.rule(s.KIND_TILE, a)
        elif kind == s.O_TURNED:
            got["turned"] = a
        elif kind == s.O_FACE:
            sheet = self.packs.explorer(a)
            got["colour"] = COLOURS[sheet[36]]
            got["traits"] = [[self.trait(t), sheet[t * 9 + sheet[t * 9 + 8] - 1]] for t in TRAITS]
        return got

    def tile_to_turn(self, p: list) -> dict[str, Any]:
        """The tile that is being turned: its name, doors and windows unturned, and its cell."""
        tile, cell = p[s.P_ARGS]
        row = self.packs.tile(tile)
        return {
            "name": self.name(s.KIND_TILE, tile),
            "rule": self.rule(s.KIND_TILE, tile),
            "doors": row[0],
            "windows": row[3],
            "symbol": SYMBOLS[row[2]],
            "half": row[7] if row[5] else 0,
            "cell": _cell(cell),
        }

    def roll(self) -> dict[str, Any] | None:
        """The roll under way, or the last one."""
        row = self.seen["roll"]
        who = row[s.ROLL_WHO]
        if who < 0:
            return None
        fixed, faces = row[s.ROLL_FIXED], row[s.ROLL_FACES]
        total = (fixed if fixed >= 0 else sum(faces)) + row[s.ROLL_FLAT]
        trait = row[s.ROLL_TRAIT]
        return {
            "who": who,
            "name": text.named(self.game, "figure", who, self.lang),
            "kind": row[s.ROLL_KIND],
            "trait": self.trait(trait) if trait >= 0 else "",
            "why": self.at_work(),
            "dice": row[s.ROLL_DICE],
            "faces": list(faces),
            "flat": row[s.ROLL_FLAT],
            "fixed": fixed,
            "total": max(0, total),
        }

    def at_work(self) -> str:
        """The name of what rolls at this moment: of an action, or of the content whose effect runs; empty without."""
        packs = self.packs
        acts = {do: packs.action_text(n) for n, _ref, _once, do, _when in packs.actions.values()}
        bound = {proc: ref for hook in range(s.HOOK_COUNT) for ref, proc in packs.hooks(hook).items()}
        for frame in reversed(self.game.G[s.G_FRAMES]):
            if frame[0] in acts:
                return packs.text(acts[frame[0]], self.lang)
            if frame[0] in bound:
                ref = bound[frame[0]]
                return packs.text(packs.name_of(ref >> 16, ref & 0xFFFF), self.lang)
        return ""

    def event(self, number: int, line: int, args: list) -> dict[str, Any]:
        got = {
            "number": number,
            "key": self.packs.id_of("text", line),
            "text": text.line(self.game, line, args, self.lang),
        }
        if got["key"] == "say.draw":
            content = self.game.G[s.G_CARDS][args[1]]
            got["card"] = self.card(args[1], content)
        return got

    def ended(self) -> dict[str, Any] | None:
        how, winner, seats = self.seen["ended"]
        if not how:
            return None
        return {
            "judged": how == 1,
            "winner": WINNERS[winner],
            "seats": [e for e in range(len(self.seen["explorers"])) if seats >> e & 1],
        }


def _cell(c: int) -> list[int]:
    """Floor, x and y of a cell."""
    return [c >> 12, (c >> 6 & 63) - 32, (c & 63) - 32]
