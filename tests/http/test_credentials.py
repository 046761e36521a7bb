"""Credentials over HTTP: a secret goes in, and comes out for whoever has its token."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest

from rowlock.secrets_box import Box, UnreadableError, make_box, parse_key
from rowlock.settings import StartError, secret_keys

from .conftest import World
from .service import SECRET_KEY, Answer, Client, serving, settings_for

STORE, EXCHANGE = "/api/credentials", "/api/credentials/exchange"
OLD_KEY = "0d" * 32


@pytest.fixture(scope="module")
def bearer(world: World) -> Client:
    """Somebody without any role."""
    return world.client(world.user("bearer"))


def stored(world: World, value: object = "s3cret", **more: object) -> str:
    answer = world.admin("POST", STORE, {"value": value, **more})
    assert answer.status == 201, answer.text
    return str(answer.body["token"])


def exchanged(client: Client, token: str, **more: object) -> Answer:
    return client("POST", EXCHANGE, {"token": token, **more})


def test_whoever_has_the_token_gets_the_secret_once(world: World, bearer: Client) -> None:
    made = world.admin("POST", STORE, {"value": "s3cret", "label": "pin"})
    assert made.status == 201
    assert {"value", "bound_ref"} & made.body.keys() == set()
    assert (made.body["max_uses"], made.body["use_count"]) == (1, 0)
    token = made.body["token"]
    first = exchanged(bearer, token)
    assert first.status == 200
    assert (first.body["value"], first.body["label"], first.body["uses_left"]) == (
        "s3cret", "pin", 0,
    )  # fmt: skip
    assert exchanged(bearer, token).code == (409, "credential_used")
    assert exchanged(bearer, str(uuid4())).code == (404, "credential_exists")


@pytest.mark.parametrize(
    "text",
    ['"é🔑 \\u0000 \\ud800"', "0.10", "1e400", '{"user": "u", "n": [1, null]}', "false", '""'],
)
def test_a_secret_comes_back_as_it_went_in(world: World, bearer: Client, text: str) -> None:
    raw = f'{{"value": {text}}}'.encode()
    answer = world.admin("POST", STORE, raw=raw)
    assert answer.status == 201, answer.text
    got = exchanged(bearer, answer.body["token"])
    assert f'"value": {text}}}' in got.text


def test_the_text_that_stands_in_an_answer_is_exchanged_too(world: World, bearer: Client) -> None:
    token = stored(world, label="a:b")
    assert exchanged(bearer, f"eph:v1:a:b:{token}").body["value"] == "s3cret"
    for bad in ("eph:v1:pin:", "eph:v1:pin:x", "no token"):
        assert (exchanged(bearer, bad).status, exchanged(bearer, bad).field) == (400, "token")


def test_it_can_bind_to_who_comes_first(world: World, bearer: Client) -> None:
    token = stored(world, bindOnUse=True)
    assert [exchanged(bearer, token, ref="run-7").status for _ in range(2)] == [200, 200]
    assert exchanged(bearer, token, ref="run-8").code == (409, "credential_bound")
    mine = stored(world, bind_on_use=True)
    assert [exchanged(bearer, mine).status for _ in range(2)] == [200, 200]
    assert exchanged(world.admin, mine).code == (409, "credential_bound")


def test_it_is_revoked_by_who_stored_it(world: World, bearer: Client) -> None:
    token = stored(world)
    assert bearer("DELETE", f"{STORE}/{token}").code == (403, "credential_owner")
    assert world.admin("DELETE", f"{STORE}/{token}").body["token"] == token
    assert exchanged(bearer, token).code == (404, "credential_exists")
    mine = bearer("POST", STORE, {"value": "x"}).body["token"]
    assert bearer("DELETE", f"{STORE}/{mine}").status == 200


BAD = [
    ({}, "value"),
    ({"value": None}, "value"),
    ({"value": "x" * 65_507}, "value"),
    ({"value": "x", "max_uses": -1}, "max_uses"),
    ({"value": "x", "maxUses": 1.5}, "max_uses"),
    ({"value": "x", "ttl_seconds": 0}, "ttl_seconds"),
    ({"value": "x", "ttl_seconds": None}, "ttl_seconds"),
    ({"value": "x", "label": "l" * 201}, "label"),
    ({"value": "x", "bind_on_use": "yes"}, "bind_on_use"),
    ({"value": "x", "token": str(uuid4())}, "token"),
    ({"value": "x", "key_id": "k"}, "key_id"),
]


@pytest.mark.parametrize("body, field", BAD)
def test_what_cannot_be_stored_is_named(world: World, body: dict[str, object], field: str) -> None:
    before = world.conn.execute("select count(*) from rowlock.ephemeral_credential").fetchone()
    answer = world.admin("POST", STORE, body)
    assert (*answer.code, answer.field) == (400, "argument_invalid", field)
    after = world.conn.execute("select count(*) from rowlock.ephemeral_credential").fetchone()
    assert before == after


def test_the_largest_secret_is_kept(world: World, bearer: Client) -> None:
    token = stored(world, "x" * 65_506)
    assert exchanged(bearer, token).body["value"] == "x" * 65_506


def test_the_table_holds_ciphertext_of_this_token_and_label(world: World, bearer: Client) -> None:
    tokens = [stored(world, "hidden", label="pin") for _ in range(2)]
    rows = world.conn.execute(
        "select value, key_id from rowlock.ephemeral_credential where token = any(%s::uuid[])",
        [tokens],
    ).fetchall()
    assert all(b"hidden" not in value for value, _ in rows)
    assert rows[0][0] != rows[1][0]
    assert {key_id for _, key_id in rows} == {Box(bytes.fromhex(SECRET_KEY)).key_id}
    # Moved to another row, or under another label, it is not read, and no use is spent.
    swap = (
        "update rowlock.ephemeral_credential c set value = o.value"
        " from rowlock.ephemeral_credential o where c.token = %s and o.token = %s"
    )
    world.conn.execute(swap, tokens)
    assert exchanged(bearer, tokens[0]).code == (422, "credential_readable")
    label = "update rowlock.ephemeral_credential set label = 'other' where token = %s"
    world.conn.execute(label, [tokens[1]])
    assert exchanged(bearer, tokens[1]).code == (422, "credential_readable")
    for token in tokens:
        assert world.call("credential_peek", token=token, actor=world.root)["use_count"] == 0


@pytest.mark.slow
def test_keys_rotate(world: World, dsn: str) -> None:
    def on(token: str, **keys: str | None) -> Answer:
        with serving(settings_for(dsn, **keys)) as url:
            return exchanged(Client(url, world.admin.token), token)

    token = stored(world, "of before", max_uses=0)
    unknown = on(token, secret_key=OLD_KEY)
    assert unknown.code == (422, "secret_key_unknown")
    assert on(token, secret_key=OLD_KEY, secret_keys_old=f"{SECRET_KEY}").body["value"] == (
        "of before"
    )
    assert world.call("credential_peek", token=token, actor=world.root)["use_count"] == 1


def test_without_a_key_no_secret_is_taken_or_given(world: World, dsn: str) -> None:
    token = stored(world)
    with serving(settings_for(dsn, secret_key=None)) as url:
        client = Client(url, world.admin.token)
        assert client("POST", STORE, {"value": "x"}).code == (422, "secret_key_missing")
        assert exchanged(client, token).code == (422, "secret_key_missing")
        assert Client(url, "rl_no_key")("POST", STORE, {"value": "x"}).code == (401, "key_valid")
        assert client("DELETE", f"{STORE}/{token}").status == 200


BYTES = bytes(range(32))
SPELLINGS = [
    BYTES.hex(),
    BYTES.hex().upper(),
    "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
    "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
]


def test_a_key_is_32_bytes_in_hex_or_base64() -> None:
    assert {parse_key(text) for text in SPELLINGS} == {BYTES}
    assert parse_key("_-" + "A" * 41) == parse_key("/+" + "A" * 41 + "=")
    for bad in ("", "x", "ab" * 31, "ab" * 33, "é" * 43, "AAEC AwQF", "*" * 43):
        assert parse_key(bad) is None


BAD_KEYS: list[dict[str, str | None]] = [
    {"secret_key": "too short to be one"},
    {"secret_key": SECRET_KEY, "secret_keys_old": f"{OLD_KEY},weak secret"},
    {"secret_key": None, "secret_keys_old": OLD_KEY},
]


@pytest.mark.parametrize("keys", BAD_KEYS)
def test_a_bad_key_stops_the_start_and_is_not_told(dsn: str, keys: dict[str, str | None]) -> None:
    with pytest.raises(StartError, match="ROWLOCK_SECRET_KEY") as refused:
        make_box(*secret_keys(settings_for(dsn, **keys)))
    assert "short" not in str(refused.value) and "weak" not in str(refused.value)


def test_the_box_reads_what_it_sealed_and_nothing_else() -> None:
    box, token = Box(BYTES), str(uuid4())
    sealed = box.seal(token, "pin", json.dumps("4711"))
    assert box.open(token, "pin", box.key_id, sealed) == '"4711"'
    assert len({box.seal(token, "pin", "x") for _ in range(100)}) == 100
    for changed in (sealed[:-1] + bytes([sealed[-1] ^ 1]), sealed[:27], b""):
        with pytest.raises(UnreadableError):
            box.open(token, "pin", box.key_id, changed)
    with pytest.raises(UnreadableError):
        Box(bytes(32)).open(token, "pin", box.key_id, sealed)
    assert box.digest("4711") == Box(BYTES).digest("4711") != Box(bytes(32)).digest("4711")
