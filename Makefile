# The one door: `make help` says what there is. It needs Python 3.11+ and a Rust toolchain.

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-deep check counts bench perft wheel clean
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory --no-builtin-rules

# What the extension is built with: `make test PROFILE=quick` builds in a fraction of the time.
PROFILE ?= release
# More arguments for pytest: `make test PYTEST_ARGS="-k whist"`.
PYTEST_ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp
EXTENSION := $(STAMP)/extension-$(PROFILE)
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check install
PYTEST := $(BIN)/python -m pytest --quiet -n auto
# Conda's variable would make maturin ask which environment is meant.
MATURIN := env -u CONDA_PREFIX VIRTUAL_ENV="$(CURDIR)/$(VENV)" $(BIN)/maturin

# The folders are listed too, since their date tells of files that went.
RUST_SOURCES := $(shell find rust_core/src -type d -o -name '*.rs') \
	Cargo.toml Cargo.lock rust_core/Cargo.toml
TYPED := $(foreach d,python/ultimo tests examples benches,$(if $(shell find $(d) -name '*.py' 2>/dev/null | head -n 1),$(d)))

# The checks and the extension share one Python, so that neither makes the other build anew.
export PYO3_PYTHON := $(CURDIR)/$(BIN)/python

help: ## say what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

setup: $(EXTENSION) $(STAMP)/dev $(STAMP)/peers ## make .venv with the package, its tools and its peers

demo: $(EXTENSION) ## solve the example deals
	@$(BIN)/ultimo solve examples/whist.pbn
	@$(BIN)/ultimo solve examples/tarok.jsonl

test: $(EXTENSION) $(STAMP)/dev $(STAMP)/peers ## run all tests, Rust and Python
	@echo "cargo test"
	@cargo test --quiet --workspace
	@echo "pytest"
	@$(PYTEST) -r s $(PYTEST_ARGS)

test-deep: $(EXTENSION) $(STAMP)/dev $(STAMP)/peers ## run the slow tests too, with many more examples
	@cargo test --quiet --workspace --profile quick -- --include-ignored
	@$(PYTEST) -r s -m "" --timeout 3600 --hypothesis-profile deep $(PYTEST_ARGS)

check: $(EXTENSION) $(STAMP)/dev ## check format, lint, types, stubs and docs
	@echo "cargo fmt, clippy, doc"
	@cargo fmt --all --check
	@cargo clippy --quiet --workspace --all-targets -- -D warnings
	@cargo clippy --quiet --workspace --all-targets --all-features -- -D warnings
	@RUSTDOCFLAGS="-D warnings" cargo doc --quiet --workspace --no-deps --all-features
	@echo "ruff"
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --quiet --check
	@echo "mypy, stubtest"
	@$(BIN)/mypy $(TYPED)
	@MYPYPATH=python $(BIN)/python -m mypy.stubtest ultimo._core

counts: $(STAMP)/venv ## compare the instructions of the inner loops with benches/counts.json
	@$(BIN)/python benches/python/counts.py $(COUNTS_ARGS)

bench: $(EXTENSION) $(STAMP)/peers ## measure the speed, alone and beside the peers
	@cargo bench --quiet --workspace
	@set -e; for script in $(wildcard benches/python/*.py); do $(BIN)/python $$script; done

perft: $(EXTENSION) $(STAMP)/dev ## count all lines of play of the reference deals in full
	@ULTIMO_PERFT=full cargo test --quiet --workspace --profile quick perft
	@ULTIMO_PERFT=full $(PYTEST) -m "" --timeout 3600 -k perft tests/

wheel: $(STAMP)/build ## build the wheel into dist/
	@$(MATURIN) build --quiet --profile $(PROFILE) --out dist
	@ls dist/*.whl

clean: ## remove all that was built
	@rm -rf $(VENV) target dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@rm -f python/ultimo/_core*.so python/ultimo/_core*.pyd

# What the targets above need, made once and again whenever its sources change.

$(STAMP)/venv:
	@for p in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11; do \
		if $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
			echo "making $(VENV) with $$($$p --version)"; \
			$$p -m venv --clear $(VENV) && mkdir -p $(STAMP) && touch $@; exit; \
		fi; \
	done; \
	echo "ultimo needs Python 3.11 or newer: make PYTHON=/path/to/python" >&2; exit 1

$(STAMP)/build: requirements/build.txt $(STAMP)/venv
	@$(PIP) -r $<
	@touch $@

$(STAMP)/dev: requirements/dev.txt requirements/build.txt $(STAMP)/venv
	@echo "installing the tools"
	@$(PIP) -r $<
	@touch $@

$(STAMP)/peers: requirements/peers.txt $(STAMP)/venv
	@echo "installing the peers"
	@sed -e 's/#.*//' -e '/^ *$$/d' $< | while read -r peer; do \
		$(PIP) --only-binary :all: "$$peer" 2>/dev/null </dev/null || \
			echo "no wheel of $$peer for this platform: the tests that need it are skipped"; \
	done
	@touch $@

$(EXTENSION): $(RUST_SOURCES) pyproject.toml $(STAMP)/build
	@command -v cargo >/dev/null || { echo "ultimo needs a Rust toolchain: https://rustup.rs" >&2; exit 1; }
	@echo "building the extension ($(PROFILE))"
	@rm -f $(STAMP)/extension-*
	@$(MATURIN) develop --profile $(PROFILE) >$(STAMP)/log 2>&1 || { cat $(STAMP)/log >&2; exit 1; }
	@touch $@
