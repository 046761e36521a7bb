"""Bearer tokens of an OpenID Connect issuer, with keys made here and a small server of them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from rowlock import oidc
from rowlock.database import Database
from rowlock.settings import StartError

from .conftest import World
from .idp import AUDIENCE, ISSUER, Idp, forged, hs256, idp_server, mixed, signed
from .service import SECRET, Client, serving, settings_for


@pytest.fixture(scope="module")
def idp() -> Iterator[Idp]:
    with idp_server() as made:
        made.add("one")
        made.add("curve", ec.generate_private_key(ec.SECP256R1()))
        yield made


def service(dsn: str, idp: Idp, **changes: object) -> Any:
    given = {"oidc_issuer": ISSUER, "oidc_audience": AUDIENCE, "oidc_jwks": idp.url, **changes}
    return serving(settings_for(dsn, **given))


@pytest.fixture(scope="module")
def url(dsn: str, world: World, idp: Idp) -> Iterator[str]:
    with service(
        dsn,
        idp,
        oidc_roles_claim="realm.groups",
        oidc_roles="Reviewers=reviewer, planning=planner",
    ) as made:
        yield made


Ask = Callable[[str], Any]


@pytest.fixture
def me(url: str) -> Ask:
    return lambda token: Client(url, token)("GET", "/api/me")


def test_a_person_is_provisioned_on_first_sight(world: World, idp: Idp, url: str, me: Ask) -> None:
    groups = {"groups": ["Reviewers", "others"]}
    token = idp.token("new", realm=groups, email="n@example.org", name="New")
    first = me(token)
    assert first.status == 200
    assert first.body["write_all"] == ["reviewer"]
    user = world.admin("GET", f"/api/users/{first.body['actor']}").body
    assert (user["external_id"], user["email"], user["display_name"]) == (
        "new",
        "n@example.org",
        "New",
    )
    assert me(idp.token("new", "curve")).body["actor"] == first.body["actor"]

    # What an admin does to the account stays.
    assert world.admin("DELETE", f"/api/users/{user['id']}/roles/reviewer").status == 200
    assert me(token).body["write_all"] == []
    world.admin("PATCH", f"/api/users/{user['id']}", {"status": "suspended"})
    assert me(token).code == (401, "actor_active")
    with Client(url, token).stream() as refused:
        assert refused.status == 401


def test_a_grant_that_stands_is_not_touched(world: World, idp: Idp, me: Ask) -> None:
    user = world.user("prepared", ("reviewer", {"read_scope": "self", "write_scope": "none"}))
    seen = me(idp.token("prepared", realm={"groups": ["Reviewers", "planning"]})).body
    assert seen["actor"] == user
    assert (seen["read_self"], seen["write_all"]) == (["reviewer"], ["planner"])


def test_a_first_sight_may_write_and_stream(idp: Idp, url: str) -> None:
    writer = Client(url, idp.token("writer", realm={"groups": ["Reviewers"]}))
    assert writer("POST", "/api/escalations", {"role": "reviewer", "type": "t"}).status == 201
    with Client(url, idp.token("viewer")).stream() as stream:
        assert stream.status == 200


def test_a_bot_does_not_sign_in_by_token(world: World, idp: Idp, me: Ask) -> None:
    world.bot("machine")
    assert me(idp.token("machine")).code == (401, "user_provision_bot")


BAD: dict[str, Callable[[Idp], str]] = {
    "another issuer": lambda i: i.token("root", iss="https://id.example.org"),
    "no issuer": lambda i: i.token("root", iss=None),
    "another audience": lambda i: i.token("root", aud="other"),
    "no audience": lambda i: i.token("root", aud=None),
    "expired": lambda i: i.token("root", exp=int(time.time()) - 60),
    "no expiry": lambda i: i.token("root", exp=None),
    "not yet": lambda i: i.token("root", nbf=int(time.time()) + 60),
    "of the future": lambda i: i.token("root", iat=int(time.time()) + 60),
    "nobody": signed,
    "no text": lambda i: signed(i, sub=7),
    "an empty name": lambda i: signed(i, sub=""),
    "too long": lambda i: i.token("x" * 201),
    "NUL": lambda i: i.token("a\0b"),
    "an invisible end": lambda i: i.token("root\u200b"),
    "algorithm confusion": hs256,
    "a forged signature": forged,
    "another algorithm": mixed,
    "no signature": lambda i: i.token("root").rpartition(".")[0] + ".",
    "none": lambda i: jwt.encode({"iss": ISSUER, "aud": AUDIENCE, "sub": "root"}, None, "none"),
}


@pytest.mark.parametrize("why", BAD)
def test_a_token_that_is_not_right_is_401(world: World, idp: Idp, me: Ask, why: str) -> None:
    before = world.snapshot()
    assert me(BAD[why](idp)).code == (401, "session_valid")
    assert world.snapshot() == before


def test_a_little_skew_is_forgiven(idp: Idp, me: Ask) -> None:
    now = int(time.time())
    assert me(idp.token(exp=now - 10)).status == 200
    assert me(idp.token(nbf=now + 10)).status == 200


def test_sessions_and_keys_of_ours_go_on(world: World, url: str) -> None:
    token = world.client(world.root).token
    assert Client(url, token)("GET", "/api/me").body["actor"] == world.root
    # Without an issuer no foreign token counts.
    assert Client(
        world.url, Idp(keys={"one": rsa.generate_private_key(65537, 2048)}).token("root")
    ).refused("GET", "/api/me") == (401, "session_valid")


@pytest.mark.slow
def test_known_keys_ask_nobody_and_unknown_ones_seldom(
    dsn: str, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    with idp_server() as idp:
        idp.add("one")
        with service(dsn, idp) as url:
            for _ in range(5):
                assert Client(url, idp.token("calm"))("GET", "/api/me").status == 200
            assert idp.asked == 1

            # The issuer turns its keys: the first token of the new one fetches it, old ones end.
            monkeypatch.setattr(oidc, "REFETCH", 0.0)
            idp.keys.clear()
            idp.add("two")
            assert Client(url, idp.token("calm", "two"))("GET", "/api/me").status == 200
            assert idp.asked == 2

            # Tokens of keys that nobody has fetch once, whoever sends how many.
            monkeypatch.setattr(oidc, "REFETCH", 1000.0)
            idp.keys["wild"] = rsa.generate_private_key(65537, 2048)
            wild = idp.token("calm", "wild")
            del idp.keys["wild"]
            for _ in range(5):
                assert Client(url, wild).refused("GET", "/api/me") == (401, "session_valid")
            assert idp.asked == 2

            # The issuer is away: what is known goes on.
            monkeypatch.setattr(oidc, "REFETCH", 0.0)
            idp.up = False
            assert Client(url, wild).refused("GET", "/api/me") == (401, "session_valid")
            assert Client(url, idp.token("calm", "two"))("GET", "/api/me").status == 200


@pytest.mark.slow
def test_without_any_key_it_is_503_until_the_issuer_is_back(
    dsn: str, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(oidc, "REFETCH", 0.0)
    with idp_server() as idp:
        idp.add("one")
        idp.up = False
        with service(dsn, idp) as url:
            assert Client(url, idp.token())("GET", "/api/me").status == 503
            idp.up = True
            assert Client(url, idp.token())("GET", "/api/me").status == 200


def test_keys_from_a_file_and_another_claim(
    dsn: str, world: World, idp: Idp, tmp_path: Path
) -> None:
    file = tmp_path / "jwks.json"
    file.write_text(json.dumps(idp.jwks()), encoding="utf-8")
    named = {"oidc_jwks": str(file), "oidc_claim": "email", "oidc_roles_claim": "roles"}
    with service(dsn, idp, **named) as url:
        token = idp.token(email="a@example.org", email_verified=True, roles="planner Other admin")
        seen = Client(url, token)("GET", "/api/me").body
        user = world.admin("GET", f"/api/users/{seen['actor']}").body
        assert user["external_id"] == "a@example.org"
        assert (seen["write_all"], seen["is_global"]) == (["admin", "planner"], False)
        for unproven in ({"email": "root@x"}, {"email": "root@x", "email_verified": "true"}):
            token = idp.token(**unproven)
            assert Client(url, token).refused("GET", "/api/me") == (401, "session_valid")


def test_one_statement_a_request_but_for_the_first(
    idp: Idp, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    fetch, call = Database._fetch, Database.call

    async def counted_fetch(self: Database, *given: Any) -> Any:
        asked.append("fetch")
        return await fetch(self, *given)

    async def counted_call(self: Database, name: str, **given: Any) -> Any:
        asked.append(name)
        return await call(self, name, **given)

    monkeypatch.setattr(Database, "_fetch", counted_fetch)
    monkeypatch.setattr(Database, "call", counted_call)
    client = Client(url, idp.token("counted"))
    for expected in (["fetch", "user_provision", "fetch"], ["fetch"], ["fetch"]):
        asked.clear()
        assert client("GET", "/api/me").status == 200
        assert [name for name in asked if name != "event_access"] == expected


@pytest.mark.parametrize(
    "changes, said",
    [
        ({"oidc_audience": None}, "AUDIENCE"),
        ({"oidc_jwks": None}, "JWKS"),
        ({"oidc_jwks": "http://id.example.org/keys"}, "https"),
        ({"oidc_roles": "Reviewers"}, "group=role"),
        ({"oidc_roles": "a=No Role"}, "group=role"),
    ],
)
def test_half_a_setting_stops_the_start(
    dsn: str, idp: Idp, changes: dict[str, object], said: str
) -> None:
    with pytest.raises(StartError, match=said), service(dsn, idp, **changes):
        pass


def test_the_secret_of_sessions_is_no_key_of_the_issuer(idp: Idp, me: Ask) -> None:
    claims = {"iss": ISSUER, "aud": AUDIENCE, "sub": "root", "exp": int(time.time()) + 300}
    assert me(jwt.encode(claims, SECRET, "HS256")).code == (401, "session_valid")
