"""Signing in and out, sessions, cookies, API keys."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from statistics import median
from uuid import uuid4

import jwt
import psycopg
import pytest
from argon2 import PasswordHasher

from rowlock.auth import cookie_name, issue
from rowlock.login import Passwords

from .conftest import PASSWORD, World
from .service import SECRET, Client, serving, settings_for

LOGIN = "/api/auth/login"


@pytest.fixture(autouse=True)
def no_attempts(world: World) -> None:
    world.conn.execute("delete from rowlock.login_attempt")


def login(world: World, name: str, password: str, **headers: str) -> tuple[int, dict[str, str]]:
    body = {"external_id": name, "password": password}
    answer = world.nobody("POST", LOGIN, body, headers=headers)
    return answer.status, answer.body


def test_a_name_and_a_password_give_a_token(world: World) -> None:
    for key in ("external_id", "externalId", "username"):
        answer = world.nobody("POST", LOGIN, {key: "root", "password": PASSWORD})
        assert answer.status == 200
        assert answer.body["user_id"] == world.root
        ends = datetime.fromisoformat(answer.body["expires_at"]) - datetime.now(UTC)
        assert timedelta(hours=23, minutes=59) < ends <= timedelta(hours=24)
        claims = jwt.decode(answer.body["token"], SECRET, algorithms=["HS256"])
        assert set(claims) == {"iss", "sub", "iat", "exp"}
        assert Client(world.url, answer.body["token"])("GET", "/api/me").body["actor"] == world.root


def test_unknown_user_and_wrong_password_look_the_same(world: World) -> None:
    bot = world.call("user_create", external_id="robot", account_type="bot", actor=world.root)
    assert bot["account_type"] == "bot"
    answers = [login(world, name, "wrong") for name in ("root", "nobody", "robot", "nul-free")]
    assert {status for status, _ in answers} == {401}
    for _, body in answers:
        body.pop("request_id")
    assert all(body == answers[0][1] for _, body in answers)
    assert answers[0][1]["code"] == "login_valid"


@pytest.fixture
def dear(fresh_dsn: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A service of its own, whose hashes cost what they do outside of the tests."""
    monkeypatch.setattr("rowlock.login.PasswordHasher", PasswordHasher)
    passwords = Passwords()
    hashed = passwords.hash_now(PASSWORD)
    passwords.close()
    with (
        psycopg.connect(fresh_dsn, autocommit=True) as conn,
        serving(settings_for(fresh_dsn)) as url,
    ):
        yield World.first(url, conn, hashed)


@pytest.mark.slow
def test_a_hash_is_dear_and_both_refusals_take_as_long(dear: World) -> None:
    assert dear.password_hash.startswith("$argon2id$v=19$m=65536,t=3,p=4$")

    def seconds(name: str) -> float:
        # What it costs, of this process and the service in it: others may be at work too.
        began = time.process_time()
        assert login(dear, name, "wrong")[0] == 401
        return time.process_time() - began

    known, unknown = [], []
    # A median of five is wrong only if three are, all in one direction.
    for i in range(5):
        known.append(seconds("root"))
        unknown.append(seconds(f"nobody-{i}"))
    assert 0.5 < median(known) / median(unknown) < 2


@pytest.mark.slow
def test_the_eleventh_failure_of_a_name_is_429(world: World) -> None:
    for _ in range(10):
        assert login(world, "root", "wrong")[0] == 401
    status, body = login(world, "root", PASSWORD)
    assert (status, body["code"]) == (429, "login_rate")
    assert login(world, "somebody", "wrong")[0] == 401


@pytest.mark.slow
def test_right_passwords_are_not_counted(world: World) -> None:
    assert [login(world, "root", PASSWORD)[0] for _ in range(12)] == [200] * 12


@pytest.mark.race
def test_attempts_side_by_side_are_counted(world: World) -> None:
    with ThreadPoolExecutor(24) as pool:
        codes = list(pool.map(lambda _: login(world, "root", "wrong")[0], range(24)))
    assert codes.count(401) == 10
    assert codes.count(429) == 14


