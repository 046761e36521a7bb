"""Makes a function file, its pgTAP file and its line of sql/install.sql from `noun/verb`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

SQL = Path(__file__).resolve().parent.parent / "sql"
NAME = re.compile(r"(?P<noun>[a-z][a-z0-9_]*)/(?P<verb>_?[a-z][a-z0-9_]*)")

FUNCTION = """\
-- rowlock.{name}(id, actor): what it does, in one line.
-- Reads: rowlock.{noun}. Writes: rowlock.{noun}, rowlock.event.
create or replace function rowlock.{name}(
  id    uuid,
  actor uuid default rowlock.actor_current()
)
returns rowlock.{noun}
language plpgsql volatile security {security}
set search_path = pg_catalog, pg_temp
as $$
declare
  v_{noun} rowlock.{noun};
begin
  -- Validate, then one guarded statement, its event, return; read again only to explain a miss.
  raise exception '{words} is not written yet'
    using errcode = 'PT409', constraint = '{noun}_unwritten',
          detail = jsonb_build_object('reason', 'unwritten')::text,
          hint = 'Write the body.';
  return v_{noun};
end;
$$;

comment on function rowlock.{name} is
  'What it does for the caller, in one or two sentences. Raises PT404, PT409.';
revoke all on function rowlock.{name} from public;
"""
GRANT = "select rowlock._function_grant('{name}', 'service', 'user', 'proxy');\n"

TEST = """\
begin;
\\ir ../_fixtures.psql
select plan(2);

select has_function('rowlock', '{name}', 'rowlock.{name} is there');
select fail('the first thing that {name} promises: a sentence that can be false');

select * from finish();
rollback;
"""


def with_line(text: str, noun: str, line: str) -> str:
    """The manifest with the line after its noun's last one, else after the last function."""
    lines = text.splitlines()
    for prefix in (f"\\ir functions/{noun}/", "\\ir functions/"):
        at = [i for i, found in enumerate(lines) if found.startswith(prefix)]
        if at:
            return "\n".join([*lines[: at[-1] + 1], line, *lines[at[-1] + 1 :], ""])
    raise SystemExit("sql/install.sql lists no function to put it after")


def main() -> int:
    found = NAME.fullmatch(sys.argv[1] if len(sys.argv) > 1 else "")
    if not found:
        print("usage: make new F=noun/verb (lower case; _verb is internal)", file=sys.stderr)
        return 2
    noun, verb = found["noun"], found["verb"]
    internal = verb.startswith("_")
    name = f"_{noun}{verb}" if internal else f"{noun}_{verb}"
    words = name.strip("_").replace("_", " ")
    security = "invoker" if internal else "definer"
    body = FUNCTION.format(name=name, noun=noun, words=words, security=security)
    body += "" if internal else GRANT.format(name=name)
    files = {SQL / "functions" / noun / f"{verb}.sql": body}
    if not internal and not verb.endswith("_answer"):
        files[SQL / "tests" / noun / f"{verb}.sql"] = TEST.format(name=name)
    for path in files:
        if path.exists():
            print(f"{path} is there already", file=sys.stderr)
            return 1
    manifest = SQL / "install.sql"
    line = f"\\ir functions/{noun}/{verb}.sql"
    text = with_line(manifest.read_text(encoding="utf-8"), noun, line)
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        print(f"made {path.relative_to(SQL.parent)}")
    manifest.write_text(text, encoding="utf-8")
    print(f"sql/install.sql: {line}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
