"""Makes docs/settings.md from the settings' own descriptions: `make docs`."""

from __future__ import annotations

import sys
from pathlib import Path

from tools.errors import table

from rowlock.settings import OTHER
from rowlock.settings_list import told, variables

PAGE = Path(__file__).resolve().parent.parent / "docs" / "settings.md"
HEAD = """\
# Settings

Made from `py/rowlock/settings.py` by `make docs`; not edited by hand.

The service reads its settings from the environment when it starts. `rowlock config` shows those in
force, where each comes from, and variables that are not known. An empty variable counts as unset; a
switch is `on` or `off`. Secrets are never printed; of a connection string only the password is one.

The service speaks plain HTTP. Whoever ends TLS in front of it sends `Strict-Transport-Security`:
a service behind a proxy cannot promise it for the host.
"""
ELSEWHERE = """\
## Read by the command line and the embedded server

libpq's own variables (`PGPASSFILE`, `PGSSLMODE` and so on) count for connections too.
"""


def page() -> str:
    """The text of docs/settings.md."""
    rows = (
        (
            f"`{v.name}`",
            f"`{told(v.default)}`" if told(v.default) else "",
            v.about,
            "yes" if v.secret else "no",
        )
        for v in variables()
    )
    others = ((f"`{name}`", about) for name, about in OTHER.items())
    parts = [
        HEAD,
        table(("name", "default", "meaning", "secret"), rows),
        ELSEWHERE,
        table(("name", "meaning"), others),
    ]
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE}", file=sys.stderr)
