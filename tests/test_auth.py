"""Tokens that were verified before: good until they end, and not a second longer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo

import jwt
import pytest

from rowlock import auth
from rowlock.errors import Refusal

SECRET = "a secret of the tests, long enough"
REALM = "rowlock"
USER = "00000000-0000-4000-8000-000000000000"


def test_a_token_that_was_good_ends_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    ends = datetime.now(UTC).replace(microsecond=0) + timedelta(hours=1)
    token = jwt.encode({"iss": REALM, "sub": USER, "exp": ends}, SECRET, algorithm="HS256")
    found = auth._session(SECRET, REALM, token)
    assert (found.name, found.ends_at) == (USER, ends)
    assert auth._session(SECRET, REALM, token) is found

    class Later(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:
            return ends

    monkeypatch.setattr(auth, "datetime", Later)
    with pytest.raises(Refusal) as caught:
        auth._session(SECRET, REALM, token)
    assert (caught.value.status, caught.value.code) == (401, "session_valid")


def test_a_token_is_good_for_its_own_secret_alone() -> None:
    token, _ = auth.issue(SECRET, USER)
    assert auth._session(SECRET, REALM, token).name == USER
    with pytest.raises(Refusal):
        auth._session("another secret of thirty-two bytes", REALM, token)
    with pytest.raises(Refusal):
        auth._session(SECRET, REALM, token[:-2])


def test_a_token_is_good_where_it_was_issued_alone() -> None:
    token, _ = auth.issue(SECRET, USER, "rowlock/acme")
    assert auth._session(SECRET, "rowlock/acme", token).name == USER
    without = jwt.encode(
        {"sub": USER, "exp": datetime.now(UTC) + timedelta(hours=1)}, SECRET, algorithm="HS256"
    )
    for other, realm in ((token, REALM), (token, "rowlock/acme2"), (without, REALM)):
        with pytest.raises(Refusal):
            auth._session(SECRET, realm, other)
