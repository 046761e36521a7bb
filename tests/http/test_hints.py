"""Whoever meets a refusal is told what to do next, by the service itself too."""

from __future__ import annotations

import pytest

from .conftest import World
from .service import Client

CREATE, LOGIN = "/api/escalations", "/api/auth/login"
LIST = {"type": "approval", "role": "reviewer"}


def hint(client: Client, method: str, path: str, body: object = None, raw: bytes = b"") -> str:
    """What the refusal says; none says nothing."""
    answer = client(method, path, body, raw=raw or None)
    assert 400 <= answer.status < 500, answer.text
    assert isinstance(answer.body["hint"], str), answer.text
    return answer.body["hint"]


def test_who_is_not_signed_in_is_told_how_to(world: World) -> None:
    for client in (world.nobody, Client(world.url, "no.such.token"), Client(world.url, "rl_no")):
        said = hint(client, "GET", CREATE)
        assert "POST /api/auth/login" in said and "as Authorization: Bearer" in said
    assert "another" in hint(Client(world.url, "rl_no_such"), "GET", CREATE)
    wrong = {"external_id": "admin", "password": "no"}
    assert "admin" in hint(world.nobody, "POST", LOGIN, wrong)
    assert "body" in hint(world.nobody, "POST", f"{LOGIN}?external_id=admin", wrong)


def test_a_path_or_method_that_is_none_says_where_they_stand(world: World) -> None:
    assert "/api/docs" in hint(world.admin, "GET", "/openapi.json")
    assert "/api/docs" in hint(world.nobody, "GET", "/api/escalation")
    assert hint(world.admin, "PUT", CREATE) == "This path takes GET and POST."
    assert hint(world.nobody, "GET", LOGIN) == "This path takes POST."


def test_a_body_that_is_none_says_what_it_should_be(world: World) -> None:
    assert "1 MB" in hint(world.admin, "POST", CREATE, raw=b" " * 1_100_000)
    for raw, place in ((b"{'role': 1}", 1), (b'{"role": "a",}', 13), (b'{"role" "a"}', 8)):
        said = hint(world.admin, "POST", CREATE, raw=raw)
        assert said == f"Send one JSON object; at offset {place} it breaks off."
    assert "JSON object" in hint(world.admin, "POST", CREATE, raw=b"role=reviewer&type=x")


def test_who_names_an_argument_wrongly_is_told_those_that_there_are(world: World) -> None:
    answer = world.nobody("POST", LOGIN, {"user": "admin", "password": "x"})
    assert answer.field == "user"
    assert answer.body["detail"]["known"] == ["external_id", "password"]
    answer = world.admin("POST", f"{CREATE}/claim-next", {"role": "reviewer"})
    assert "roles" in answer.body["detail"]["known"]
    assert "known" in answer.body["hint"]


@pytest.mark.parametrize(
    "method, path, body, words",
    [
        ("GET", f"{CREATE}/0195f3a0", None, "Give id as a whole id, such as 0"),
        ("POST", "/api/runs/claim", {"host_id": "mill"}, "Give host_id as a whole id, such as 0"),
        ("POST", f"{CREATE}/bulk-claim", {"ids": ["0195"]}, "Give ids as a list, each of it a wh"),
        ("POST", CREATE, {**LIST, "timeout": "soon"}, "Give timeout as an interval, such as"),
        ("POST", CREATE, {**LIST, "expires_at": "soon"}, "Give expires_at as a time in ISO 8601"),
        ("POST", CREATE, {**LIST, "priority": 2**31}, "Give priority as a smaller number."),
        ("GET", f"{CREATE}?facets=site:1", None, "Give facets as JSON."),
    ],
)
def test_what_the_database_cannot_read_is_said_by_its_kind(
    world: World, method: str, path: str, body: object, words: str
) -> None:
    assert hint(world.admin, method, path, body).startswith(words)
