"""The house, floor by floor, as SVG; places that the prompt offers can be clicked."""

from __future__ import annotations

from typing import Any

from shared_rules import house

from ..words import words
from . import tile
from .html import Html, does, el

Feed = dict[str, Any]

#: The least number of cells that a floor is shown with, across and down.
LEAST = (5.4, 4.2)
BORDER = 0.35
#: Passages that are named by what they are, not by a token.
KINDS = ("wall", "dumbwaiter", "stairs")


class Floor:
    """One floor of a feed's house."""

    def __init__(self, feed: Feed, floor: int, picked: set[int], turn: int = 0) -> None:
        self.feed = feed
        self.turn = turn  # the way to lie in which a tile is shown before it is laid: position among the options
        self.say = words(feed["lang"])
        self.floor = floor
        self.picked = picked
        self.rooms = [room for room in feed["rooms"] if room["floor"] == floor]
        self.doors = {(room["x"], room["y"]): room["doors"] for room in self.rooms}
        self.at_room: dict[int, dict] = {}
        self.at_passage: dict[tuple[int | None, int], dict] = {}
        self.at_cell: dict[tuple[int, int], dict] = {}
        self.at_figure: dict[int, dict] = {}
        prompt = feed["prompt"] or {}
        self.prompt = prompt if prompt.get("mine") else {}
        for option in self.prompt.get("options", ()):
            if "cell" in option:
                if option["cell"][0] == floor:
                    self.at_cell[option["cell"][1], option["cell"][2]] = option
            elif "room" in option:
                self.at_passage[option.get("from"), option["room"]] = option
                self.at_room.setdefault(option["room"], option)
            elif "figure" in option:
                self.at_figure[option["figure"]] = option

    def click(self, option: dict | None) -> dict[str, object]:
        """What a click on the thing of an option does."""
        if option is None:
            return {}
        command = "pick" if self.prompt["kind"] == "subset" else "answer"
        return does(command, option["value"], self.prompt["number"])

    def svg(self) -> Html:
        """The whole floor."""
        cells = [(room["x"], room["y"]) for room in self.rooms] + list(self.at_cell)
        turning = self.prompt.get("tile")
        if turning and turning["cell"][0] == self.floor:
            cells.append((turning["cell"][1], turning["cell"][2]))
        else:
            turning = None
        opened = self.prompt.get("drawn", {}).get("cell")
        if opened and opened[0] == self.floor:
            cells.append((opened[1], opened[2]))
        else:
            opened = None
        if not cells:
            return el("div", self.say("map.dark"), class_="before")
        return el(
            "svg",
            [self.room(room) for room in self.rooms],
            [self.unknown(x, y, option) for (x, y), option in self.at_cell.items()],
            self.unknown(opened[1], opened[2], None) if opened else None,
            self.turning(turning) if turning else None,
            viewBox=_frame(cells),
            class_=f"house floor{self.floor}",
        )

    def room(self, room: dict) -> Html:
        """A tile with all that is in it."""
        option = self.at_room.get(room["room"])
        classes = "tile"
        if room["destroyed"]:
            classes += " destroyed"
        if option:
            classes += " go" + (" picked" if option["value"] in self.picked else "")
        things = [
            ("token", tile.initials(t["name"]) + (str(t["number"]) if t["number"] > 1 else "")) for t in room["tokens"]
        ]
        if room["cards"]:
            things.append(("cards", f"\u00d7{len(room['cards'])}" if len(room["cards"]) > 1 else "\u25ae"))
        return el(
            "g",
            tile.plan(room["doors"], room["windows"], room["half"], *self.shut(room)),
            el("path", class_="rubble", d="M12 12 88 88M88 12 12 88") if room["destroyed"] else None,
            tile.title(room["name"]),
            None if room["destroyed"] else tile.symbol(room["symbol"]),
            tile.lamp(room["room"]),
            self.passages(room),
            tile.chips(things),
            el("rect", class_="target", x=2, y=2, width=96, height=96, rx=4) if option else None,
            self.figures(room),
            class_=classes,
            transform=f"translate({room['x'] * 100} {room['y'] * 100})",
            data_tip=self.tip(room, option),
            **self.click(option),
        )

    def shut(self, room: dict) -> tuple[int, int]:
        """Masks of the doors onto empty cells, and of those onto a wall."""
        unopened = blocked = 0
        for d in range(4):
            if room["doors"] >> d & 1 and not room["destroyed"]:
                beyond = self.doors.get((room["x"] + tile.DX[d], room["y"] + tile.DY[d]))
                if beyond is None:
                    unopened |= 1 << d
                elif not beyond >> (d + 2 & 3) & 1:
                    blocked |= 1 << d
        return unopened, blocked

    def passages(self, room: dict) -> list[Html]:
        """Arrows for stairs and passages."""
        got: list[Html] = []
        for other, _ in _ends(self.feed, room["room"]):
            up = self.feed["rooms"][other]["floor"] - room["floor"]
            shape = "M0 4 4 -3 8 4Z" if up > 0 else "M0 -3 4 4 8 -3Z" if up < 0 else "M0 0 3-4V-1H6V-4L9 0 6 4V1H3V4Z"
            option = self.at_passage.get((room["room"], other))
            got.append(
                el(
                    "g",
                    el("rect", x=-3, y=-7, width=14, height=14, rx=2),
                    el("path", d=shape),
                    class_="passage" + (" go" if option else ""),
                    transform=f"translate(11 {47 + 15 * len(got)})",
                    data_tip=option["text"] if option else None,
                    **self.click(option),
                )
            )
        return got[:2]

    def figures(self, room: dict) -> list[Html]:
        """Explorers and monsters in a room."""
        here = [e for e in self.feed["explorers"] if e["alive"] and e["room"] == room["room"] and e["name"]]
        beasts = [m for m in self.feed["monsters"] if m["room"] == room["room"]]
        got = []
        groups: list[tuple[list[dict], list[dict], tuple[float, float] | None]] = [(here, beasts, None)]
        if room["half"] and here:
            x, y = tile.toward(room["half"])
            groups = [
                ([e for e in here if e["half"] == 0], [], (x, y)),
                ([e for e in here if e["half"] == 1], [], (-x, -y)),
                ([], beasts, None),
            ]
        for people, monsters, half in groups:
            spots = tile.places(len(people) + len(monsters), half)
            for e, spot in zip(people, spots):
                option = self.at_figure.get(e["seat"])
                classes = " ".join(
                    name
                    for name, holds in (
                        ("now", e["seat"] == self.feed["turn"]),
                        ("traitor", e["side"] == "traitor"),
                        ("go", option is not None),
                    )
                    if holds
                )
                got.append(tile.disc(spot, e["colour"], e["name"], classes, self.click(option)))
            for m, spot in zip(monsters, spots[len(people) :]):
                option = self.at_figure.get(m["figure"])
                classes = ("stunned " if m["stunned"] else "") + ("go " if option else "")
                classes += "now" if m["figure"] == self.prompt.get("figure") else ""
                letters = m["kind"][:1] + str(m["figure"] - 15)
                got.append(tile.beast(spot, letters, classes, monster_tip(self.feed, m), self.click(option)))
        return got

    def unknown(self, x: int, y: int, option: dict | None) -> Html:
        """An empty cell that can be chosen, or without an option the one whose tile the table draws."""
        return el(
            "g",
            el("rect", x=8, y=8, width=84, height=84, rx=4),
            el("text", "?", x=50, y=66),
            class_="unknown go" if option else "unknown",
            transform=f"translate({x * 100} {y * 100})",
            data_tip=option["text"] if option else self.prompt["drawn"]["text"],
            **self.click(option),
        )

    def turning(self, shown: dict) -> Html:
        """The tile that is about to be laid: a click turns it, one on its mark lays it."""
        options = self.prompt["options"]
        option = options[self.turn % len(options)]
        quarters = option["turned"]
        lay = el(
            "g",
            el("circle", cx=50, cy=58, r=15),
            el("path", d="M43 58 48.5 64 58 51"),
            class_="lay go",
            data_tip=self.say("map.lay", doors=option["text"]),
            **self.click(option),
        )
        return el(
            "g",
            el("rect", x=0, y=0, width=100, height=100, class_="hit"),
            tile.plan(*(house.turned(shown[mask], quarters) for mask in ("doors", "windows", "half"))),
            tile.title(shown["name"]),
            tile.symbol(shown["symbol"]),
            lay,
            class_="tile laying go",
            data_tip=self.say("map.turn"),
            **does("turn"),
            transform=f"translate({shown['cell'][1] * 100} {shown['cell'][2] * 100})",
        )

    def tip(self, room: dict, option: dict | None) -> str:
        """What pointing at a room tells: a line each."""
        say = self.say
        lines = [say("map.destroyed", name=room["name"]) if room["destroyed"] else room["name"]]
        if room["rule"]:
            lines.append(room["rule"])
        if room["symbol"]:
            lines.append(say("map.symbol", what=say(f"name.{room['symbol']}")))
        for other, kind in _ends(self.feed, room["room"]):
            if kind in KINDS:
                kind = say(f"name.{kind}")
            lines.append(say("map.way", kind=kind.capitalize(), room=self.feed["rooms"][other]["name"]))
        lines += [_token_tip(t) for t in room["tokens"]]
        if room["cards"]:
            lines.append(say("map.floor", what=", ".join(card["name"] for card in room["cards"])))
        if option:
            lines.append("\u2192 " + option["text"])
        return "\n".join(lines)


