"""The search language over HTTP: elements in query strings and bodies, and what is no query."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .conftest import World
from .service import Answer

LIST, FACETS = "/api/escalations", "/api/escalations/search-by-facets"


@pytest.fixture(scope="module")
def rows(world: World) -> dict[str, str]:
    facets: dict[str, dict[str, Any]] = {
        "north": {"site": "north", "size": 10},
        "south": {"site": "south", "size": "9"},
        "flag": {"flag": True, "size": "12abc"},
    }
    return {
        name: world.row(metadata=data, description=name, workflow_id="wf", origin_id="o")
        for name, data in facets.items()
    }


def found(answer: Answer) -> list[str]:
    assert answer.status == 200, answer.text
    return [e["description"] for e in answer.body["escalations"]]


def listed(world: World, path: str = LIST, **query: str) -> Answer:
    return world.admin("GET", path + "?" + "&".join(f"{k}={quote(v)}" for k, v in query.items()))


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize("path", [LIST, f"{LIST}/available"])
def test_elements_are_json_text_in_a_query_string(world: World, path: str) -> None:
    assert found(listed(world, path, facets='{"site": "north"}')) == ["north"]
    assert found(listed(world, path, block='[{"site": "north"}, {"flag": true}]')) == ["south"]
    bound = '[{"facet": "size", "op": "<", "value": 10}]'
    assert found(listed(world, path, range=bound)) == ["south"]
    assert found(listed(world, path, exists='["flag"]')) == ["flag"]
    assert found(listed(world, path, jeopardy="true")) == []
    order = '[{"field": "metadata.size", "direction": "desc", "numeric": true}]'
    assert found(listed(world, path, orderBy=order)) == ["flag", "north", "south"]
    page = listed(world, path, order_by=order, limit="2").body
    assert found(listed(world, path, order_by=order, limit="2", after=page["next"])) == ["south"]


@pytest.mark.parametrize("element", ["facets", "block", "range", "exists", "order_by", "created"])
@pytest.mark.parametrize("text", ["", "{", "[1", "north", "{'a': 1}", '{"a": 1}x', "NaN"])
def test_what_is_no_json_names_its_element(world: World, element: str, text: str) -> None:
    answer = listed(world, **{element: text})
    assert (answer.status, answer.field) == (400, element), answer.text


def test_a_query_stands_in_a_body(world: World, rows: dict[str, str]) -> None:
    query = {"role": "reviewer", "facets": {"site": "south"}}
    assert found(world.admin("POST", FACETS, {"query": query, "limit": 5})) == ["south"]
    reader = world.client(world.user("reads all", ("reviewer", {"write_scope": "none"})))
    assert found(reader("POST", FACETS, {"query": query})) == ["south"]
    own = {"read_scope": "self", "write_scope": "none"}
    watcher = world.client(world.user("reads own", ("reviewer", own)))
    assert watcher("POST", FACETS, {"query": query}).code == (403, "role_read")
    groups = world.admin("POST", f"{LIST}/search-groups", {"query": query}).body
    assert [(g["origin_id"], g["members"]) for g in groups["groups"]] == [("o", len(rows))]


@pytest.mark.usefixtures("rows")
def test_words_counts_and_lists(world: World) -> None:
    assert world.admin("GET", f"{LIST}/types").body == {"types": ["approval"], "capped": False}
    keys = world.admin("GET", f"{LIST}/facet-keys").body["facet_keys"]
    assert keys == ["flag", "site", "size"]
    query = quote('{"status": "pending", "exists": ["site"]}')
    counts = world.admin("GET", f"{LIST}/facet-counts?key=size&query={query}").body
    assert counts["values"] == [{"value": "9", "count": 1}, {"value": 10, "count": 1}]
    for value, name in (("north", "north"), ('"south"', "south")):
        assert found(listed(world, f"{LIST}/by-metadata", key="site", value=value)) == [name]
    assert found(listed(world, f"{LIST}/by-metadata", key="flag", value="true")) == ["flag"]
    assert len(found(world.admin("GET", f"{LIST}/by-workflow/wf"))) == 3
    stranger = world.client(world.user("a stranger"))
    assert found(stranger("GET", f"{LIST}/by-workflow/wf")) == []
    for name in ("%00", "a" * 201):
        answer = world.admin("GET", f"{LIST}/by-workflow/{name}")
        assert answer.status == 400, answer.text


ELEMENTS = st.sampled_from([
    "facets", "block", "range", "exists", "jeopardy", "order_by", "status", "roles", "role", "ids",
    "created", "limit", "offset", "after", "count", "search", "available", "priority", "colour", "",
])  # fmt: skip
WORDS = st.sampled_from([
    "facet", "op", "value", "field", "direction", "numeric", "from", "<", ">=", "=", "~", "size",
    "metadata.size", "metadata.", "desc", "a-b", "", "1e400000", "12abc", "ä", "'; --", "%s", "\\",
])  # fmt: skip
SCALARS = st.one_of(
    st.none(), st.booleans(), WORDS, st.integers(), st.floats(allow_nan=False, allow_infinity=False)
)
VALUES = st.recursive(
    SCALARS,
    lambda v: st.one_of(st.lists(v, max_size=4), st.dictionaries(WORDS, v, max_size=4)),
    max_leaves=8,
)
# A sound range or order with one member that is not.
RANGES = st.builds(
    lambda member, value: [{"facet": "size", "op": "<", "value": 1, member: value}],
    st.sampled_from(["facet", "op", "value", "more"]),
    VALUES,
)
ORDERS = st.builds(
    lambda member, value: [{"field": "metadata.size", member: value}],
    st.sampled_from(["field", "direction", "numeric", "nulls"]),
    VALUES,
)
QUERIES = st.one_of(
    st.dictionaries(ELEMENTS, VALUES, max_size=4),
    st.fixed_dictionaries({"range": RANGES}, optional={"facets": VALUES, "order_by": ORDERS}),
    st.fixed_dictionaries({"order_by": ORDERS}, optional={"exists": VALUES, "block": VALUES}),
)


@pytest.mark.slow
@pytest.mark.usefixtures("rows")
@settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(query=QUERIES)
def test_no_query_is_a_fault(world: World, query: dict[str, Any]) -> None:
    """Whatever is asked is answered, or refused by the name of an element."""
    body = {"query": {**query, "role": "reviewer"}}
    strings = "&".join(
        f"{quote(k)}={quote(json.dumps(v))}" for k, v in query.items() if k and "count" not in query
    )
    for answer in (
        world.admin("POST", FACETS, body),
        world.admin("POST", f"{LIST}/search-groups", body),
        world.admin("GET", f"{LIST}?{strings}"),
        world.admin("GET", f"{LIST}/facet-counts?key=size&query={quote(json.dumps(query))}"),
    ):
        assert answer.status in (200, 400), (query, answer.text)
        assert answer.status == 200 or answer.field is not None, (query, answer.text)
