# `make demo` and `make test` are all a newcomer needs; both set themselves up in .venv.
# Nothing is installed twice: a stamp in .venv names what was installed, a failed install leaves none.

PYTHON ?= python3.11 python3
VENV   ?= .venv
JOBS   ?= auto
DEMO   ?= run ironsworn/bear --character tests/cases/characters/classic_save_A.json --seed 6

PY         := $(VENV)/bin/python
SHIELDMATE := $(PY) -m shieldmate
PYTEST     := $(PY) -m pytest
HASH       := $(shell { pwd; cat pyproject.toml constraints.txt; } | cksum | cut -d' ' -f1)
CORE_STAMP := $(VENV)/.core-$(HASH)
TEST_STAMP := $(VENV)/.test-$(HASH)
INSTALL    := $(PY) -m pip install -qq --no-input --disable-pip-version-check -c constraints.txt

# $(call timed,NAME,COMMAND) runs the command and prints how long it took, also when it fails.
timed = @begin=$$(date +%s); $(2); status=$$?; echo "--- $(1): $$(($$(date +%s) - begin)) s"; exit $$status

.PHONY: help demo test compile plain slow bounds coverage lint format wheel clean

help:
	@echo "make demo      install the core into $(VENV) and watch the fight of a character from another tool"
	@echo "make test      install everything and run the whole test suite"
	@echo "make lint      check style and types"
	@echo "make coverage  show which lines of the rules the tests reach"
	@echo "make format    rewrite the source in the project's style"
	@echo "make wheel     build dist/*.whl from what is committed"
	@echo "make clean     remove $(VENV) and everything built"

demo: $(CORE_STAMP)
	$(VENV)/bin/shieldmate $(DEMO)

.NOTPARALLEL:
test: compile plain slow

compile: $(TEST_STAMP)
	$(call timed,compile,$(SHIELDMATE) speed --compile)

plain: $(TEST_STAMP)
	$(call timed,plain suite,$(PYTEST) -n $(JOBS) -m "not slow")

slow: $(TEST_STAMP)
	$(call timed,slow suite,$(PYTEST) -n $(JOBS) -m slow --timeout 900)

bounds: $(TEST_STAMP)
	$(call timed,bounds-checked suite,SHIELDMATE_BOUNDSCHECK=1 $(PYTEST) -n $(JOBS) -m bounds --timeout 900)

# Compiled code leaves no trace for coverage, so here the rules run as plain Python.
coverage: $(TEST_STAMP)
	$(call timed,coverage of the rules,NUMBA_DISABLE_JIT=1 $(PYTEST) -n $(JOBS) -m "not slow and not compiled" \
	  --cov --cov-report=term tests/core tests/ironsworn tests/oathsworn)

lint: $(TEST_STAMP)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	MYPYPATH=$(VENV)/types $(PY) -m mypy -p shieldmate

format: $(TEST_STAMP)
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

wheel: $(TEST_STAMP)
	rm -rf build/archive
	mkdir -p build/archive
	git archive HEAD | tar -x -C build/archive
	$(PY) -m build --wheel --no-isolation --outdir dist build/archive >build/log || { cat build/log; exit 1; }
	rm -rf build
	@ls dist/*.whl

clean:
	rm -rf $(VENV) build dist *.egg-info .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.python:
	@for python in $(PYTHON); do \
	  "$$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	  "$$python" -m venv "$(VENV)" && touch $@; exit; \
	done; \
	echo "Python 3.11 or newer with venv is needed; name it with PYTHON=/path/to/python" >&2; exit 2

$(CORE_STAMP): | $(VENV)/.python
	@echo "Installing the core into $(VENV): about 85 MB to download, once."
	@rm -f $(VENV)/.core-* $(VENV)/.test-*
	$(call timed,install,$(INSTALL) -e .)
	@touch $@

# Under $(VENV)/types the checkout goes by its package name, which is how mypy finds it.
$(TEST_STAMP): | $(VENV)/.python
	@echo "Installing everything into $(VENV): about 330 MB to download, once"
	@echo "(on Linux with PyTorch's build for CPUs; README.md says how to get it)."
	@rm -f $(VENV)/.core-* $(VENV)/.test-*
	$(call timed,install,$(INSTALL) -e '.[all]')
	@mkdir -p $(VENV)/types && ln -sfn "$(CURDIR)" $(VENV)/types/shieldmate
	@touch $(CORE_STAMP) $@
