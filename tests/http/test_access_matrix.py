"""Every route with every kind of caller, against the table in access_matrix.txt."""

from __future__ import annotations

from typing import Any

import pytest
from tools import access_matrix
from tools.access_matrix import Line

from rowlock import page
from rowlock.app import make_app

from .access_cells import Cells, callers
from .access_variants import VARIANTS, Caller
from .conftest import World
from .contract import DOCUMENT
from .service import settings_for
from .test_routes import paths

MATRIX = access_matrix.read()


def test_every_route_is_in_the_table(dsn: str) -> None:
    known = {(line.method, line.path) for line in MATRIX.lines}
    # The page's files are the same for everybody.
    known |= {("GET", path) for path in (*page.addresses(), "/assets/{version}/{path}")}
    assert known == {(m, p) for m, p in paths(make_app(settings_for(dsn))) if m != "HEAD"}
    names = [line.name for line in MATRIX.lines]
    assert len(names) == len(set(names))
    assert {line.variant for line in MATRIX.lines} == set(VARIANTS)


def test_the_page_is_what_the_table_says() -> None:
    assert access_matrix.PAGE.read_text(encoding="utf-8") == access_matrix.page(), "run `make docs`"


def test_a_line_that_is_no_request_is_an_error() -> None:
    for row in ("200", "200 GET /x", "200 ok GET /x", "200 200 GET"):
        with pytest.raises(ValueError, match="line 3"):
            access_matrix.parse(f"a: one\nb: two\n{row}")


@pytest.fixture(scope="module")
def document(world: World) -> dict[str, Any]:
    return dict(world.nobody("GET", DOCUMENT).body)


@pytest.fixture(scope="module")
def columns(world: World) -> dict[str, Caller]:
    return callers(world)


@pytest.mark.slow
@pytest.mark.parametrize("line", MATRIX.lines, ids=lambda line: line.name)
def test_each_caller_is_answered_as_the_table_says(
    world: World, document: dict[str, Any], columns: dict[str, Caller], line: Line
) -> None:
    cells = Cells(world, document, line)
    found = {name: cells.send(caller) for name, caller in columns.items()}
    statuses = {name: answer.status for name, answer in found.items()}
    differs = [name for name, status in statuses.items() if status != line.cells[name]]
    assert statuses == line.cells, {name: found[name].text for name in differs}


def test_me_tells_the_access_that_the_verbs_go_by(world: World, columns: dict[str, Caller]) -> None:
    seen = set()
    # A key of the scope host calls the routes of hosts alone.
    others = ("nobody", "suspended", "revoked", "host")
    for caller in (c for n, c in columns.items() if n not in others):
        body = caller.client("GET", "/api/me").body
        assert body.pop("account")["id"] == caller.user_id
        assert body.pop("delegations") == []
        access = world.call("actor_access", actor=caller.user_id)
        assert body == {name: access[name] for name in body}
        seen.add(str(sorted((k, v) for k, v in body.items() if k != "actor")))
    # The bot of the read key and `global` are both global through the role admin.
    assert len(seen) == 6
