"""Claims of sets over HTTP: what an empty answer tells, what is skipped and why, and who may."""

from __future__ import annotations

import pytest

from .conftest import World
from .service import Client

ROWS = "/api/escalations"
GONE = "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10"


@pytest.fixture(scope="module")
def lead(world: World) -> Client:
    """An admin of reviewer."""
    return world.client(world.user("lead", ("reviewer", {"type": "admin"})))


@pytest.fixture(scope="module")
def worker(world: World) -> Client:
    return world.client(world.user("worker", ("reviewer", {})))


def test_a_claim_by_facets_tells_empty_from_held(world: World, worker: Client) -> None:
    rows = [world.row(metadata={"bay": 7}) for _ in range(3)]
    query = {"role": "reviewer", "facets": {"bay": 7}}
    first = worker("POST", f"{ROWS}/claim-by-facets", {"query": query, "limit": 2})
    assert [r["id"] for r in first.body["claimed"]] == rows[:2]
    assert first.body.keys() == {"claimed"}
    whole = {"query": query, "limit": 2, "allOrNone": True, "durationMinutes": 5}
    short = worker("POST", f"{ROWS}/claim-by-facets", whole)
    assert short.body == {"claimed": [], "available": 1, "held": 2}
    assert worker("POST", f"{ROWS}/claim-by-facets", {"query": query}).status == 200
    held = world.admin("POST", f"{ROWS}/claim-by-facets", {"query": query})
    assert held.body == {"claimed": [], "available": 0, "held": 3}
    none = {"query": {"role": "reviewer", "facets": {"bay": "7"}}}
    empty = world.admin("POST", f"{ROWS}/claim-by-facets", none)
    assert empty.body == {"claimed": [], "available": 0, "held": 0}


def test_a_query_is_refused_by_the_name_of_its_element(world: World, worker: Client) -> None:
    for path in ("claim-by-facets", "claim-groups"):
        for query, field in (
            ({"facets": {}}, "role"),
            ({"role": "reviewer", "colour": "red"}, "colour"),
            ({"role": "reviewer", "limit": 5}, "limit"),
            ({"role": "reviewer", "status": "resolved"}, "status"),
        ):
            refused = worker("POST", f"{ROWS}/{path}", {"query": query})
            assert (*refused.code, refused.field) == (400, "argument_invalid", field)
        elsewhere = worker("POST", f"{ROWS}/{path}", {"query": {"role": "engineer"}})
        assert elsewhere.code == (403, "role_manage")


def test_a_group_comes_whole(world: World, worker: Client) -> None:
    size = {"orderSize": 2, "dock": 1}
    first = world.row(origin_id="whole", metadata=size)
    query = {"role": "reviewer", "facets": {"dock": 1}}
    assert worker("POST", f"{ROWS}/claim-groups", {"query": query}).body == {"groups": []}
    second = world.row(origin_id="whole", metadata=size)
    [group] = worker("POST", f"{ROWS}/claim-groups", {"query": query}).body["groups"]
    assert group["origin_id"] == "whole"
    assert [m["id"] for m in group["members"]] == [first, second]


@pytest.mark.parametrize("value", ["seven", 7, True])
def test_a_claim_by_metadata_matches_by_type(world: World, worker: Client, value: object) -> None:
    row = world.row(metadata={"slot": value})
    claim = {"key": "slot", "value": value, "metadata": {"bench": 3}}
    answer = worker("POST", f"{ROWS}/claim-by-metadata", claim)
    assert (answer.body["escalation"]["id"], answer.body["isExtension"]) == (row, False)
    assert answer.body["escalation"]["metadata"] == {"slot": value, "bench": 3}
    assert worker("POST", f"{ROWS}/claim-by-metadata", claim).body["is_extension"] is True
    other = world.admin("POST", f"{ROWS}/claim-by-metadata", claim)
    assert other.code == (409, "escalation_held")
    none = world.admin("POST", f"{ROWS}/claim-by-metadata", {**claim, "value": "other"})
    assert none.code == (404, "escalation_exists")


def test_verbs_on_many_rows_say_what_they_skipped(world: World, lead: Client) -> None:
    held, free = world.row(), world.row()
    world.admin("POST", f"{ROWS}/{held}/claim")
    ids = [held, GONE, free, free]
    skipped = [{"id": held, "reason": "held"}, {"id": GONE, "reason": "not_found"}]
    claimed = lead("POST", f"{ROWS}/bulk-claim", {"ids": ids, "durationMinutes": 5})
    assert claimed.body == {"claimed": 1, "skipped": skipped}
    assign = {"ids": ids, "assignee": "worker"}
    assert lead("POST", f"{ROWS}/bulk-assign", assign).body == {
        "assigned": 0,
        "skipped": [*skipped, {"id": free, "reason": "held"}],
    }
    forced = lead("POST", f"{ROWS}/bulk-assign", {**assign, "force": True})
    assert forced.body == {"assigned": 2, "skipped": skipped[1:]}
    urgent = lead("PATCH", f"{ROWS}/priority", {"ids": ids, "priority": 1})
    assert urgent.body == {"updated": 2, "skipped": skipped[1:]}
    moved = lead("PATCH", f"{ROWS}/bulk-escalate", {"ids": [held], "targetRole": "engineer"})
    assert moved.body == {"updated": 1, "skipped": []}
    mixed = lead("POST", f"{ROWS}/bulk-cancel", {"ids": ids})
    assert mixed.code == (403, "escalation_bulk")
    gone = lead("POST", f"{ROWS}/bulk-cancel", {"ids": [free, GONE], "reason": "twice"})
    assert gone.body == {"cancelled": 1, "skipped": skipped[1:]}
