# make setup   the environment .venv from the lock file, with Omenbox in it
# make play    the game on a page; ARGS goes to `omenbox play`
# make test    everything the project proves; installs Chromium when root on Debian
# make clean   removes what the others made

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.omenbox

.PHONY: setup play test lint types check browser clean

setup: $(STAMP)

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "omenbox: Python 3.11 or newer is needed; try make PYTHON=python3.12 setup" >&2; exit 1; }
	@test -x $(BIN)/pip || $(PYTHON) -m venv .venv \
	  || { echo "omenbox: no venv in this Python; on Debian: apt-get install python3-venv" >&2; exit 1; }
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

play: setup
	@$(BIN)/omenbox play $(ARGS)

test: setup browser lint types
	$(BIN)/python -m pytest $(ARGS)

lint: setup
	$(BIN)/ruff check .

# The board's own modules (machine, neopixel, ...) and CPython's cannot be typed in one pass.
types: setup
	$(BIN)/mypy shared_rules host/omenbox tests
	$(BIN)/mypy --cache-dir .mypy_cache/board firmware/omenbox_device firmware/board shared_rules host/omenbox/sim/probe.py host/omenbox/sim/watch.py \
	  --custom-typeshed-dir "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"

browser:
	@sh tests/browser.sh

clean:
	rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