def _short(token: dict) -> str:
    """A token in a letter or two."""
    return tile.initials(token["name"]) + (str(token["number"]) if token["number"] > 1 else "")


def _token_tip(token: dict) -> str:
    number = f" \u00d7{token['number']}" if token["number"] > 1 else ""
    return token["name"] + number + (f": {token['rule']}" if token["rule"] else "")


def monster_tip(feed: Feed, monster: dict) -> str:
    """What pointing at a monster tells."""
    traits = ", ".join(f"{name} {value}" for name, value in monster["traits"])
    things = [_token_tip(t) for t in monster["tokens"]] + [card["name"] for card in monster["cards"]]
    name = monster["name"]
    return "\n".join([words(feed["lang"])("map.stunned", name=name) if monster["stunned"] else name, traits, *things])


def _ends(feed: Feed, room: int) -> list[tuple[int, str]]:
    """Rooms to which passages lead from a room, and of what kind each is."""
    got = []
    for way in feed["passages"]:
        if way["monsters_only"]:
            continue
        if way["from"] == room:
            got.append((way["to"], way["kind"]))
        elif way["to"] == room and not way["one_way"]:
            got.append((way["from"], way["kind"]))
    return got


def _frame(cells: list[tuple[int, int]]) -> str:
    """The viewBox that holds these cells with a border."""
    box = []
    for axis in (0, 1):
        values = [cell[axis] for cell in cells]
        low, size = min(values) - BORDER, max(values) - min(values) + 1 + 2 * BORDER
        if size < LEAST[axis]:
            low -= (LEAST[axis] - size) / 2
            size = LEAST[axis]
        box.append((low * 100, size * 100))
    return f"{box[0][0]:.0f} {box[1][0]:.0f} {box[0][1]:.0f} {box[1][1]:.0f}"
