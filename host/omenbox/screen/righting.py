"""The dialog in which the table puts right what went wrong: one question after another, in words."""

from __future__ import annotations

from typing import Any

from ..words import words
from .html import Html, does, el
from .lists import listed


def righting(choices: dict[str, Any] | None, lang: str) -> Html:
    """The dialog for what :func:`omenbox.putright.choices` gives; nothing while it is closed."""
    if choices is None:
        return Html("")
    say = words(lang)
    close = el("button", "\u00d7", class_="close", aria_label=say("right.close"), **does("right"))
    trail = [
        el("button", step["text"], class_="step", **does("right_back", i))
        for i, step in enumerate(choices["chosen"])
        if not step["only"]
    ]
    head = el("header", el("h2", say("right.title")), close)
    inside = [head, el("nav", trail, class_="trail") if trail else None]
    if choices["label"]:
        inside.append(el("p", choices["label"], class_="label"))
    if choices["letters"]:
        field = el("input", id_="secret", maxlength=choices["letters"], autocomplete="off", spellcheck="false")
        give = el("button", say("right.do"), class_="big", data_from="secret", **does("right_text"))
        inside.append(el("div", field, give, class_="word"))
    elif choices["change"] is not None:
        inside.append(el("p", choices["says"], class_="says"))
        inside.append(el("div", el("button", say("right.do"), class_="big", **does("right_do")), class_="row"))
    elif not choices["options"]:
        inside.append(el("p", say("right.nothing")))
    else:
        inside.append(listed([_option(option) for option in choices["options"]], say))
    sheet = el("section", inside, class_="prompt sheet", role="dialog", aria_label=say("right.title"))
    return el("div", sheet, class_="veil", **does("veil"))


def _option(option: dict[str, Any]) -> Html:
    note = el("small", option["note"]) if option["note"] else None
    return el(
        "button", option["text"], note, class_="now" if option["now"] else None, **does("right_pick", option["value"])
    )
