#!/bin/sh
# Makes .venv with what running (venv.sh dev: developing, bench: the benchmarks) needs; does nothing when all is there.
# PYTHON names the interpreter; else the first one of 3.11 or later that can make an environment.
set -eu
cd "$(dirname "$0")/.."
extra=""
[ "${1:-run}" = run ] || extra="[$1]"
stamp=".venv/.stamp-${1:-run}"
wanted="$(cksum < pyproject.toml) $(pwd -P)"

fail() { printf '%s\n' "$*" >&2; exit 1; }
say() { printf '%s\n' "$*" >&2; }
new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
complete() { "$1" -c 'import ensurepip, venv' 2>/dev/null; }

if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && .venv/bin/python -c '' 2>/dev/null; then
  exit 0
fi

find_python() {
  python="" lacking=""
  for name in ${PYTHON:+"$PYTHON"} python3 /usr/bin/python3 python3.14 python3.13 python3.12 python3.11; do
    if new_enough "$name"; then
      if complete "$name"; then
        python="$name"
        return
      fi
      lacking="${lacking:-$name}"
    fi
    # A Python that was asked for by name is used or refused, never replaced.
    [ -n "${PYTHON:-}" ] && return
  done
  return 0
}

find_python
if [ -z "$python" ] && [ -n "$lacking" ]; then
  number="$("$lacking" -c 'import sys; print("%d.%d" % sys.version_info[:2])')"
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "$lacking lacks venv: installing python3-venv (apt-get)"
    export DEBIAN_FRONTEND=noninteractive
    apt-get -q update >/dev/null || true
    apt-get -q install -y "python$number-venv" >/dev/null 2>&1 \
      || apt-get -q install -y python3-venv >/dev/null \
      || fail "python3-venv could not be installed; install it, then run make again"
    find_python
  else
    fail "$lacking lacks venv: root must run 'apt-get install python$number-venv' once, then run make again"
  fi
fi
if [ -z "$python" ]; then
  [ -n "${PYTHON:-}" ] && fail "PYTHON=$PYTHON is not a Python of 3.11 or later with venv"
  fail "Python 3.11 or later is needed (Debian, Ubuntu: root must run 'apt-get install python3 python3-venv'); PYTHON=… names one elsewhere"
fi

# An environment that was copied, moved or lost its interpreter is made again.
if ! .venv/bin/python -c '' 2>/dev/null || [ "$(cat .venv/.place 2>/dev/null)" != "$(pwd -P)" ]; then
  say "making .venv with $("$python" --version 2>&1)"
  rm -rf .venv
  "$python" -m venv .venv
  pwd -P > .venv/.place
fi
say "installing dependencies into .venv"
rm -f .venv/.stamp-*
.venv/bin/python -m pip install --quiet --disable-pip-version-check --editable ".$extra" \
  || fail "the dependencies could not be installed (see above); pip needs a package index that it can reach"
printf '%s' "$wanted" > "$stamp"
# What developing needs holds what running needs.
printf '%s' "$wanted" > .venv/.stamp-run
