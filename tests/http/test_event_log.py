"""GET /api/analytics/event-log: pages as JSON, and all of them as one CSV file."""

from __future__ import annotations

import csv
import io

import pytest

from .conftest import World
from .service import Client

SINCE = "since=2020-01-01T00:00:00Z"
PATH = f"/api/analytics/event-log?{SINCE}"


@pytest.fixture(scope="module")
def reader(world: World) -> Client:
    """Somebody who reads one role, which has 25 rows, one with a name that a file must quote."""
    world.call("role_create", role="packer", actor=world.root)
    for n in range(23):
        world.row(role="packer", type=f"pack {n}")
    world.row(role="packer", type="=1+1")
    world.row(role="packer", type='say "hi", then\nwait')
    return world.client(world.user("log reader", ("packer", {"type": "member"})))


def lines(text: str) -> list[list[str]]:
    """What a CSV file says."""
    return list(csv.reader(io.StringIO(text)))


def test_all_pages_are_one_file(world: World, reader: Client) -> None:
    answer = reader("GET", f"{PATH}&max_rows=7&format=csv")
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert "attachment" in answer.headers["Content-Disposition"]
    head, *rows = lines(answer.text)
    assert head == ["case_id", "activity", "timestamp", "resource", "lifecycle", "id", "role"]
    assert len({row[5] for row in rows}) == len(rows) >= 25
    assert {row[6] for row in rows} == {"packer"}
    # What a spreadsheet takes for a formula is as it is too: the file is for programs.
    assert {'say "hi", then\nwait', "=1+1"} <= {row[1] for row in rows}


def test_a_client_may_ask_by_its_accept_header(reader: Client) -> None:
    answer = reader("GET", PATH, headers={"Accept": "text/csv"})
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    wants_json = reader("GET", f"{PATH}&format=json", headers={"Accept": "text/csv"})
    assert wants_json.body["next"] is None


def test_the_document_tells_both(world: World) -> None:
    operation = world.nobody("GET", "/api/openapi.json").body["paths"][PATH.split("?")[0]]["get"]
    assert operation["responses"]["200"]["content"].keys() == {"application/json", "text/csv"}


def test_a_page_is_json(reader: Client) -> None:
    page = reader("GET", f"{PATH}&max_rows=7").body
    assert len(page["rows"]) == 7
    assert reader("GET", f"{PATH}&max_rows=7&after={page['next']}").body["rows"] != page["rows"]


def test_what_is_refused_is_refused_before_the_file_begins(world: World, reader: Client) -> None:
    for query in ("format=xml", "max_rows=0", "after=x", "query={", "colour=red"):
        answer = reader("GET", f"{PATH}&format=csv&{query}")
        assert answer.status == 400, query
    assert world.nobody("GET", f"{PATH}&format=csv").status == 401
