# Two commands matter: `make run` and `make test`. Both set up whatever is missing.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
PORT ?= 8000
BIN := .venv/bin

.PHONY: run setup test nightly check audit bench bench-served bench-size bench-beside evaluation reader lock

run: setup
	@PORT=$(PORT) $(BIN)/python manage.py run_desk

setup: .venv/.runtime

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11, 5))' || { echo "Draftdesk needs Python 3.11.5 or newer (before, possessive quantifiers were broken); PYTHON=/path/to/python3.11 make names one." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "Python's venv module is missing. On Debian: apt-get install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "No virtual environment could be made. On Debian: apt-get install python3-venv" >&2; exit 1; }

# uv installs the same hashes in a tenth of the time; pip alone does it too.
.venv/.runtime: requirements.txt | .venv/bin/python
	@echo "Installing packages …"
	@$(BIN)/python -m pip install -q --disable-pip-version-check uv 2>/dev/null || true
	@if [ -x $(BIN)/uv ]; then $(BIN)/uv pip install -q --python $(BIN)/python -r requirements.txt; else $(BIN)/python -m pip install -q --disable-pip-version-check -r requirements.txt; fi
	@touch $@

.venv/.development: requirements-dev.txt .venv/.runtime
	@echo "Installing what tests need …"
	@if [ -x $(BIN)/uv ]; then $(BIN)/uv pip install -q --python $(BIN)/python -r requirements-dev.txt; else $(BIN)/python -m pip install -q --disable-pip-version-check -r requirements-dev.txt; fi
	@touch $@

# What a newcomer waits for; REQUIRE_ALL=1 runs everything, as CI does.
test: .venv/.development
	@$(BIN)/python tests/run.py $(ARGS)

# An hour and more on two quiet cores: 500 faults and three minutes of load on each database.
nightly: .venv/.development
	@$(BIN)/python tests/run.py --nightly

check: .venv/.development
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy .
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run
	DESK_ENV=production DESK_SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(64))') DESK_ALLOWED_HOSTS=desk.example DATABASE_URL=sqlite:///var/check.sqlite3 $(BIN)/python manage.py check --deploy --fail-level WARNING
	$(BIN)/python manage.py spectacular --validate --fail-on-warn --file var/schema.yml

# Needs the advisories on the network; says so where they cannot be reached.
audit: .venv/.development
	@$(BIN)/python tests/audit.py

bench: .venv/.development
	@$(BIN)/python -m tests.bench $(ARGS)

# Half an hour: generate, refine and calibrate with a million events, on both databases.
bench-served: .venv/.development
	@$(BIN)/python -m tests.bench --served

# What a person waits for at 100 000 mails, on both databases; MAILS and WAITING say other numbers.
bench-size: .venv/.development
	@$(BIN)/python -m tests.at_size

# Ten minutes on a busy machine: this desk and that of 0a0f862 in turn, with the packages of each.
# ARGS="--queues --waiting 10000 --postgres": the two queues alone, on PostgreSQL.
bench-beside: .venv/.development
	@$(BIN)/python -m tests.beside $(ARGS)

# docs/evaluation.md anew, on a throw-away desk with the sample property.
evaluation: .venv/.development
	@rm -f var/evaluation.sqlite3* && mkdir -p var
	@DATABASE_URL=sqlite:///$(CURDIR)/var/evaluation.sqlite3 sh -c '$(BIN)/python manage.py migrate -v0 && $(BIN)/python manage.py load_sample && $(BIN)/python manage.py evaluate fixtures/eval/guest_mails.jsonl --questions fixtures/eval/questions.jsonl --left-out fixtures/eval/left_out.json --beside vigna=fixtures/eval/vigna_mails.jsonl@fixtures/houses/vigna --beside altenried=fixtures/eval/altenried_mails.jsonl@fixtures/houses/altenried --beside laerchenufer=fixtures/eval/laerchenufer_mails.jsonl@fixtures/houses/laerchenufer --beside wolf=fixtures/eval/wolf_mails.jsonl@fixtures/houses/almhof --beside zita=fixtures/eval/zita_mails.jsonl@fixtures/houses/ondamar --beside gwenda-almhof=fixtures/eval/gwenda_almhof_mails.jsonl@fixtures/houses/almhof --beside gwenda-ondamar=fixtures/eval/gwenda_ondamar_mails.jsonl@fixtures/houses/ondamar --beside bela=fixtures/eval/bela_mails.jsonl --beside yuri=fixtures/eval/yuri_mails.jsonl --beside xenia=fixtures/eval/xenia_mails.jsonl --beside wanda=fixtures/eval/wanda_mails.jsonl --beside vito=fixtures/eval/vito_mails.jsonl --beside ugo=fixtures/eval/ugo_mails.jsonl --beside sealed=fixtures/eval/sealed_mails.jsonl --beside strangers=fixtures/eval/strangers_mails.jsonl --beside newcomers=fixtures/eval/newcomers_mails.jsonl --beside latecomers=fixtures/eval/latecomers_mails.jsonl --beside arrivals=fixtures/eval/arrivals_mails.jsonl --beside winter=fixtures/eval/winter_mails.jsonl --beside autumn=fixtures/eval/autumn_mails.jsonl --beside summer=fixtures/eval/summer_mails.jsonl --beside season=fixtures/eval/season_mails.jsonl --beside portuguese=fixtures/eval/sealed_portuguese.jsonl --beside fresh=fixtures/eval/fresh_mails.jsonl --beside unseen=fixtures/eval/unseen_mails.jsonl --write docs/evaluation.md --baseline tests/drafting/instruments/evaluation_baseline.json'

# The reader's arrays anew, from all labels that are not sealed; needs the letters of the sample.
# First what questions are about, then all that reads by it.
LABELS = fixtures/labels/*.jsonl fixtures/eval/first_pairs.jsonl fixtures/eval/guest_mails.jsonl
reader: .venv/.development
	@rm -f var/reader.sqlite3* && mkdir -p var
	@DATABASE_URL=sqlite:///$(CURDIR)/var/reader.sqlite3 sh -c '$(BIN)/python manage.py migrate -v0 && $(BIN)/python manage.py load_sample && $(BIN)/python manage.py train_reader $(LABELS) --topics && $(BIN)/python manage.py train_reader $(LABELS) --figures fixtures/eval/left_out.json'

# Hashes, but no host names: these files may be committed, a uv.lock may not.
lock: .venv/.development
	$(BIN)/uv pip compile -q --upgrade --generate-hashes --no-header requirements.in -o requirements.txt
	$(BIN)/uv pip compile -q --upgrade --generate-hashes --no-header requirements-dev.in -o requirements-dev.txt
