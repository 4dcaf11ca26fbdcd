# 广安麻将. `make play` opens a table, `make test` runs every test. Both install what they need.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/.runtime
DEV := $(VENV)/.dev
BENCH := $(VENV)/.bench
AUDIT := $(VENV)/.audit
MODULES := web/node_modules/.installed
DIST := web/dist/index.html
WEB_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/dist/*' 2>/dev/null)

# Tests wait for servers and clocks a third of their time: one process more than there are cores.
PROCESSES ?= $(shell $(PYTHON) -c 'import os; print(min(5, (os.cpu_count() or 1) + 1))')
PARALLEL = --numprocesses $(PROCESSES) --dist worksteal
SLOWEST := --durations=15 --durations-min=2
COVERED := $(CURDIR)/.coverage
MEASURED := PYTHONPATH=$(CURDIR)/tests/support/measured:$(CURDIR) COVERAGE_FOLDER=$(COVERED)

# With this variable, every server that a test starts would compile the whole program again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play setup test pytest check quick fmt format-check lint types contracts schema layers unit web-check web-format-check web-test perft \
	golden mutants bench test-store test-database test-browser audit audit-setup release-check prove-docker lock dev clean

play: $(RUNTIME) $(DIST)
	@exec $(BIN)/python -m app play

setup: $(RUNTIME) $(DIST)

# One environment for everything. The packages for developers contain those of the server, in the same versions.
$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "This needs Python 3.11 or newer. Try: make PYTHON=python3.12 …")'
	$(PYTHON) -m venv $(VENV)

$(RUNTIME): requirements/play.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/play.txt
	@touch $@

$(DEV): requirements/dev.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@ $(RUNTIME)

$(BENCH): requirements/bench.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.txt
	@touch $@ $(RUNTIME)

$(AUDIT): requirements/audit.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/audit.txt
	@touch $@ $(RUNTIME)

$(MODULES): web/package-lock.json
	@node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' || { echo "This needs Node.js 20 or newer."; exit 1; }
	cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(DIST): $(MODULES) $(WEB_SOURCES)
	cd web && npm run --silent build
	@touch $@

# Every test, and how much of each package ran: fails below the floors in tests/coverage_floors.toml.
# `make test T=tests/play ARGS=-x` runs only those, in one process, and measures nothing.
test: $(if $(T),,web-test) pytest

pytest: $(DEV) $(if $(T),$(if $(findstring e2e,$(T)),$(DIST)),$(DIST))
ifneq ($(T)$(ARGS),)
	$(BIN)/pytest $(if $(T),,$(PARALLEL)) $(SLOWEST) $(ARGS) $(T)
else
	rm -rf $(COVERED) && mkdir $(COVERED)
	$(MEASURED) $(BIN)/pytest $(PARALLEL) $(SLOWEST)
	$(BIN)/python -m tests.support.coverage $(COVERED)
endif

# All checks that a change must pass.
check: format-check lint types contracts schema web-check test

# What needs no service, no build and no long computing: for every pause while working.
quick: $(DEV) $(MODULES)
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target NOT_DEEP="and not deep" \
		unit types format-check lint contracts layers

fmt: $(DEV) $(MODULES)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	cd web && npm run --silent format

format-check: $(DEV)
	$(BIN)/ruff format --check .

lint: $(DEV)
	$(BIN)/ruff check .

types: $(DEV)
	$(BIN)/mypy

contracts: $(DEV)
	$(BIN)/lint-imports

# Generates documents from the program, and TypeScript and Python types from the documents. Fails if one has changed.
schema: $(DEV) $(MODULES)
	$(BIN)/python -m tests.support.documents
	cd web && npm run --silent types
	git diff --exit-code -- docs/protocol.schema.json docs/openapi.json docs/openapi-console.json 'web/src/api/*.gen.ts' app/client

# Runs the commands of docs/operating.md on a real Docker engine, as root on Debian. Half an hour and 8 GB.
prove-docker: $(DEV)
	deploy/prove-docker.sh

# Checks whether this tree can be released. CONTRIBUTING.md describes how to make a release.
release-check: schema
	$(BIN)/python -m tests.support.release

layers: $(MODULES)
	cd web && npm run --silent layers

web-format-check: $(MODULES)
	cd web && npx --no-install prettier --check .

web-check: $(MODULES)
	cd web && npm run --silent check

web-test: $(MODULES)
	cd web && npm run --silent test

unit: $(DEV)
	$(BIN)/pytest -m "not store and not database and not browser and not process $(NOT_DEEP)" --numprocesses 2 --dist worksteal $(ARGS)

# Counts all positions to a fixed depth, and all winning hands of the tile set. Takes minutes.
perft: $(DEV)
	$(BIN)/python -m tests.perft
	$(BIN)/python -m tests.perft.shapes

# Renews the pinned scoring data, after a second scorer has agreed with every case. Takes ten minutes. Read the diff.
golden: $(DEV)
	$(BIN)/python -m tests.golden.census

# Makes small changes in each module of a package. The tests should notice each one. Takes over an hour for the rules.
# P chooses other packages or one module: make mutants P="rooms wire", make mutants P=play.service
mutants: $(DEV)
	$(BIN)/python -m tests.mutants $(P)

# Measures the speed of the rules engine and of two other packages. docs/performance.md explains the figures.
bench: $(BENCH)
	$(BIN)/python -m bench

test-store: $(DEV)
	$(BIN)/pytest -m store

test-database: $(DEV)
	$(BIN)/pytest -m database

test-browser: $(DEV) $(DIST)
	$(BIN)/pytest -m browser

# Asks for advisories about the locked packages. Needs the network. tests/audit explains its exit codes.
audit: audit-setup
	$(BIN)/python -m tests.audit

audit-setup: $(AUDIT) $(MODULES)

# Renews the locks: versions and hashes, but no addresses. Needs uv on the PATH.
lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-annotate --no-header pyproject.toml -o requirements/runtime.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-annotate --no-header --extra play -c requirements/runtime.txt pyproject.toml -o requirements/play.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-annotate --no-header --extra dev --extra play -c requirements/runtime.txt pyproject.toml -o requirements/dev.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-annotate --no-header --extra bench --extra play -c requirements/runtime.txt pyproject.toml -o requirements/bench.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-annotate --no-header --extra audit --extra play -c requirements/dev.txt pyproject.toml -o requirements/audit.txt

# Serves the browser client with live reload. It uses the server of `make play` in another terminal.
dev: $(MODULES)
	cd web && npm run dev

clean:
	rm -rf $(VENV) web/node_modules web/dist .mypy_cache .ruff_cache .pytest_cache
