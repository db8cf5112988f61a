# jounce: everything starts here. `make demo` and `make test` work on a fresh clone with Python >= 3.11 and make.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.ready
JOBS   ?= 2
PAGE   := src/jounce/output/replay/static/viewer.js

INPUTS ?= 100000
HOURS  ?= 10
CARS   ?= 2000
KILLS  ?= 50
PYTHONS ?=
# of Stable-Baselines3 in test-slow: one release, so that pip does not fetch gigabytes whenever there is a newer one
TORCH  ?= torch==2.13.0
PACKAGE ?=
# processes that tests start would otherwise compile the Python of all modules anew, half a second each
unexport PYTHONDONTWRITEBYTECODE
# what `make quick` looks at: all, or one package such as engine/laws
CODE   := $(if $(PACKAGE),$(wildcard src/jounce/$(PACKAGE) src/jounce/$(PACKAGE).py tests/$(PACKAGE)),.)
PLAIN  := not slow and not compiled

.PHONY: setup web demo quick quick-lint quick-test test test-slow fuzz soak random-cars kills lint warm browser bench bench-peers bench-record \
	docs docs-site dist clean
.DEFAULT_GOAL := help

help: ## list what make can do
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(STAMP) ## create .venv and install jounce into it

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "jounce needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version). Try: make PYTHON=python3.12 ..."; exit 1; }
	@echo "[setup] creating $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@echo "[setup] installing jounce and its tools (about a minute the first time)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

web: $(PAGE) ## the viewer's page, built from web/ (Node from PyPI if there is none)

$(PAGE): $(shell find web -name node_modules -prune -o -type f -print 2>/dev/null) | $(STAMP)
	@$(BIN)/python -m tools.build_web

demo: setup web ## a full double-wishbone car through a J-turn, with a report to look at
	@$(BIN)/jounce run j-turn --vehicle dw18 --out out/j-turn

quick: setup ## lint, and the tests that need no compilation; PACKAGE=engine/laws for one package
	@$(MAKE) --no-print-directory -j 2 quick-test quick-lint

quick-lint:
	@echo "[lint] ruff" && $(BIN)/ruff check -q $(CODE) && $(BIN)/ruff format -q --check $(CODE)
	@echo "[lint] mypy" && $(BIN)/mypy $(if $(PACKAGE),$(wildcard src/jounce/$(PACKAGE) src/jounce/$(PACKAGE).py))
	@$(if $(PACKAGE),,echo "[lint] import-linter" && $(BIN)/lint-imports --no-logo --cache-dir .cache/import_linter)

quick-test: # pytest says 5 when all tests of a package need compiled code
	@echo "[test] pytest, without compilation"
	@NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n $(JOBS) --dist worksteal --hypothesis-profile quick -m '$(PLAIN)' \
	  tests/$(PACKAGE) || [ $$? -eq 5 ]

lint: setup ## format, lint, types, layers
	@echo "[lint] ruff" && $(BIN)/ruff check . && $(BIN)/ruff format --check .
	@echo "[lint] mypy" && $(BIN)/mypy
	@echo "[lint] import-linter" && $(BIN)/lint-imports --no-logo --cache-dir .cache/import_linter

warm: setup ## compile what simulations need
	@echo "[warm] filling the compiled-code cache" && $(BIN)/jounce warmup

browser: setup ## a Chromium for the tests of the page, if there is none on this machine
	@$(BIN)/python -m tools.chromium

test: setup ## lint and all tests but the slow ones
	@$(MAKE) --no-print-directory -j 2 warm web browser lint  # warm takes longest: the others pass beside it
	@echo "[test] pytest" && $(BIN)/python -m pytest -n $(JOBS) --dist worksteal --durations=5

test-slow: setup ## the long studies
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check $(TORCH)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[mdf,ray,fmu,sb3]'
	@$(BIN)/python -m pytest -m slow --durations=10

fuzz: setup ## 100,000 damaged inputs for every reader and port, and a table; INPUTS=2000 for fewer
	@$(BIN)/python -m tests.robustness.fuzz --inputs $(INPUTS)

soak: setup ## three cars for 10 simulated hours of random driving, and a table; HOURS=0.5 for less
	@$(BIN)/python -m tests.robustness.soak --hours $(HOURS)

random-cars: setup ## 2,000 cars with unusual numbers through short drives, counted; CARS=100 for fewer
	@$(BIN)/python -m tests.robustness.random_cars --cars $(CARS)

kills: setup ## real sweeps and their workers killed 50 times, tables compared; KILLS=10 for fewer
	@$(BIN)/python -m tests.robustness.kills --kills $(KILLS)

bench: setup ## µs per step, real-time factor, compile times
	@$(BIN)/jounce bench

bench-record: setup ## speed of this commit into benchmarks/history, with warnings where it is slower than before
	@$(BIN)/python -m benchmarks.record

PEERS  := .venv-peers
bench-peers: $(PEERS)/.ready ## dw18 beside MuJoCo, Pinocchio, Exudyn and Drake, at equal error; OPTIONS=--docs for docs/peers.md
	@$(PEERS)/bin/python -m benchmarks.peers.measure $(OPTIONS)

$(PEERS)/.ready: pyproject.toml benchmarks/peers/requirements.txt
	@echo "[peers] creating $(PEERS) (an environment of its own, about 1 GB)"
	@$(PYTHON) -m venv $(PEERS)
	@$(PEERS)/bin/python -m pip install --quiet --disable-pip-version-check --editable . -r benchmarks/peers/requirements.txt
	@touch $@

docs: setup ## re-generate docs/validation.md from the comparisons themselves
	@$(BIN)/python -m validation

docs-site: setup ## the documentation as a site with search, in build/site; every warning is an error
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --clean && echo "[docs] open build/site/index.html"

dist: setup ## sdist and wheel in dist/, the wheel tried in empty environments of every Python there is; PYTHONS="3.11" for some
	@$(BIN)/python -m tools.distribution $(foreach version,$(PYTHONS),--python $(version))

clean: ## remove the environment, the page, and what runs have written
	rm -rf $(VENV) $(PEERS) web/node_modules $(dir $(PAGE)) out build dist .cache
