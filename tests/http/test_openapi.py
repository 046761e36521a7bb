"""The OpenAPI document: valid, whole, and what the sources and the schema say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import psycopg
import pytest
from aiohttp import web
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from tools import refusals

from rowlock import page, stream
from rowlock.app import make_app
from rowlock.openapi_shapes import Notes, shaped
from rowlock.routes import ROUTES

from .conftest import World
from .contract import DOCUMENT, Contract, strict
from .service import Client, serving, settings_for, until

# Another spelling of a path that is told, and the files that the page of the document loads.
UNTOLD = {
    "/api/v1/events/stream",
    "/api/docs/docs.{file}",
    "/assets/{version}/{path}",
    *page.addresses(),
}


@pytest.fixture(scope="module")
def document(world: World) -> dict[str, Any]:
    answer = world.nobody("GET", DOCUMENT)
    assert answer.status == 200, answer.text
    return dict(answer.body)


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def bodies(operation: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Any]]:
    """Each schema of JSON with its example, of request and answers."""
    for part in [operation.get("requestBody", {"content": {}}), *operation["responses"].values()]:
        told = part["content"].get("application/json", {})
        if "example" in told:
            yield told["schema"], told["example"]


def members(schema: Any) -> Iterator[tuple[str, Any]]:
    """Each member of an object that a part of the document tells, by name."""
    if isinstance(schema, list):
        schema = dict(enumerate(schema))
    if isinstance(schema, dict):
        if isinstance(told := schema.get("properties"), dict):
            yield from told.items()
        for part in schema.values():
            yield from members(part)


def test_what_may_be_a_fraction_is_told_as_a_number(world: World, document: dict[str, Any]) -> None:
    query = """
        select a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'rowlock'::regnamespace and a.atttypid = 'numeric'::regtype"""
    numeric = {name for (name,) in world.conn.execute(query)}
    whole = [n for n, told in members(document) if n in numeric and "integer" in str(told)]
    assert whole == []


@pytest.mark.slow
def test_the_document_is_openapi(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1.")
    assert [e.message for e in OpenAPIV31SpecValidator(document).iter_errors()] == []


def test_every_route_is_told_and_no_other(document: dict[str, Any], dsn: str) -> None:
    app: web.Application = make_app(settings_for(dsn))
    served = {
        (r.method.lower(), r.resource.canonical)
        for r in app.router.routes()
        if r.resource and r.method != "HEAD" and r.resource.canonical not in UNTOLD
    }
    told = {(method, path) for method, path, _ in operations(document)}
    assert told == served, "an endpoint with a handler of its own is told in openapi_own.py"


def test_the_stream_tells_every_argument_that_it_takes(document: dict[str, Any]) -> None:
    told = document["paths"]["/api/events/stream"]["get"]["parameters"]
    assert {p["name"] for p in told} == stream.ARGUMENTS.keys()


def test_every_operation_has_a_name_a_group_and_a_sentence(document: dict[str, Any]) -> None:
    names = [o["operationId"] for _, _, o in operations(document)]
    assert len(set(names)) == len(names)
    groups = {t["name"] for t in document["tags"]}
    for _, _, operation in operations(document):
        assert set(operation["tags"]) <= groups and operation["tags"]
        assert operation["summary"] and operation["description"]


def test_what_needs_no_credential_is_marked(document: dict[str, Any]) -> None:
    assert document["security"] == [{"bearer": []}, {"session": []}]
    public = {o["operationId"] for _, _, o in operations(document) if o.get("security") == []}
    assert not public & {r.function for r in ROUTES}
    for _, path, operation in operations(document):
        assert ("401" in operation["responses"]) is (
            operation["operationId"] not in public or path in ("/api/auth/login", "/metrics")
        )


def test_every_argument_has_a_sentence_and_an_example(document: dict[str, Any]) -> None:
    missing = []
    for _, _, operation in operations(document):
        missing += [
            (operation["operationId"], p["name"])
            for p in operation["parameters"]
            if not p["description"] or not (p.get("schema") or p["content"])
        ]
        for schema, _ in bodies(operation):
            missing += [
                (operation["operationId"], name)
                for name, told in schema.get("properties", {}).items()
                if told.get("description", "told").startswith(("Also", " "))
            ]
    assert missing == [], "say what the argument means in sql/functions/argument/_glossary.sql"


def test_every_answer_function_says_what_it_answers(world: World) -> None:
    found = world.conn.execute(
        "select proname, obj_description(oid, 'pg_proc') from pg_proc"
        " where pronamespace = 'rowlock'::regnamespace and proname ~ '_answer$'"
    ).fetchall()
    silent = [name for name, comment in found if Notes.of(comment).answer is None]
    assert silent == [], "end the comment with a line `Answers: {…}`"


def test_examples_are_of_their_schemas(document: dict[str, Any]) -> None:
    components = {"schemas": strict(document["components"]["schemas"])}
    for _, _, operation in operations(document):
        for schema, example in bodies(operation):
            told = {**strict(schema), "components": components}
            errors = [e.message for e in Draft202012Validator(told).iter_errors(example)]
            assert errors == [], operation["operationId"]
    error = document["components"]["schemas"]["Error"]
    for example in document["components"]["examples"].values():
        Draft202012Validator(error).validate(example["value"])


def test_a_route_tells_what_its_function_refuses(document: dict[str, Any]) -> None:
    responses = document["paths"]["/api/escalations/{id}/claim"]["post"]["responses"]
    codes = {
        int(status): {
            document["components"]["examples"][name]["value"]["code"]
            for name in told["content"]["application/json"].get("examples", ())
        }
        for status, told in responses.items()
    }
    assert {"escalation_held", "escalation_stale_claim", "conflict"} <= codes[409]
    assert codes[404] == {"escalation_exists"}
    assert {"key_valid", "credential_required", "actor_known"} <= codes[401]
    assert (codes[413], codes[504]) == ({"body_size"}, {"timeout"})
    assert codes[503] == {"busy", "unavailable", "schema_differs"}


def test_numbers_have_the_range_that_sql_checks(world: World, document: dict[str, Any]) -> None:
    contract = Contract(document)
    body = document["paths"]["/api/escalations/{id}/claim"]["post"]["requestBody"]
    told = body["content"]["application/json"]["schema"]["properties"]["duration_minutes"]
    assert (told["minimum"], told["maximum"], told["default"]) == (1, 1440, 30)
    for minutes, status in ((1440, 200), (1441, 400)):
        path = f"/api/escalations/{world.row()}/claim"
        answer = world.admin("POST", path, {"duration_minutes": minutes})
        assert answer.status == status
        assert contract.complaints("POST", path, status, answer.text) == []


def test_the_refusals_are_what_the_sources_say() -> None:
    assert refusals.DATA.read_text(encoding="utf-8") == refusals.text(), "run `make docs`"


def test_the_document_follows_the_schema(fresh_dsn: str) -> None:
    with (
        serving(settings_for(fresh_dsn)) as url,
        psycopg.connect(fresh_dsn, autocommit=True) as conn,
    ):
        ask = replace(Client(url), told=False)
        first = ask("GET", DOCUMENT)
        same = ask("GET", DOCUMENT, headers={"If-None-Match": first.headers["ETag"]})
        assert (same.status, same.text) == (304, "")
        conn.execute("comment on function rowlock.role_list is 'Another sentence.'")
        conn.execute("notify rowlock, 'schema'")

        def told() -> str:
            return str(ask("GET", DOCUMENT).body["paths"]["/api/roles"]["get"]["description"])

        until(lambda: told() == "Another sentence.")


def test_a_note_is_an_example_whose_values_tell_the_types() -> None:
    notes = Notes.of('A thing. Raises PT404.\nAnswers 201 or 200: {"a?|null": 1, "b": "x|y"}')
    assert (notes.about, notes.statuses) == ("A thing.", (201, 200))
    assert shaped(notes.answer) == {
        "type": "object",
        "properties": {
            "a": {"type": ["integer", "null"]},
            "b": {"type": "string", "enum": ["x", "y"]},
        },
        "required": ["b"],
    }
    assert shaped(json.loads('["$escalation"]'))["items"] == {
        "$ref": "#/components/schemas/escalation"
    }


@pytest.mark.parametrize(
    "status, text, fits",
    [
        (200, '{"roles": [], "total": 0}', True),
        (200, '{"roles": [], "total": 0, "more": 1}', False),
        (200, '{"roles": []}', False),
        (200, '{"roles": [{"role": "x"}], "total": 1}', False),
        (409, "{}", False),
        (401, '{"error": "e", "code": "x", "detail": 1, "hint": "", "request_id": ""}', False),
        (401, '{"error": "e", "code": "actor_known", "detail": null}', False),
    ],
)  # fmt: skip
def test_an_untold_answer_is_noticed(
    document: dict[str, Any], status: int, text: str, fits: bool
) -> None:
    found = Contract(document).complaints("GET", "/api/roles", status, text)
    assert (found == []) is fits
