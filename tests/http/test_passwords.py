"""Status and passwords: who may sign in, and when no more."""

from __future__ import annotations

import pytest

from .conftest import PASSWORD, World
from .service import Client


def sign_in(world: World, name: str, password: str) -> int:
    body = {"external_id": name, "password": password}
    return world.nobody("POST", "/api/auth/login", body).status


def test_status_is_honoured_everywhere_at_once(world: World) -> None:
    user = world.user("fading", ("reviewer", {}))
    bot = world.bot("fading-bot")
    world.call("membership_grant", user_id=bot, role="reviewer", actor=world.root)
    key = world.admin("POST", f"/api/bot-accounts/{bot}/api-keys", {"name": "k"}).body["key"]
    world.admin("PATCH", f"/api/users/{user}", {"password": "to be shut out"})
    person, robot = world.client(user), Client(world.url, key)
    with person.stream() as open_stream:
        open_stream.block()
        for status in ("suspended", "inactive"):
            for path in (f"/api/users/{user}", f"/api/bot-accounts/{bot}"):
                assert world.admin("PATCH", path, {"status": status}).body["status"] == status
            assert person.refused("GET", "/api/me") == (401, "actor_active")
            assert robot.refused("GET", "/api/me") == (401, "key_valid")
            assert sign_in(world, "fading", "to be shut out") == 401
            with person.stream() as again:
                assert again.status == 401
        while (frame := open_stream.block(10)) is not None:
            assert frame.event is None
    for path in (f"/api/users/{user}", f"/api/bot-accounts/{bot}"):
        world.admin("PATCH", path, {"status": "active"})
    assert person("GET", "/api/me").status == 200
    assert robot("GET", "/api/me").status == 200
    assert sign_in(world, "fading", "to be shut out") == 200


@pytest.mark.slow
def test_a_password_is_changed_for_the_old_one(world: World) -> None:
    path = "/api/me/password"
    user = world.user("careful")
    world.admin("PATCH", f"/api/users/{user}", {"password": "first"})
    client = world.client(user)
    wrong = client("POST", path, {"old_password": "guess", "password": "second"})
    assert wrong.code == (403, "password_valid")
    assert sign_in(world, "careful", "first") == 200
    assert client("POST", path, {"oldPassword": "first", "password": "second"}).status == 200
    assert sign_in(world, "careful", "first") == 401
    assert sign_in(world, "careful", "second") == 200
    for body, field in (
        ({"password": "x"}, "old_password"),
        ({"old_password": "second"}, "password"),
        ({"old_password": "second", "password": ""}, "password"),
        ({"old_password": "second", "password": "x", "user_id": world.root}, "user_id"),
    ):
        answer = client("POST", path, body)
        assert (answer.status, answer.field) == (400, field)
    world.admin("PATCH", f"/api/users/{user}", {"password": None})
    assert sign_in(world, "careful", "second") == 401
    gone = client("POST", path, {"old_password": "second", "password": "third"})
    assert gone.code == (403, "password_valid")


@pytest.mark.slow
def test_guesses_at_the_old_password_are_limited(world: World) -> None:
    user = world.user("guessed")
    world.admin("PATCH", f"/api/users/{user}", {"password": PASSWORD})
    client, body = world.client(user), {"old_password": "guess", "password": "x"}
    codes = [client("POST", "/api/me/password", body).status for _ in range(11)]
    assert codes == [403] * 10 + [429]
    assert sign_in(world, "guessed", PASSWORD) == 429
