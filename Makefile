# rowlock. `make` lists what there is; DATABASE_URL names a server of yours, else a private one is used.
SHELL := /bin/sh
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
# What was compiled once is not compiled again, not by the processes of the tests either.
export PYTHONDONTWRITEBYTECODE :=
PY := .venv/bin/python
# Each process of the tests has a server of its own; one server of yours is for one process.
JOBS ?= $(if $(DATABASE_URL),0,3)
FAST := not race and not fault and not slow and not pg15
.PHONY: help run test test-fast test-matrix lint format docs dist release install reset new bench prove venv venv-dev venv-bench

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z][a-z-]*:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile
	@echo "  ARGS='…' is handed on; PYTHON=… names the interpreter"

run: venv ## everything: dependencies, Postgres, schema, first admin, service on 127.0.0.1:8080
	@exec .venv/bin/rowlock up $(ARGS)

test: venv-dev ## the whole suite on Postgres 18; pgTAP and the main races on 15 too
	@$(PY) -m pytest -q -n $(JOBS) --dist loadfile --no-loadscope-reorder $(ARGS)

test-fast: venv-dev ## pgTAP on 18 and the quick half of pytest, under a minute
	@$(PY) -m pytest -q -n $(JOBS) --dist loadfile --no-loadscope-reorder -m '$(FAST)' $(ARGS)

test-matrix: venv-dev ## pgTAP and the races on Postgres 15, 16, 17 and 18, with a table at the end
	@$(PY) -m tools.matrix -n $(JOBS) --dist loadfile --no-loadscope-reorder $(ARGS)

lint: venv-dev ## layout, syntax of every body, definer functions, Python style and types
	@$(PY) tools/lint_sql.py
	@.venv/bin/sqlfluff lint --disable-progress-bar sql/functions sql/migrations sql/views sql/bootstrap.sql
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check --diff .
	@.venv/bin/mypy --strict py tools

format: venv-dev ## let ruff format the Python
	@.venv/bin/ruff check --fix .
	@.venv/bin/ruff format .

docs: venv ## docs/errors.md, settings.md, access-matrix.md and the refusals of the OpenAPI document, from the sources
	@$(PY) -m tools.errors
	@$(PY) -m tools.refusals
	@$(PY) -m tools.settings
	@$(PY) -m tools.access_matrix

dist: venv ## dist/rowlock-<version>.sql: the schema in one file, for psql alone (SCHEMA=acme renders another)
	@$(PY) -m tools.dist $(if $(SCHEMA),--schema '$(SCHEMA)') $(ARGS)

release: venv ## V=0.2.0: the number, the heading in CHANGELOG.md, the file to upgrade from; V=0.3.0.dev0 begins the next
	@$(PY) -m tools.release '$(V)'

install: venv ## install or upgrade the schema in DATABASE_URL, else in the private server
	@exec .venv/bin/rowlock install $(ARGS)

reset: venv ## delete the private server's data, after asking (FORCE=1 doesn't ask)
	@$(PY) tools/reset.py $(if $(FORCE),--force) $(ARGS)

new: venv ## F=noun/verb: a function file, its pgTAP file and its line of sql/install.sql
	@$(PY) tools/new.py '$(F)'

bench: venv-bench ## the benchmarks, each prints a table (B=claim runs one; B=soak, of 15 minutes, runs by its name alone)
	@all=$$(grep -l __main__ bench/*.py); for b in $(if $(B),bench/$(B).py,$$(echo "$$all" | grep -v soak)); do \
	  case "$$all" in *"$$b"*) $(PY) "$$b" $(ARGS) || exit 1;; \
	  *) echo "B is one of:" $$(basename -s .py -a $$all) >&2; exit 2;; esac; done

prove: venv-dev ## the pgTAP files under pg_prove, where that is installed
	@$(PY) tools/prove.py $(ARGS)

venv:
	@tools/venv.sh run

venv-dev:
	@tools/venv.sh dev

venv-bench:
	@tools/venv.sh bench
