"""What is asked: the prompt with its legal answers as buttons, and the dice."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from shared_rules import house
from shared_rules import state as s

from ..words import words
from . import tile
from .html import Html, does, el
from .lists import listed

Feed = dict[str, Any]

#: Options that are movement: they come first, and lie on the map as well.
MOVES = (s.O_STEP, s.O_LINK, s.O_EXPLORE)
ARROWS = "\u2191\u2192\u2193\u2190"

#: What a roll is for: keys of the page's words.
ROLLS = {
    s.TRAIT_ROLL: "trait",
    s.EVENT_ROLL: "event",
    s.ATTACK: "attack",
    s.DEFEND: "defend",
    s.HAUNT_ROLL: "haunt",
    s.MOVE_ROLL: "move",
    s.OPEN_ROLL: "open",
    s.DAMAGE_ROLL: "damage",
}


@dataclass
class Choosing:
    """What a person has marked so far but not answered yet; it belongs to one prompt."""

    number: int = -1
    picked: set[int] = field(default_factory=set)
    faces: list[int] | None = None  # typed in from real dice
    turn: int = 0  # the way to lie in which a tile is shown on the map: position among the options

    def of(self, prompt: dict | None) -> Choosing:
        """This, or a fresh one if it belongs to another prompt."""
        number = (prompt or {}).get("number", -1)
        return self if number == self.number else Choosing(number)

    def pick(self, value: int, most: int) -> None:
        """Mark an option or unmark it; where only one can be chosen, the last one marked is it."""
        if value in self.picked:
            self.picked.remove(value)
        elif most == 1:
            self.picked = {value}
        elif len(self.picked) < most:
            self.picked.add(value)

    def copy(self) -> Choosing:
        """One like it that stays as it is."""
        return replace(self, picked=set(self.picked), faces=None if self.faces is None else list(self.faces))


def asking(feed: Feed, choosing: Choosing, bots: frozenset[int], people: range) -> Html:
    """The panel of the prompt."""
    say = words(feed["lang"])
    if feed.get("away"):
        return _panel(
            say("ask.away"), el("p", feed["away"]), say("ask.again" if feed.get("own") else "ask.plug"), class_="quiet"
        )
    if feed["error"]:
        return _panel(say("ask.wrong"), el("p", feed["error"]), say("ask.go_on"))
    if feed["ended"]:
        return _ended(feed)
    prompt = feed["prompt"]
    if prompt is None:
        return _panel("\u2026", class_="quiet")
    if not prompt["mine"]:
        return _others(feed, prompt, bots, people)
    parts = {
        "choice": _choice,
        "range": _range,
        "subset": _subset,
        "letters": _letters,
        "dice": _dice,
    }[prompt["kind"]](feed, prompt, choosing)
    title = prompt["text"]
    if "for" in prompt:
        title = say("about", name=_name(feed, prompt["for"]), text=title)
    if prompt["kind"] == "dice":
        whose = feed["roll"]["who"] if feed["roll"] else feed["seat"]
        title = roll_name(feed)
        if whose != feed["seat"]:
            title = say("roll.of", roll=title, name=feed["roll"]["name"])
    drawn = el("p", prompt["drawn"]["text"]) if "drawn" in prompt else None
    return _panel(title, drawn, *parts, class_="mine")


def _panel(title: str, *inside: Any, class_: str = "") -> Html:
    return el("section", el("h2", title), *inside, class_=f"prompt {class_}".strip())


def _name(feed: Feed, seat: int) -> str:
    return feed["explorers"][seat]["name"] or words(feed["lang"])("seat", n=seat + 1)


def _ended(feed: Feed) -> Html:
    say = words(feed["lang"])
    ended = feed["ended"]
    title = say(f"end.{ended['winner']}", names=", ".join(_name(feed, e) for e in ended["seats"]))
    said = "" if ended["judged"] else say("end.declared")
    haunt = feed["haunt"]
    name = haunt["name"] if haunt else say("end.never")
    again = el("button", say("end.again"), class_="big", **does("new"))
    return _panel(title, el("p", say("end.when", haunt=name, n=feed["round"], said=said)), again, class_="ended")


def _others(feed: Feed, prompt: dict, bots: frozenset[int], people: range) -> Html:
    who = prompt["who"]
    say = words(feed["lang"])
    title = say("ask.rolls" if prompt.get("kind") == "dice" else "ask.choosing", name=_name(feed, who))
    seat = None
    if who in people:
        seat = el("button", say("ask.go_to_seat", name=_name(feed, who)), class_="big", **does("seat", who))
    why = roll_name(feed) if prompt.get("kind") == "dice" else None
    return _panel(title, el("p", why) if why else None, seat, class_="quiet")


def _answer(prompt: dict, option: dict, *inside: Any, class_: str = "") -> Html:
    command = does("answer", option["value"], prompt["number"])
    tip = option.get("rule") or None
    return el("button", inside or option["text"], class_=class_ or None, data_tip=tip, **command)


def _choice(feed: Feed, prompt: dict, choosing: Choosing) -> list[Html]:
    options = prompt["options"]
    if "tile" in prompt:
        return [_turnings(prompt, choosing.turn)]
    if options[0]["kind"] == s.O_FACE:
        return [el("div", [_face(prompt, option) for option in options], class_="faces")]
    moves = [o for o in options if o["kind"] in MOVES]
    others = [o for o in options if o["kind"] not in MOVES]
    got = []
    if moves:
        got.append(el("div", [_answer(prompt, o, _arrow(o), o["text"], class_="move") for o in moves], class_="moves"))
    answers = []
    for option in others:
        classes = "end" if option["kind"] in (s.O_END, s.O_NOTHING) else ""
        answers.append(_answer(prompt, option, class_=classes))
    got.append(listed(answers, words(feed["lang"])))
    return got


def _arrow(option: dict) -> Html:
    kind, a = option["kind"], option["value"] & 0xFFFF
    sign = "\u21c5" if kind == s.O_LINK else ARROWS[a]
    return el("i", sign, class_="explore" if kind == s.O_EXPLORE else None)


def _turnings(prompt: dict, turn: int) -> Html:
    """The ways a tile can lie, as pictures; the map shows one of them."""
    shown = prompt["tile"]
    got = []
    for i, option in enumerate(prompt["options"]):
        masks = [house.turned(shown[mask], option["turned"]) for mask in ("doors", "windows", "half")]
        floor = f"floor{shown['cell'][0]}"
        picture = el("svg", el("g", tile.plan(*masks), class_="tile"), viewBox="-2 -2 104 104", class_=floor)
        got.append(_answer(prompt, option, picture, el("span", option["text"]), class_="turning" + " on" * (i == turn)))
    return el("div", got, class_="turnings")


def _face(prompt: dict, option: dict) -> Html:
    numbers = el("span", " \u00b7 ".join(f"{name[:2]} {value}" for name, value in option["traits"]))
    disc = el("i", tile.initials(option["text"]), class_=f"disc {option['colour']}")
    return _answer(prompt, option, disc, el("b", option["text"]), numbers, class_="face")


def _range(feed: Feed, prompt: dict, choosing: Choosing) -> list[Html]:
    numbers = range(prompt["low"], prompt["high"] + 1)
    got = [_answer(prompt, {"value": n, "text": str(n)}, class_="number") for n in numbers]
    return [el("div", got, class_="numbers")]


def _subset(feed: Feed, prompt: dict, choosing: Choosing) -> list[Html]:
    least, most, number = prompt["least"], prompt["most"], prompt["number"]
    got = []
    full = len(choosing.picked) >= most > 1
    for option in prompt["options"]:
        on = option["value"] in choosing.picked
        command = does("pick", option["value"], number)
        tip = option.get("rule") or None
        shut = full and not on
        button = el(
            "button", option["text"], class_="pick on" if on else "pick", disabled=shut, data_tip=tip, **command
        )
        got.append(button)
    count = len(choosing.picked)
    say = words(feed["lang"])
    how = "ask.exactly" if least == most else "ask.up_to" if not least else "ask.between"
    span = say(how, n=most, low=least, high=most)
    label = say("ask.done", n=count) if count else say("ask.done_none") if not least else say("ask.choose", span=span)
    done = el("button", label, class_="big", disabled=not least <= count <= most, **does("done", None, number))
    return [el("p", say("ask.choose_", span=span)), el("div", got, class_="answers"), done]


def _letters(feed: Feed, prompt: dict, choosing: Choosing) -> list[Html]:
    say = words(feed["lang"])
    field_ = el("input", id_="letters", maxlength=prompt["most"], autocomplete="off", spellcheck="false")
    give = el("button", say("ask.say"), class_="big", data_from="letters", **does("letters", None, prompt["number"]))
    many = say("ask.letters", low=prompt["least"], high=prompt["most"])
    return [el("p", many), el("div", field_, give, class_="word")]


def _dice(feed: Feed, prompt: dict, choosing: Choosing) -> list[Html]:
    say = words(feed["lang"])
    n = prompt["dice"]
    if choosing.faces is not None:
        dice = [
            el("button", _pips(face), class_="die", data_tip=say("ask.next_face"), **does("face", i))
            for i, face in enumerate(choosing.faces)
        ]
        use = does("faces", None, prompt["number"])
        return [
            el("p", say("ask.click_dice")),
            el("div", dice, class_="tray"),
            el(
                "div",
                el("button", say("ask.use_faces"), class_="big", **use),
                _real(say("ask.roll_here")),
                class_="row",
            ),
        ]
    roll = el("button", el("i"), say("ask.roll", n=n), class_="big roll", **does("roll", None, prompt["number"]))
    return [el("div", roll, _real(say("ask.real")), class_="row")]


def _real(label: str) -> Html:
    return el("button", label, class_="link", **does("real"))


# --- the dice -----------------------------------------------------------------------------------


def roll_name(feed: Feed) -> str:
    """What a roll is for."""
    roll = feed["roll"]
    say = words(feed["lang"])
    if roll is None:
        return say("roll.plain")
    name = say(f"roll.{ROLLS.get(roll['kind'], 'trait' if roll['trait'] else 'plain')}", trait=roll["trait"])
    if roll["why"] and roll["kind"] not in (s.ATTACK, s.DEFEND, s.HAUNT_ROLL):
        return say("roll.because", roll=name, name=roll["why"])
    return name


def dice(feed: Feed) -> Html:
    """The last roll as it fell, or dice that are about to fall."""
    roll = feed["roll"]
    prompt = feed["prompt"] or {}
    if roll is None:
        return el("section", class_="empty")
    coming = prompt["dice"] if prompt.get("kind") == "dice" else 0
    fell = [el("span", _pips(face), class_="die") for face in roll["faces"]]
    fell += [el("span", class_="die tumbling") for _ in range(coming)]
    who = el("span", f"{roll['name']} \u00b7 {roll_name(feed)}", class_="reason")
    total = None
    if not coming and (roll["faces"] or roll["fixed"] >= 0):
        extra = f"{roll['flat']:+d}" if roll["flat"] else None
        if roll["fixed"] >= 0:
            extra = words(feed["lang"])("roll.known", n=roll["fixed"]) + (extra or "")
        total = el("span", el("small", extra) if extra else None, f"= {roll['total']}", class_="total")
    small = " many" if len(fell) > 5 else ""
    return el("section", who, el("div", fell, total, class_="tray" + small))


def _pips(face: int) -> list[Html]:
    return [el("i", class_="pip") for _ in range(face)]
