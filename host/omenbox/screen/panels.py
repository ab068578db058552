"""The bar at the top, the haunt's tome, and the log."""

from __future__ import annotations

from typing import Any

from ..words import words
from .html import Html, does, el, join
from .tile import initials, short_name

Feed = dict[str, Any]

#: Lines of the log that the page shows.
LINES = 250

#: What a line looks like, by the start of its key.
LOOKS = (
    ("say.turn", "turn"),
    ("say.haunt", "omen"),
    ("say.traitor", "omen"),
    ("say.no_traitor", "omen"),
    ("say.manual", "omen"),
    ("say.dies", "bad"),
    ("say.damage", "bad"),
    ("say.lose", "loss"),
    ("say.gain", "gain"),
    ("say.total", "roll"),
    ("say.fight", "roll"),
    ("say.new_room", "find"),
)


def seats(feed: Feed, bots: frozenset[int], follow: bool, asked: int) -> Html:
    """The seat switch: whose eyes the page looks through."""
    say = words(feed["lang"])
    got = []
    for e in feed["explorers"]:
        seat = e["seat"]
        classes = ["seat"]
        classes += ["chosen"] if seat == feed["seat"] else []
        classes += ["asked"] if seat == asked else []
        classes += ["dead"] if not e["alive"] else []
        classes += ["many"] if len(feed["explorers"]) > 4 else []
        name = e["name"] or say("seat", n=seat + 1)
        tip = name + (say("a_bot") if seat in bots else "") + (say("has_to_answer") if seat == asked else "")
        letters = initials(e["name"]) if e["name"] else str(seat + 1)
        disc = el("i", letters, class_=f"disc {e['colour'] or 'none'}")
        short = el("span", short_name(name) if e["name"] else name)
        got.append(el("button", disc, short, class_=" ".join(classes), data_tip=tip, **does("seat", seat)))
    table = "seat table" + (" chosen" if feed["seat"] < 0 else "")
    tip = say("table_tip")
    got.append(el("button", el("span", say("table")), class_=table, data_tip=tip, **does("seat", -1)))
    if len(feed["explorers"]) - len(bots) > 1:
        tip = say("follow_tip")
        toggle = "toggle on" if follow else "toggle"
        got.append(el("button", say("follow"), class_=toggle, data_tip=tip, **does("follow")))
    return join(got)


def status(feed: Feed) -> Html:
    """Round, omens, phase, and what is left in the stacks."""
    say = words(feed["lang"])
    haunt = feed["haunt"]
    where = haunt["name"] if haunt else say("set_up" if feed["phase"] == "set-up" else "exploration")
    omens = feed["omens"]
    left = ", ".join(f"{count} {say(f'name.{name}')}" for name, count in feed["stacks"].items())
    return join(
        el("span", where, class_="haunt" if haunt else None),
        el("span", say("round", n=feed["round"])) if feed["round"] else None,
        el("span", say("omens", n=omens), class_="omens", data_tip=say("left", what=left)),
        el("span", say("track", n=feed["track"])) if feed["track"] >= 0 else None,
    )


def actions(feed: Feed, back: tuple[str, int, int], hurry: bool, bots: frozenset[int]) -> Html:
    """Take back (what is ``Host.taken_back``), put right, hurry, new game."""
    say = words(feed["lang"])
    what, who, more = back
    name = say("right.table") if who < 0 else feed["explorers"][who]["name"] or say("seat", n=who + 1)
    tip = say(f"back.{what}", name=name)
    tip += "\n" + say("back.bots", n=more) if more else ""
    shut = what not in ("answer", "correction")
    # Not disabled: a click, or a finger without a mouse, is told why nothing can be taken back.
    looks = {"class_": "shut" if shut else None, "aria_disabled": "true" if shut else None}
    got = [el("button", "\u21b6 " + say("take_back"), data_tip=tip, **looks, **does("undo"))]
    if not feed["ended"]:
        right = {"data_tip": say("right.tip"), "disabled": bool(feed.get("away")), **does("right")}
        got.append(el("button", "\u270e " + say("right.title"), **right))
    if bots:
        classes = "toggle on" if hurry else "toggle"
        got.append(
            el(
                "button",
                "\u00bb",
                el("span", " " + say("hurry")),
                class_=classes,
                data_tip=say("hurry_tip"),
                **does("hurry"),
            )
        )
    got.append(el("button", say("new_game"), **does("new")))
    return join(got)


def tome(feed: Feed) -> Html:
    """The haunt, and what one's own side knows of it."""
    haunt = feed["haunt"]
    if haunt is None:
        return Html("")
    say = words(feed["lang"])
    who = haunt["traitor"]
    traitor = say("no_traitor") if who < 0 else say("the_traitor", name=feed["explorers"][who]["name"])
    text = haunt["tome"]
    end = None
    if haunt["manual"]:
        text = say("by_the_book")
        end = None if feed["ended"] else el("button", say("right.declare"), **does("right_end"))
    head = el("summary", el("b", haunt["name"]), el("span", f"{say('haunt', n=haunt['number'])} \u00b7 {traitor}"))
    known = [el("p", _about(feed, secret), class_="secret") for secret in feed["secrets"]]
    return el("details", head, el("p", text) if text else None, *known, end, class_="tome", open_=True)


def _about(feed: Feed, secret: dict) -> str:
    """A secret that the seat knows; of another seat with its name."""
    owner = secret["owner"]
    if owner == feed["seat"] or not 0 <= owner < len(feed["explorers"]):
        return secret["text"]
    return words(feed["lang"])("about", name=feed["explorers"][owner]["name"], text=secret["text"])


def log(feed: Feed) -> Html:
    """What has happened, the newest at the bottom."""
    return join([_line(event) for event in feed["events"][-LINES:]])


def _line(event: dict) -> Html:
    look = next((look for start, look in LOOKS if event["key"].startswith(start)), "")
    if ".say_wreck" in event["key"] or event["key"] == "say.dies":
        look = "bad"
    card = event.get("card")
    if card is None:
        return el("div", event["text"], class_=f"line {look}")
    return el(
        "div",
        event["text"],
        el("p", card["rule"]) if card["rule"] else None,
        class_=f"line card {card['deck']}",
    )
