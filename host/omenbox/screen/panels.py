"""The bar at the top, the haunt's tome, and the log."""

from __future__ import annotations

from typing import Any

from .html import Html, does, el, join
from .tile import initials

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
    got = []
    for e in feed["explorers"]:
        seat = e["seat"]
        classes = ["seat"]
        classes += ["chosen"] if seat == feed["seat"] else []
        classes += ["asked"] if seat == asked else []
        classes += ["dead"] if not e["alive"] else []
        classes += ["many"] if len(feed["explorers"]) > 4 else []
        name = e["name"] or f"Seat {seat + 1}"
        tip = name + (" (a bot)" if seat in bots else "") + (" has to answer" if seat == asked else "")
        letters = initials(e["name"]) if e["name"] else str(seat + 1)
        disc = el("i", letters, class_=f"disc {e['colour'] or 'none'}")
        short = el("span", name.split()[-1] if e["name"] else name)
        got.append(el("button", disc, short, class_=" ".join(classes), data_tip=tip, **does("seat", seat)))
    table = "seat table" + (" chosen" if feed["seat"] < 0 else "")
    tip = "What everybody at the table may see"
    got.append(el("button", el("span", "Table"), class_=table, data_tip=tip, **does("seat", -1)))
    if len(feed["explorers"]) - len(bots) > 1:
        tip = "Always show the seat of the person who has to answer"
        toggle = "toggle on" if follow else "toggle"
        got.append(el("button", "Follow", class_=toggle, data_tip=tip, **does("follow")))
    return join(got)


def status(feed: Feed) -> Html:
    """Round, omens, phase, and what is left in the stacks."""
    haunt = feed["haunt"]
    where = haunt["name"] if haunt else {"set-up": "Set-up"}.get(feed["phase"], "Exploration")
    omens = feed["omens"]
    left = ", ".join(f"{count} {name}" for name, count in feed["stacks"].items())
    return join(
        el("span", where, class_="haunt" if haunt else None),
        el("span", f"Round {feed['round']}") if feed["round"] else None,
        el("span", f"{omens} omen{'' if omens == 1 else 's'}", class_="omens", data_tip=f"Left in the stacks: {left}"),
        el("span", f"Track {feed['track']}") if feed["track"] >= 0 else None,
    )


def actions(undo: int, hurry: bool, bots: frozenset[int]) -> Html:
    """Take back, hurry, new game."""
    tip = "Take back the last answer of a person; a roll stands" if undo else "Nothing to take back: a roll stands"
    got = [el("button", "\u21b6 Take back", disabled=not undo, data_tip=tip, **does("undo"))]
    if bots:
        classes = "toggle on" if hurry else "toggle"
        got.append(el("button", "\u00bb Hurry", class_=classes, data_tip="Bots answer faster", **does("hurry")))
    got.append(el("button", "New game", **does("new")))
    return join(got)


def tome(feed: Feed) -> Html:
    """The haunt, and what one's own side knows of it."""
    haunt = feed["haunt"]
    if haunt is None:
        return Html("")
    who = haunt["traitor"]
    traitor = "No traitor" if who < 0 else f"Traitor: {feed['explorers'][who]['name']}"
    text = haunt["tome"]
    if haunt["manual"]:
        text = "No pack holds this haunt: play it from your book. The box keeps turns, dice, traits and the track."
    head = el("summary", el("b", haunt["name"]), el("span", f"Haunt {haunt['number']} \u00b7 {traitor}"))
    known = [el("p", _about(feed, secret), class_="secret") for secret in feed["secrets"]]
    return el("details", head, el("p", text) if text else None, *known, class_="tome", open_=True)


def _about(feed: Feed, secret: dict) -> str:
    """A secret that the seat knows; of another seat with its name."""
    owner = secret["owner"]
    if owner == feed["seat"] or not 0 <= owner < len(feed["explorers"]):
        return secret["text"]
    return f"{feed['explorers'][owner]['name']}: {secret['text']}"


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
