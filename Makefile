# Everything that one does here; `make help` lists it. Needs Python 3.11 or later and nothing else.

SHELL := /bin/sh
.DEFAULT_GOAL := help
VENV := .venv
BIN := $(VENV)/bin
TRANSLATIONS := $(patsubst %.po,%.mo,$(wildcard config/locale/*/LC_MESSAGES/django.po))
EMBEDDED := $(BIN)/python -m config.embedded
OPENAPI := $(BIN)/python manage.py spectacular --validate --fail-on-warn
# More arguments for pytest: make test PYTEST="-k board"
PYTEST ?=
# For make bench: which (ONLY="fold disk"), how much (SCALE=10), other boards (SIZES="1000 10000")
ONLY ?=
SCALE ?= 1
SIZES ?=

.PHONY: help run stop status demo admin manage test checks types agreement test-browser test-faults bench format openapi messages clean

help: ## show this
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | while IFS='|' read -r name text; do printf '  make %-13s %s\n' "$$name" "$$text"; done

run: $(VENV)/run.stamp $(TRANSLATIONS) ## start the service with its own PostgreSQL and Valkey, until Ctrl-C
	@$(EMBEDDED) run

stop: $(VENV)/run.stamp ## stop it from another terminal
	@$(EMBEDDED) stop

status: $(VENV)/run.stamp ## say whether it runs, and where
	@$(EMBEDDED) status

demo: $(VENV)/run.stamp ## several players with real games of one deal, against the running service
	@$(EMBEDDED) manage demo

admin: $(VENV)/run.stamp ## make another sign-in for the admin of the running service
	@$(EMBEDDED) manage createsuperuser

manage: $(VENV)/run.stamp ## a command on the running service's database: make manage ARGS="audit"
	@$(EMBEDDED) manage $(ARGS)

test: $(VENV)/test.stamp checks ## every check and test that needs nothing beyond PyPI
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder --ignore tests/browser --ignore tests/faults $(PYTEST)
	@echo "Left out: the pages in a browser (make test-browser), servers that die and benchmarks of a service (make test-faults)."

checks: $(VENV)/test.stamp ## what of it needs no test to run: form, types, imports, migrations, texts, OpenAPI
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	@# The types take as long as all others together.
	@$(MAKE) --no-print-directory --jobs=2 types agreement

types:
	$(BIN)/python -m mypy

agreement:
	$(BIN)/lint-imports
	@# It warns that it has no database to compare the history with; there is none here.
	$(BIN)/python -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run
	$(BIN)/python -m config.translations check
	@mkdir -p var
	$(OPENAPI) --file var/openapi.yaml
	@diff -u docs/openapi.yaml var/openapi.yaml || { echo "docs/openapi.yaml is behind the code: make openapi writes it." >&2; exit 1; }

test-browser: $(VENV)/test.stamp ## the pages in Chromium, which must be installed
	$(BIN)/python -m pytest -n 2 --dist worksteal tests/browser $(PYTEST)

test-faults: $(VENV)/test.stamp ## servers and processes that die, benchmarks of a service; RabbitMQ must be installed; some 6 minutes
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder tests/faults $(PYTEST)

bench: $(VENV)/test.stamp $(TRANSLATIONS) ## what it is fast at, beside what else could be used: make bench ONLY=fold; takes minutes
	$(BIN)/python -m tests.benchmarks $(ONLY) --scale $(SCALE) $(if $(SIZES),--sizes $(SIZES))

format: $(VENV)/test.stamp ## put the code into its form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

openapi: $(VENV)/test.stamp ## write docs/openapi.yaml anew from the code
	$(OPENAPI) --file docs/openapi.yaml

messages: $(VENV)/test.stamp ## write the texts of the code into the catalogs of all languages
	$(BIN)/python -m config.translations update

clean: ## remove what make test and make run have made, but the data
	rm -rf $(VENV) $(TRANSLATIONS) var/static var/static.stamp .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The first of them makes all that are behind.
$(TRANSLATIONS): %.mo: %.po | $(VENV)/run.stamp
	@$(BIN)/python -m config.translations compile

# -- The virtual environment --------------------------------------------------------------------------------------------

$(VENV)/run.stamp: requirements.txt | $(BIN)/python
	@echo "Installing what it needs to run into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/test.stamp: tests/requirements.txt $(VENV)/run.stamp
	@echo "Installing what the tests need into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check -r requirements.txt -r tests/requirements.txt
	@touch $@

# PYTHON=... chooses one; otherwise the first that is new enough and can be started.
$(BIN)/python:
	@for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 /usr/bin/python3; do \
		"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
		if ! "$$python" -c 'import venv, ensurepip' 2>/dev/null; then \
			echo "$$python cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv" >&2; continue; \
		fi; \
		echo "Making $(VENV) with $$("$$python" --version) ..."; \
		exec "$$python" -m venv --clear $(VENV); \
	done; \
	echo "No Python 3.11 or later was found that can be used here; make PYTHON=/path/to/python3 names one." >&2; exit 1
