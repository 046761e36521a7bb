"""Requests made up from the service's own document, by every kind of caller: never a fault.

Nothing is a 5xx, and each answer's status, kind and shape are what the document tells.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import given
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from rowlock.routes import ROUTES
from tests.http import contract
from tests.http.access_cells import CLEAN, ROUTED, callers
from tests.http.conftest import World
from tests.http.contract import DOCUMENT
from tests.http.test_openapi_answers import BEFORE, values_of

from .conftest import fuzzed

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisDeprecationWarning"),
]

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
# All of them, or those that a long run is about.
KINDS = os.environ.get(
    "ROWLOCK_FUZZ_CALLERS", "nobody global admin member self read host super"
).split()
# A stream has no end.
ENDLESS = ("/api/events/stream",)
OWN = [
    ("POST", "/api/auth/login"),
    ("POST", "/api/auth/logout"),
    ("POST", "/api/credentials"),
    ("POST", "/api/credentials/exchange"),
    ("POST", "/api/events/tickets"),
    ("POST", "/api/me/password"),
    ("GET", "/api/docs"),
    ("GET", "/healthz"),
    ("GET", "/readyz"),
    ("GET", "/metrics"),
]
TABLE = [*((r.method, r.path) for r in ROUTES), *OWN]


@pytest.fixture(scope="module")
def schema(world: World) -> BaseSchema:
    return schemathesis.openapi.from_url(f"{world.url}{DOCUMENT}", timeout=60)


@pytest.fixture(scope="module")
def session() -> Iterator[requests.Session]:
    with requests.Session() as made:
        made.trust_env = False
        yield made


class People:
    """The callers, made again when one of them has been changed by what was asked."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.known = callers(world)

    def tokens(self) -> dict[str, str | None]:
        for name in KINDS:
            caller = self.known[name]
            if name not in ("nobody", "host") and caller.client("GET", "/api/me").status != 200:
                self.renew()
                break
        return {name: self.known[name].client.token for name in KINDS}

    def renew(self) -> None:
        self.world.conn.execute(
            "update rowlock.user_account set external_id = id::text"
            " where external_id like 'caller %'"
        )
        self.known = callers(self.world)


@pytest.fixture(scope="module")
def people(world: World) -> People:
    return People(world)


def test_whatever_is_told_is_asked_for(schema: BaseSchema) -> None:
    told = {(o.method.upper(), o.path) for r in schema.get_all_operations() if (o := r.ok())}
    assert told == {*TABLE, *(("GET", path) for path in ENDLESS)}


def shown(case: Case) -> Any:
    """The body that the document shows."""
    body = case.operation.definition.raw.get("requestBody")
    return body["content"]["application/json"].get("example") if body else None


@pytest.mark.parametrize("method, path", TABLE, ids=lambda value: value)
def test_what_is_made_up_is_answered_as_the_document_tells(
    world: World,
    schema: BaseSchema,
    session: requests.Session,
    people: People,
    method: str,
    path: str,
) -> None:
    operation = schema[path][method]
    route = ROUTED.get((method, path))
    values: dict[str, str] = {}
    if route:
        for statement in CLEAN:
            world.conn.execute(statement, {"root": world.root})
        values = values_of(route, world)
        BEFORE.get(route.function, lambda *_: None)(world, values)
    tokens = people.tokens()

    @fuzzed(3)
    @given(
        case=st.sampled_from([GenerationMode.POSITIVE, GenerationMode.NEGATIVE]).flatmap(
            lambda mode: operation.as_strategy(generation_mode=mode)
        ),
        seed=st.integers(0, 2**32),
    )
    def ask(case: Case, seed: int) -> None:
        pick = random.Random(f"{method} {path} {seed}")
        if seed and pick.random() < 0.8:
            # Of things that are there, with the example's body but for some members.
            for name in values.keys() & (case.path_parameters or {}).keys():
                case.path_parameters[name] = values[name]
            example = shown(case)
            if isinstance(example, dict) and isinstance(case.body, dict):
                some = {k: v for k, v in case.body.items() if pick.random() < 0.4}
                case.body = {**example, **some}
        for token in pick.sample(list(tokens.values()), min(4, len(tokens))):
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            response = case.call(session=session, headers=headers, timeout=60)
            case.validate_response(response, checks=CHECKS)
            if "json" in response.headers.get("content-type", [""])[0]:
                contract.check(world.url, method, path, response.status_code, response.text)

    ask()
