# `make demo` shows the main job, `make test` checks everything; both make their environment first.

PYTHON ?= python3
VENV := .venv
TRAINING := build/training-venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
WORKERS ?= 2

.DEFAULT_GOAL := help
.PHONY: help demo test lint format check-corpora benchmarks chooser lexicon profiles clean train

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

$(READY): pyproject.toml scripts/make-venv
	@scripts/make-venv $(PYTHON) $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: $(READY) ## Show the main job on an example of the project's own
	@PATH="$(CURDIR)/$(BIN):$$PATH" scripts/demo

lint: $(READY) ## Format check, lint, types, and the import rule between rooms
	@$(BIN)/ruff format --check --quiet . || { echo "run: make format"; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache > $(VENV)/imports.log 2>&1 || { cat $(VENV)/imports.log; exit 1; }

test: lint ## Everything that continuous integration checks
	@$(BIN)/pytest -m 'not corpora' -n $(WORKERS)

check-corpora: $(READY) ## Long checks over the whole corpora in ../shared
	@$(BIN)/pytest -m corpora -n $(WORKERS)

benchmarks: $(READY) ## Measure, and write the tables into docs/results.md
	@$(BIN)/python benchmarks/read.py --write
	@$(BIN)/python benchmarks/score.py --write
	@$(BIN)/python benchmarks/lexicon.py --write
	@$(BIN)/python benchmarks/analyse.py --write
	@$(BIN)/python benchmarks/fragments.py --write
	@$(BIN)/python benchmarks/disclose.py --write
	@$(BIN)/python benchmarks/resolvers.py --write
	@$(BIN)/python benchmarks/neural.py --write
	@$(BIN)/python benchmarks/grec.py --write
	@$(BIN)/python benchmarks/grec_scoring.py --write
	@$(BIN)/python benchmarks/grec_report.py --write

train: $(TRAINING)/.ready ## Train the model (seeded, resumable, under eight hours on two cores; needs ../shared)
	@PYTHONPATH=training $(TRAINING)/bin/python -m model --epochs 14 --install

$(TRAINING)/.ready: pyproject.toml scripts/make-venv
	@scripts/make-venv $(PYTHON) $(TRAINING)
	@$(TRAINING)/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[train]'
	@touch $@

profiles: $(READY) ## Tune the weight profiles that ship, on training data only (needs ../shared)
	@$(BIN)/python training/profiles.py

chooser: $(READY) ## Train the chooser of referring expressions that ships (needs ../shared)
	@$(BIN)/python training/grec

lexicon: $(READY) ## Make the lexicon's tables again (downloads their sources; needs ../shared)
	@$(BIN)/python training/lexicon

format: $(READY) ## Format the code
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

clean: ## Remove the environment and caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
