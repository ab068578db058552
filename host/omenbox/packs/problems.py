"""What is wrong with a pack's source, said so that its author can put it right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches

from ..errors import OmenboxError


@dataclass(frozen=True, order=True)
class Problem:
    """One mistake: where, what, and a hint; a warning does not stop the build."""

    file: str
    line: int
    col: int
    message: str
    hint: str = ""
    warning: bool = False

    def __str__(self) -> str:
        return self.shown()

    def shown(self, folder: str = "") -> str:
        """The problem in one line, and its hint in another; files as seen from outside `folder`."""
        kind = "warning: " if self.warning else ""
        file = f"{folder.rstrip('/')}/{self.file}" if folder else self.file
        text = f"{file}:{self.line}:{self.col}: {kind}{self.message}"
        return f"{text}\n    {self.hint}" if self.hint else text


class Problems:
    """All mistakes found so far; nothing here stops at the first one."""

    def __init__(self) -> None:
        self._found: dict[Problem, None] = {}
        self.lost: set[str] = set()  # names in files that could not be read

    def error(self, file: str, line: int, col: int, message: str, hint: str = "", about: str = "") -> None:
        """Note a mistake that stops the build.

        A name that it is `about` and that was lost with a file is no mistake: that file is.
        """
        if about and about in self.lost:
            return
        self._found[Problem(file, line, col, message, hint)] = None

    def warn(self, file: str, line: int, col: int, message: str, hint: str = "") -> None:
        """Note something that is probably not meant."""
        self._found[Problem(file, line, col, message, hint, warning=True)] = None

    @contextmanager
    def forgotten(self) -> Iterator[None]:
        """What is noted meanwhile is forgotten afterwards."""
        kept = dict(self._found)
        try:
            yield
        finally:
            self._found = kept

    @property
    def errors(self) -> list[Problem]:
        """The mistakes in the order of files and lines."""
        return sorted(p for p in self._found if not p.warning)

    @property
    def warnings(self) -> list[Problem]:
        """The warnings in the order of files and lines."""
        return sorted(p for p in self._found if p.warning)

    @property
    def all(self) -> list[Problem]:
        """Mistakes and warnings in the order of files and lines."""
        return sorted(self._found)


class SourceError(OmenboxError):
    """A pack's source has mistakes; the message lists every one of them, as `pack check` does."""

    listing = True

    def __init__(self, name: str, problems: Problems, folder: str = "") -> None:
        self.problems = problems
        count = len(problems.errors)
        lines = [p.shown(folder) for p in problems.errors]
        lines.append(f"{folder or name}: {count} mistake{'' if count == 1 else 's'}")
        super().__init__("\n".join(lines))


def did_you_mean(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """A hint that names what resembles `name` among `known`, or else `otherwise`.

    >>> did_you_mean("angry_bieng", ["angry_being", "rotten"])
    "did you mean 'angry_being'?"
    >>> did_you_mean("hall", ["chapel", "entrance_hall"])
    "did you mean 'entrance_hall'?"
    """
    known = list(known)
    parts = [k for k in known if name in k.split("_") and k != name]
    close = parts[:3] or get_close_matches(name, known, n=3, cutoff=0.6)
    if not close:
        return otherwise
    return "did you mean " + " or ".join(repr(c) for c in close) + "?"


def noun(kind: str) -> str:
    """The type `kind` as a noun with its article.

    >>> noun("room"), noun("explorer"), noun("rooms")
    ('a room', 'an explorer', 'a set of rooms')
    """
    if kind in ("rooms", "explorers", "figures", "cards", "traits"):
        return f"a set of {kind}"
    return kind if kind in ("any", "nothing", "None") else f"a{'n' * (kind[0] in 'aeiou')} {kind}"


def listed(names: Iterable[str]) -> str:
    """`names` as words in a sentence.

    >>> listed(["omen", "item", "event"])
    'omen, item or event'
    """
    names = list(names)
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]
