"""docs/settings.md and the list of settings: whole, in words, and without a secret."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError
from structlog.testing import capture_logs
from tools import settings as page

from rowlock.settings import FOR_TESTS, OTHER, Settings
from rowlock.settings_list import (
    hidden,
    misspelt,
    problem,
    set_by,
    told,
    variables,
    warn_of_misspelt,
)

ROOT = Path(__file__).parents[1]
BY_NAME = {v.name: v for v in variables()}


def test_the_page_is_what_the_settings_say() -> None:
    assert page.PAGE.read_text(encoding="utf-8") == page.page(), "run `make docs`"


@pytest.mark.parametrize("name", BY_NAME)
def test_every_setting_has_a_sentence(name: str) -> None:
    assert re.match(r"[A-Z]\S* \S+ .*[.)]$", BY_NAME[name].about)


def test_every_variable_that_the_code_reads_is_listed() -> None:
    sources = "".join(p.read_text(encoding="utf-8") for p in (ROOT / "py").rglob("*.py"))
    read = set(re.findall(r"environ(?:\.get\(|\[)\"(\w+)\"", sources))
    assert read and read <= {*BY_NAME, *OTHER}
    assert not {*BY_NAME} & ({*OTHER} | FOR_TESTS)


@pytest.mark.parametrize(
    "given, shown",
    [
        ("postgresql://app:word@db.example:6432/x",
         "host=db.example port=6432 dbname=x user=app password=***"),
        ("host=h password=word dbname=x", "host=h dbname=x password=***"),
        ("host=h sslpassword=word", "host=h sslpassword=***"),
        ("not a connection string: word", "***"),
    ],
)  # fmt: skip
def test_of_a_connection_string_the_password_is_hidden(given: str, shown: str) -> None:
    assert hidden(BY_NAME["DATABASE_URL"], SecretStr(given)) == shown


def test_other_secrets_are_hidden_whole() -> None:
    for variable in variables():
        secret = re.search(r"SECRET|TOKEN|PASSWORD|DSN|DATABASE_URL", variable.name) is not None
        assert variable.secret is secret, variable.name
    assert hidden(BY_NAME["ROWLOCK_JWT_SECRET"], SecretStr("word")) == "***"


def test_names_that_are_not_ours_are_told_with_what_was_meant() -> None:
    given = {
        "ROWLOCK_POOLSIZE": "3", "ROWLOCK_DATABASE_URL": "x", "ROWLOCK_ZZZ": "1",
        "rowlock_port": "1", "ROWLOCK_ACTOR": "a", "ROWLOCK_PG_BINDIR": "/", "HOME": "/",
    }  # fmt: skip
    assert dict(misspelt(given)) == {
        "ROWLOCK_DATABASE_URL": "DATABASE_URL",
        "ROWLOCK_POOLSIZE": "ROWLOCK_POOL_SIZE",
        "ROWLOCK_ZZZ": None,
    }
    assert set_by(BY_NAME["ROWLOCK_PORT"], given)


def test_the_service_warns_of_them_in_one_line() -> None:
    with capture_logs() as lines:
        warn_of_misspelt({"ROWLOCK_ACTOR": "a"})
        assert lines == []
        warn_of_misspelt({"ROWLOCK_POOLSIZE": "secret", "ROWLOCK_ZZZ": "secret"})
    assert [line["log_level"] for line in lines] == ["warning"]
    assert lines[0]["meant"] == {"ROWLOCK_POOLSIZE": "ROWLOCK_POOL_SIZE"}
    assert "secret" not in str(lines)


def test_an_empty_variable_is_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ROWLOCK_JWT_SECRET", "ROWLOCK_PORT", "ROWLOCK_CORS_ORIGINS"):
        monkeypatch.setenv(name, "")
    settings = Settings(database_url=SecretStr("host=h"))
    assert (settings.port, settings.jwt_secret, settings.cors_origins) == (8080, None, ())


def test_a_wrong_value_is_told_by_the_name_of_its_variable() -> None:
    with pytest.raises(ValidationError) as e:
        Settings(database_url=SecretStr("host=h"), port=99999, pool_size=0)
    assert re.fullmatch(r"ROWLOCK_PORT: .* 65535; ROWLOCK_POOL_SIZE: .* 1", problem(e.value))


def test_values_are_told_as_the_environment_takes_them() -> None:
    told_ = [told(v) for v in (True, False, None, (), ("a", "b"), 2.0, 0.5, 10, "x")]
    assert told_ == ["on", "off", "", "", "a,b", "2", "0.5", "10", "x"]


def test_a_connection_string_that_cannot_be_read_is_not_told() -> None:
    dsn = "postgres//app:geheim@h/db"
    with pytest.raises(ValidationError) as e:
        Settings(DATABASE_URL=dsn, read_dsn=dsn)  # type: ignore[arg-type]
    told_ = problem(e.value)
    assert re.match("DATABASE_URL: .*give an address.*; ROWLOCK_READ_DSN: ", told_)
    assert "geheim" not in told_ + str(e.value)
