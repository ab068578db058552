"""Asking a table of a pack for its keys, one by one, with every value checked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .linking import Names
from .problems import Problems, did_you_mean, listed
from .source import Entry

TRAITS = ("speed", "might", "sanity", "knowledge")


class Fields:
    """The keys of one table: each is asked for once, what is left over is unknown."""

    def __init__(self, entry: Entry, problems: Problems) -> None:
        self.entry = entry
        self.problems = problems
        self.asked = {"id"}

    def error(self, key: str, message: str, hint: str = "", about: str = "") -> None:
        """Note a mistake at `key`; `about` is the name that is not known."""
        self.problems.error(self.entry.file, self.entry.line_of(key), 1, f"{self.who}: {message}", hint, about)

    def warn(self, key: str, message: str, hint: str = "") -> None:
        """Note at `key` something that is probably not meant."""
        self.problems.warn(self.entry.file, self.entry.line_of(key), 1, f"{self.who}: {message}", hint)

    @property
    def who(self) -> str:
        """What the table is about."""
        return f"{self.entry.kind} {self.entry.id!r}" if self.entry.id else self.entry.kind

    def get(self, key: str, default: Any = None) -> Any:
        """The value of `key` as it stands."""
        self.asked.add(key)
        return self.entry.data.get(key, default)

    def flags(self, names: dict[str, int]) -> int:
        """The bits of the true or false keys in `names`."""
        bits = 0
        for name, bit in names.items():
            value = self.get(name, False)
            if not isinstance(value, bool):
                self.error(name, f"{name} is true or false, not {value!r}")
            elif value:
                bits |= bit
        return bits

    def number(self, key: str, low: int, high: int, default: int | None = 0) -> int:
        """A whole number from `low` to `high`; with default None it must be there."""
        return self.whole(key, key, self.get(key), low, high, default)

    def whole(self, key: str, name: str, value: Any, low: int, high: int, default: int | None) -> int:
        if value is None and default is not None:
            return default
        if value is None:
            self.error(key, f"{name} is missing", f"a whole number from {low} to {high}")
        elif type(value) is not int or not low <= value <= high:
            self.error(key, f"{name} is a whole number from {low} to {high}, not {value!r}")
        else:
            return value
        return low

    def choice(self, key: str, names: Iterable[str], default: str | None = None) -> str:
        """One of `names`; without a default it must be there."""
        return self.one_of(key, key, self.get(key), names, default)

    def one_of(self, key: str, name: str, value: Any, names: Iterable[str], default: str | None) -> str:
        names = list(names)
        if value is None and default is not None:
            return default
        if value is None:
            self.error(key, f"{name} is missing", f"one of {listed(names)}")
        elif value not in names:
            hint = did_you_mean(str(value), names, f"one of {listed(names)}")
            self.error(key, f"{name} {value!r} is unknown", hint)
        else:
            return str(value)
        return names[0]

    def mask(self, key: str, bits: dict[str, int], default: int | None = 0) -> int:
        """Several of the names in `bits`, as a list or, if they are letters, one text."""
        value = self.get(key)
        if value is None:
            if default is None:
                self.error(key, f"{key} is missing", f"a list of {listed(bits)}")
            return default or 0
        if not isinstance(value, str | list):
            self.error(key, f"{key} is a list of {listed(bits)}, not {value!r}")
            return 0
        if isinstance(value, str):
            if any(len(name) != 1 for name in bits):
                meant = did_you_mean(value, bits, f"any of {listed(bits)}")
                hint = f'{key} = ["{value}"]' if value in bits else meant
                self.error(key, f"{key} is a list, not the text {value!r}", hint)
                return 0
            if wrong := [repr(name) for name in dict.fromkeys(value) if name not in bits]:
                self.error(key, f"{key} holds {', '.join(wrong)}", f"any of {listed(bits)}")
        mask = 0
        for name in value:
            if isinstance(name, str) and name in bits:
                mask |= bits[name]
            elif isinstance(value, list):
                hint = did_you_mean(str(name), bits, f"any of {listed(bits)}")
                self.error(key, f"{key} holds {name!r}", hint)
        return mask

    def table(self, key: str, allowed: Iterable[str]) -> dict[str, Any]:
        """An inline table ``key = { ... }`` with keys out of `allowed`."""
        value = self.get(key)
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.error(key, f"{key} is a table", f"{key} = {{ {', '.join(allowed)} }}")
            return {}
        for name in value:
            if name not in allowed:
                hint = did_you_mean(name, allowed, f"keys are {listed(allowed)}")
                self.error(key, f"{key} has an unknown key {name!r}", hint)
        return value

    def trait(self, key: str, value: Any) -> int:
        """The number of the trait that `value` names."""
        return TRAITS.index(self.one_of(key, f"trait of {key}", value, TRAITS, None))

    def steps(self, key: str) -> list[int]:
        """``{ speed = 1, ... }`` as one number a trait."""
        table = self.table(key, TRAITS)
        return [self.whole(key, f"{key} {t}", table.get(t), -8, 8, 0) for t in TRAITS]

    def reference(self, key: str, kind: str, value: Any, names: Names) -> int:
        """The id of the `kind` that `value` names, plus one; 0 if unknown."""
        if isinstance(value, str) and (found := names.find(kind, value)) is not None:
            return found + 1
        hint = names.hint(kind, value) if isinstance(value, str) else "a name in quotes"
        self.error(key, f"{key} names an unknown {kind} {value!r}", hint, str(value).rpartition(":")[2])
        return 0

    def finish(self) -> None:
        """Note the keys that nothing asked for."""
        for key in self.entry.data:
            if key not in self.asked:
                hint = did_you_mean(key, self.asked, f"keys are {listed(sorted(self.asked))}")
                self.error(key, f"unknown key {key!r}", hint)
