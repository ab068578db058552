"""What every test can use: the platforms, and the rule that nothing is skipped in silence."""

from __future__ import annotations

import os
from collections.abc import Generator
from types import ModuleType

import pytest

from .platforms import mpy32 as _mpy32
from .platforms import pico as _pico
from .platforms import unix as _unix

#: The one reason for which a test may be skipped in CI: nobody can be asked to fetch this file.
ALLOWED_SKIP = "no official firmware"


@pytest.fixture
def unix() -> ModuleType:
    """MicroPython for Unix: ``unix.run(...)``."""
    return _platform(_unix)


@pytest.fixture
def mpy32() -> ModuleType:
    """MicroPython with 32-bit words and an exact heap: ``mpy32.run(...)``."""
    return _platform(_mpy32)


@pytest.fixture
def pico() -> ModuleType:
    """The emulated Pico: ``with pico.Pico(files) as board: ...``."""
    return _platform(_pico)


def _platform(module: ModuleType) -> ModuleType:
    why = module.missing()
    if why:
        pytest.skip(why)
    return module


def _in_ci() -> bool:
    return os.environ.get("CI", "").lower() == "true"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _refuse_skip(report)
    return report


def _refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """With ``CI=true``, turn a skip into a failure, unless it is the one that is allowed."""
    if not report.skipped or hasattr(report, "wasxfail") or not _in_ci():
        return
    reason = str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr)
    if ALLOWED_SKIP not in reason:
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI does not accept: {reason}"