def test_the_hundredth_failure_of_an_address_is_429(world: World) -> None:
    world.conn.execute(
        "insert into rowlock.login_attempt (external_id, address)"
        " select 'x' || i, '127.0.0.1' from generate_series(1, 100) i"
    )
    assert login(world, "root", PASSWORD)[0] == 429
    # A forged header is not believed: no proxy is trusted here.
    assert login(world, "root", PASSWORD, **{"X-Forwarded-For": "192.0.2.1"})[0] == 429


@pytest.mark.parametrize(
    "body, field",
    [
        ({"password": "x"}, "external_id"),
        ({"external_id": None, "password": "x"}, "external_id"),
        ({"external_id": 7, "password": "x"}, "external_id"),
        ({"external_id": "", "password": "x"}, "external_id"),
        ({"external_id": "x" * 201, "password": "x"}, "external_id"),
        ({"external_id": "a\0", "password": "x"}, "external_id"),
        ({"external_id": "a", "username": "a", "password": "x"}, "external_id"),
        ({"external_id": "root"}, "password"),
        ({"external_id": "root", "password": None}, "password"),
        ({"external_id": "root", "password": ""}, "password"),
        ({"external_id": "root", "password": "x" * 1025}, "password"),
        ({"external_id": "root", "password": True}, "password"),
        ({"external_id": "root", "password": "\ud800"}, "password"),
        ({"external_id": "root", "password": "x", "admin": True}, "admin"),
    ],
)
def test_a_bad_login_names_the_field(world: World, body: object, field: str) -> None:
    answer = world.nobody("POST", LOGIN, body)
    assert (answer.status, answer.field) == (400, field)
    row = world.conn.execute("select count(*) from rowlock.login_attempt").fetchone()
    assert row == (0,)


def cookie_of(world: World) -> dict[str, str]:
    answer = world.nobody("POST", LOGIN, {"external_id": "root", "password": PASSWORD})
    given = answer.headers["Set-Cookie"]
    assert "HttpOnly" in given
    assert "SameSite=Strict" in given
    assert "Secure" not in given
    return {"Cookie": given.split(";")[0]}


def test_a_cookie_reads_and_writes_with_the_header_only(world: World) -> None:
    cookie = cookie_of(world)
    assert world.nobody("GET", "/api/me", headers=cookie).body["actor"] == world.root
    body = {"role": "reviewer", "type": "t"}
    before = world.snapshot()
    refused = world.nobody("POST", "/api/escalations", body, headers=cookie)
    assert refused.code == (403, "write_header")
    assert world.snapshot() == before
    allowed = world.nobody("POST", "/api/escalations", body, headers={**cookie, "X-Rowlock": "1"})
    assert allowed.status == 201
    with world.nobody.stream() as anonymous:
        assert anonymous.status == 401


def test_logout_clears_the_cookie(world: World) -> None:
    cookie = cookie_of(world)
    assert world.nobody("POST", "/api/auth/logout", headers=cookie).code == (403, "write_header")
    answer = world.nobody("POST", "/api/auth/logout", headers={**cookie, "X-Rowlock": "1"})
    assert answer.status == 200
    assert f'{cookie_name("rowlock")}=""' in answer.headers["Set-Cookie"]
    assert "Max-Age=0" in answer.headers["Set-Cookie"]


def forged(**changes: object) -> str:
    now = datetime.now(UTC)
    nobody = "00000000-0000-4000-8000-000000000000"
    claims = {"iss": "rowlock", "sub": nobody, "exp": now + timedelta(hours=1)}
    return jwt.encode({**claims, **changes}, SECRET, algorithm="HS256")


