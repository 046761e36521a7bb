#!/bin/sh
# Sees to a Chromium for the tests of the page: the machine's own, Debian's package, or playwright's.
# Never fails: without one those tests are skipped, and this says so.
set -u
cd "$(dirname "$0")/.."
say() { printf '%s\n' "$*" >&2; }

there() {
  command -v chromium >/dev/null || command -v chromium-browser >/dev/null || .venv/bin/python -c '
import pathlib, sys
from playwright.sync_api import sync_playwright
with sync_playwright() as p:
    sys.exit(not pathlib.Path(p.chromium.executable_path).exists())' 2>/dev/null
}

there && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  say "no Chromium here: installing chromium for the tests of the page (apt-get)"
  export DEBIAN_FRONTEND=noninteractive
  apt-get -q update >/dev/null || true
  apt-get -q install -y --no-install-recommends chromium fonts-dejavu-core >/dev/null && there && exit 0
fi
say "no Chromium here: fetching the one that playwright is made for"
.venv/bin/python -m playwright install chromium >/dev/null 2>&1 && there && exit 0
say "*****************************************************************************"
say "No Chromium can be had: THE PAGE IS NOT TESTED. Its tests are skipped."
say "Root may run 'apt-get install chromium', then make test again."
say "*****************************************************************************"
exit 0
