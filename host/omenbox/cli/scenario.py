"""The command ``omenbox scenario``."""

from __future__ import annotations

import argparse
import json
import sys

from ..scenario import Failure, Mistake, Scenario, collect, play

DESCRIPTION = """\
Check scenarios: files in TOML with a position, steps and expectations. A folder stands for
all its *.toml. For each scenario that does not hold, file, line, what was expected and what
came instead. docs/scenarios.md tells how to write one; attach one to a report.

Exit status: 0 all hold, 1 some do not, 2 a file cannot be read or no scenario is chosen.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of ``omenbox scenario``."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="file or folder of scenarios")
    parser.add_argument("-k", "--only", metavar="TEXT", help="only those with TEXT in their name")
    parser.add_argument("-r", "--rule", metavar="ID", help="only those that cover rule ID")
    parser.add_argument("-v", "--verbose", action="store_true", help="tell every step aloud")
    parser.add_argument("--json", action="store_true", help="one JSON object a scenario on a line")


def run(args: argparse.Namespace) -> int:
    """Carry out the command; 1 if a scenario does not hold."""
    chosen = [s for s in collect(args.files) if _wanted(s, args)]
    if not chosen:
        given = [f"{flag} {word}" for flag, word in (("-k", args.only), ("-r", args.rule)) if word]
        raise Mistake(f"no scenario there fits {' '.join(given)}; see their names and rules in the files")
    failed = 0
    for scenario in chosen:
        wrong = None
        told: list[str] = []
        try:
            play(scenario, told if args.verbose else None)
        except (Failure, Mistake) as error:
            wrong = str(error)
            failed += 1
        if args.json:
            print(json.dumps(_row(scenario, wrong)))
        else:
            if args.verbose:
                print("\n".join([scenario.name, *told, ""]))
            if wrong is not None:
                print(wrong)
    if not args.json:
        held = f"{len(chosen) - failed} of {len(chosen)} scenarios hold"
        print(held, file=sys.stderr if failed else sys.stdout)
    return 1 if failed else 0


def _wanted(scenario: Scenario, args: argparse.Namespace) -> bool:
    if args.only and args.only.lower() not in scenario.name.lower():
        return False
    return not args.rule or args.rule in scenario.rules


def _row(scenario: Scenario, wrong: str | None) -> dict[str, object]:
    return {
        "file": str(scenario.file),
        "line": scenario.line,
        "name": scenario.name,
        "rules": list(scenario.rules),
        "holds": wrong is None,
        "message": wrong or "",
    }