def test_a_token_that_is_not_ours_is_401(world: World) -> None:
    past = datetime.now(UTC) - timedelta(seconds=1)
    claims = {"sub": world.root, "exp": datetime.now(UTC) + timedelta(hours=1)}
    for token in (
        jwt.encode(claims, SECRET, algorithm="HS256"),
        jwt.encode({**claims, "iss": "rowlock/acme"}, SECRET, algorithm="HS256"),
        forged(exp=past),
        forged(sub="root"),
        forged(sub=7),
        jwt.encode({**claims, "iss": "rowlock"}, "another secret of thirty-two bytes"),
        jwt.encode({**claims, "iss": "rowlock"}, None, algorithm="none"),
        jwt.encode({"iss": "rowlock", "sub": world.root}, SECRET, algorithm="HS256"),
        "x" * 5000,
    ):
        assert Client(world.url, token).refused("GET", "/api/me") == (401, "session_valid")
    assert Client(world.url, forged()).refused("GET", "/api/me") == (401, "actor_active")
    basic = world.nobody("GET", "/api/me", headers={"Authorization": "Basic cm9vdDpwdw=="})
    assert basic.code == (401, "credential_scheme")


def test_roles_come_from_the_database_at_each_call(world: World) -> None:
    user = world.user("fickle", ("reviewer", {}))
    client, row = world.client(user), world.row()
    assert client("GET", f"/api/escalations/{row}").status == 200
    world.call("membership_revoke", user_id=user, role="reviewer", actor=world.root)
    assert client("GET", f"/api/escalations/{row}").status == 404
    world.conn.execute("update rowlock.user_account set status = 'suspended' where id = %s", [user])
    assert client.refused("GET", "/api/me") == (401, "actor_active")


def test_a_key_speaks_for_its_bot(world: World) -> None:
    bot = world.admin("POST", "/api/users", {"external_id": "bot-1", "account_type": "bot"}).body
    granted = world.admin("POST", f"/api/users/{bot['id']}/roles", {"role": "reviewer"})
    assert granted.status == 200
    keys = f"/api/bot-accounts/{bot['id']}/api-keys"
    full = world.admin("POST", keys, {"name": "full"})
    assert full.status == 201
    read = world.admin("POST", keys, {"name": "read", "scopes": ["read"]}).body
    worker, reader = Client(world.url, full.body["key"]), Client(world.url, read["key"])
    body = {"role": "reviewer", "type": "t"}
    row = worker("POST", "/api/escalations", body)
    assert (row.status, row.body["created_by"]) == (201, bot["id"])
    assert reader("GET", f"/api/escalations/{row.body['id']}").status == 200
    assert reader.refused("POST", "/api/escalations", body) == (403, "key_scope")

    listed = world.admin("GET", keys)
    assert full.body["key"] not in listed.text
    digest = hashlib.sha256(full.body["key"].encode()).hexdigest()
    assert digest not in listed.text
    wrong = full.body["key"][:-1] + ("0" if full.body["key"][-1] != "0" else "1")
    assert Client(world.url, wrong).refused("GET", "/api/me") == (401, "key_valid")
    assert world.admin("DELETE", f"{keys}/{full.body['id']}").status == 200
    assert worker.refused("GET", "/api/me") == (401, "key_valid")


def test_a_password_given_over_http_signs_in(world: World) -> None:
    body = {"external_id": "newcomer", "password": "first password"}
    made = world.admin("POST", "/api/users", body)
    assert made.status == 201
    assert "argon2" not in made.text
    assert login(world, "newcomer", "first password")[0] == 200
    hashed = {"external_id": "sly", "password_hash": world.password_hash}
    assert world.admin("POST", "/api/users", hashed).field == "password_hash"


def test_no_password_is_hashed_for_whoever_is_nobody(world: World) -> None:
    # Whether it is too long is told by who hashes.
    body = {"external_id": "newcomer", "password": "x" * 1025}
    nobody = Client(world.url, "rl_0123456789abcdef_secret")
    assert nobody.refused("POST", "/api/users", body) == (401, "key_valid")
    gone = Client(world.url, issue(SECRET, str(uuid4()))[0])
    assert gone("POST", "/api/users", body).status == 401
    assert world.admin("POST", "/api/users", body).field == "password"
