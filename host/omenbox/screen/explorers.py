"""The explorers: name, side, the four tracks with skull and start, and what each carries."""

from __future__ import annotations

from typing import Any

from ..words import words
from .html import Html, el, join
from .map import monster_tip
from .tile import initials

Feed = dict[str, Any]


def explorers(feed: Feed, bots: frozenset[int]) -> Html:
    """One card a seat, then the monsters."""
    say = words(feed["lang"])
    cards = [_explorer(feed, e, e["seat"] in bots) for e in feed["explorers"]]
    beasts = [m for m in feed["monsters"] if m["room"] >= 0]
    if beasts:
        rows = [_monster(feed, m) for m in beasts]
        cards.append(el("section", el("header", el("b", say("monsters"))), rows, class_="explorer monsters"))
    return join(cards)


def _explorer(feed: Feed, e: dict, bot: bool) -> Html:
    say = words(feed["lang"])
    seat = e["seat"]
    classes = ["explorer", e["colour"]]
    if seat == feed["turn"] and feed["phase"] not in ("set-up", "over"):
        classes.append("now")
    if seat == feed["seat"]:
        classes.append("mine")
    if not e["alive"]:
        classes.append("dead")
    if not e["name"]:
        waits = el("span", say("not_chosen"), class_="where")
        return el("section", el("header", el("b", say("seat", n=seat + 1)), waits), class_=" ".join(classes))
    head = el(
        "header",
        el("i", initials(e["name"]), class_=f"disc {e['colour']}"),
        el("b", e["name"]),
        el("span", say("bot"), class_="tag") if bot else None,
        el("span", say("you"), class_="tag you") if seat == feed["seat"] else None,
        el("span", say("traitor"), class_="tag traitor") if e["side"] == "traitor" else None,
        el("span", _where(feed, e), class_="where"),
    )
    if not e["alive"]:
        return el("section", head, class_=" ".join(classes))
    things = [_card(feed, card) for card in e["hand"]] + [_token(token) for token in e["tokens"]]
    hand = el("div", things, class_="hand") if things else None
    return el("section", head, [_track(feed, t) for t in e["traits"]], hand, class_=" ".join(classes))


def _where(feed: Feed, e: dict) -> str:
    if not e["alive"]:
        return words(feed["lang"])("dead")
    if e["seat"] == feed["turn"] and feed["phase"] in ("exploration", "haunt"):
        return words(feed["lang"])("space", n=e["left"])
    return feed["rooms"][e["room"]]["name"] if e["room"] >= 0 else ""


def _track(feed: Feed, trait: dict) -> Html:
    """A track: the skull, then eight values; the place it is on is filled, the start is underlined."""
    cells = [el("i", "\u2620", class_="skull" + (" at" if trait["at"] == 0 else ""))]
    for place, value in enumerate(trait["track"], 1):
        classes = " ".join(
            name for name, holds in (("at", place == trait["at"]), ("start", place == trait["start"])) if holds
        )
        cells.append(el("i", str(value), class_=classes or None))
    place_ = {name: trait[name] for name in ("value", "at", "start")}
    tip = words(feed["lang"])("track_tip", trait=trait["name"], **place_)
    return el("div", el("span", trait["name"]), cells, class_="track", data_tip=tip)


def _card(feed: Feed, card: dict) -> Html:
    say = words(feed["lang"])
    tip = say("map.card", name=card["name"], deck=say(f"name.{card['deck']}")) + f"\n{card['rule']}"
    return el("span", card["name"], class_=f"card {card['deck']}", data_tip=tip)


def _token(token: dict) -> Html:
    number = f" \u00d7{token['number']}" if token["number"] > 1 else ""
    tip = "\n".join(line for line in (token["name"], token["rule"]) if line)
    return el("span", token["name"] + number, class_="card token", data_tip=tip)


def _monster(feed: Feed, m: dict) -> Html:
    where = feed["rooms"][m["room"]]["name"]
    return el(
        "div",
        el("b", m["name"]),
        el("span", " ".join(f"{name[:2]}\u00a0{value}" for name, value in m["traits"]), class_="values"),
        el("span", words(feed["lang"])("stunned"), class_="tag") if m["stunned"] else None,
        el("span", where, class_="where"),
        class_="beast",
        data_tip=monster_tip(feed, m),
    )
