"""Writing HTML and SVG: text is escaped, attributes are quoted, and that is all."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


class Html(str):
    """Text that is HTML already."""


Inside = str | None | Iterable["Inside"]


def el(name: str, *inside: Inside, **attributes: object) -> Html:
    """An element. ``None`` leaves an attribute or a child out; ``_`` in a name stands for ``-``.

    >>> el("b", "1 < 2", class_="big", data_do="roll")
    '<b class="big" data-do="roll">1 &lt; 2</b>'
    """
    text = []
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        key = key.rstrip("_").replace("_", "-")
        text.append(f" {key}" if value is True else f' {key}="{escape(str(value))}"')
    return Html(f"<{name}{''.join(text)}>{join(*inside)}</{name}>")


def join(*inside: Inside) -> Html:
    """Children one after another.

    >>> join("a & b", None, [el("i", "c")])
    'a &amp; b<i>c</i>'
    """
    text: list[str] = []
    for child in inside:
        if child is None:
            continue
        if isinstance(child, Html):
            text.append(child)
        elif isinstance(child, str):
            text.append(escape(child))
        else:
            text.append(join(*child))
    return Html("".join(text))


def does(command: str, value: object = None, number: object = None) -> dict[str, object]:
    """Attributes of an element that does something when it is clicked; the page's script reads them.

    ``number`` is that of the prompt which the click answers.
    """
    return {"data_do": command, "data_value": value, "data_number": number}
