"""The legend of the virtual box: what its lamps and digits mean, with a sample of each."""

from __future__ import annotations

from typing import Any

from ..words import words
from .box import digits
from .html import Html, does, el

Feed = dict[str, Any]

#: Patterns of the lamps, in the order of `omenbox_device.lights`: the class that paints a sample.
LAMPS = (
    "room", "omen", "door", "here", "turn", "roll", "monster", "step", "found", "falls", "alarm", "track", "end",
    "finger", "menu",
)  # fmt: skip
#: What the digits may show, and the key of what it means.
DIGITS = (
    (" 7 3", "spaces"), (" 7d4", "dice"), (" 7=5", "total"), (" 2-5", "answer"), ("UndO", "undo"),
    ("PLAY", "play"), ("PL 3", "players"), ("SUrE", "sure"),
)  # fmt: skip


def legend(feed: Feed, shown: bool) -> Html:
    """The dialog, nothing while it is closed."""
    if not shown:
        return Html("")
    say = words(feed["lang"])
    close = el("button", "\u00d7", class_="close", aria_label=say("legend.close"), **does("legend"))
    lamps = [el("li", el("i", class_=f"led is-{name}"), el("span", say(f"legend.{name}"))) for name in LAMPS]
    faces = [
        el("span", el("i", class_=f"led still {e['colour']}"), e["name"], class_="face")
        for e in feed["explorers"]
        if e["colour"]
    ]
    numbers = [el("li", digits(text, feed["lang"]), el("span", say(f"legend.{name}"))) for text, name in DIGITS]
    return el(
        "div",
        el(
            "section",
            el("header", el("h2", say("legend.title")), close),
            el("div", faces, class_="people") if faces else None,
            el("ul", lamps, class_="lampkey"),
            el("ul", numbers, class_="lampkey digitkey"),
            class_="prompt sheet legend",
            role="dialog",
            aria_label=say("legend.title"),
        ),
        class_="veil",
        **does("veil"),
    )


def legend_button(lang: str) -> Html:
    """The button that opens it."""
    say = words(lang)
    return el(
        "button", "?", class_="ask", data_tip=say("legend.title"), aria_label=say("legend.title"), **does("legend")
    )
