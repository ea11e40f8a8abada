# Everyday commands. Each sets up .venv by itself and then calls a plain command
# that also works by hand.
#
#   make PYTHON=/path/to/python3.12 env     choose the interpreter
#   make test ARGS="-k excuse -x"           pass options on

SHELL = /bin/sh
.DEFAULT_GOAL := help
.NOTPARALLEL:

PYTHON ?=
ARGS ?=
VENV := .venv
PY := $(VENV)/bin/python

# The main job. Players look at the poignées that others show (the default).
DEMO_TEXT := Playing 3,000 deals of four-player tarot, those with a poignée shown and silent:
DEMO := $(VENV)/bin/tarotsim poignee --players 4 --played 3000 --seed 1

.PHONY: help env demo test lint types layers check coverage boundscheck bench peers \
	report bench-compare bench-prove workflows notebooks notebooks-rendered examples poignee-tables wheel installs clean distclean \
	set-up

help: ## list these targets
	@echo "make TARGET, where TARGET is one of:"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-13s %s\n", $$1, $$2 }' Makefile

set-up:
	@PYTHON="$(PYTHON)" /bin/sh tools/environment.sh

env: set-up ## make the environment .venv, or bring it up to date
	@echo "Ready: $(PY) ($$($(PY) --version))"

demo: set-up ## set up and run the main job: when did showing a poignée pay?
	@echo "$(DEMO_TEXT)"
	@$(DEMO) $(ARGS)

test: set-up ## run the tests (ARGS="..." goes to pytest; -m slow for the slow ones)
	$(PY) -m pytest $(ARGS)

lint: set-up ## ruff: rules and format
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .

types: set-up ## mypy, strict
	$(PY) -m mypy

layers: set-up ## import-linter: who may import whom
	$(VENV)/bin/lint-imports

check: lint types layers ## lint, types and layers

coverage: set-up ## every branch of the stages, kernels uncompiled
	NUMBA_DISABLE_JIT=1 $(PY) -m pytest tests/oracle -q -k "not 20k" --cov $(ARGS)

boundscheck: set-up ## the oracle tests with array bounds checked
	NUMBA_BOUNDSCHECK=1 $(PY) -m pytest tests/oracle -q -k "not 20k" $(ARGS)

bench: set-up ## measure and keep the figures (some minutes; with ARGS="-k ..." only look)
	@mkdir -p .benchmarks
	$(PY) -m pytest benchmarks --benchmark-enable -m "slow or not slow" \
		--benchmark-json=.benchmarks/bench.json --benchmark-columns=min,median,iqr,rounds \
		$(ARGS)
	$(if $(ARGS),,mv .benchmarks/bench.json benchmarks/results/bench.json)

peers: set-up ## measure other engines beside ours, and keep the figures
	$(PY) -m venv .venv-peers
	.venv-peers/bin/python -m pip install -q -r benchmarks/peers/requirements.txt
	$(PY) -m benchmarks.peers.measure --peers .venv-peers/bin/python $(ARGS)

report: set-up ## write the speed tables of the documents from the figures kept
	$(PY) -m benchmarks.report

bench-compare: set-up ## fail if the working tree is slower than BASE=<revision>
	$(PY) -m benchmarks.compare $(or $(BASE),$(error BASE=<revision> is needed)) $(HEAD) $(ARGS)

bench-prove: set-up ## prove bench-compare: a planted slowdown, equal revisions (half an hour)
	$(PY) -m benchmarks.compare.prove $(ARGS)

workflows: set-up ## check the workflows of CI: schema, security, what they call
	$(PY) -m pytest tests/test_workflows.py $(ARGS)

notebooks-rendered: set-up ## run every notebook with all its deals and write docs/notebooks
	$(PY) -m tools.notebooks $(ARGS)

notebooks: set-up ## run every notebook and compare it with its twin
	$(PY) -m pytest tests/test_notebooks.py $(ARGS)

examples: set-up ## write the outputs of the documents' examples anew
	$(PY) -m tools.examples

poignee-tables: set-up ## play the tables of poignées again (some minutes)
	$(PY) -m tools.poignee_tables $(ARGS)

wheel: set-up ## build sdist and wheel into dist/
	$(PY) -m build --no-isolation --outdir dist

installs: set-up ## install wheel and sdist into empty environments (network)
	$(PY) -m pytest tests/packaging -m slow $(ARGS)

clean: ## remove builds and caches, keep .venv
	rm -rf build dist .benchmarks .hypothesis .import_linter_cache .mypy_cache \
		.pytest_cache .ruff_cache
	find . -name .venv -prune -o -type d -name __pycache__ -exec rm -rf {} +

distclean: clean ## remove .venv too
	rm -rf .venv .venv-peers
