"""The settings of a tenant's part of the service: what is its own, and what it never gets."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic import SecretStr

from rowlock.settings import Settings, StartError
from rowlock.settings_list import misspelt
from rowlock.tenant import Tenant, settings_of

HOME = Settings(
    database_url=SecretStr("dbname=home"),
    listen_dsn=SecretStr("dbname=home port=1"),
    read_dsn=SecretStr("dbname=home port=2"),
    schema_name="rowlock",
    jwt_secret=SecretStr("s" * 32),
    pool_size=9,
    tenant_pool_size=3,
    oidc_issuer="https://id.example.org",
    oidc_audience="home",
    oidc_jwks="/etc/keys.json",
    cors_origins=("https://app.example.org",),
)
ACME = Tenant("acme", "acme_data", None, ("acme.example.org",), False, False, {})


def test_beside_the_home_it_has_its_schema_and_a_pool_of_its_own() -> None:
    made = settings_of(HOME, ACME, {})
    assert (made.schema_name, made.pool_size) == ("acme_data", 3)
    assert (made.database_url, made.listen_dsn, made.read_dsn) == (
        HOME.database_url, HOME.listen_dsn, HOME.read_dsn,
    )  # fmt: skip
    # Whoever signs in at the home by single sign-on is nobody here.
    assert (made.oidc_issuer, made.oidc_jwks, made.cors_origins) == (None, None, ())
    assert settings_of(HOME, replace(ACME, is_own=True), {}) is HOME


def test_what_is_registered_goes_before() -> None:
    own = {"pool_size": 2, "timers": False, "cors_origins": "https://acme.example.org"}
    made = settings_of(HOME, replace(ACME, settings=own), {})
    assert (made.pool_size, made.timers) == (2, False)
    assert made.cors_origins == ("https://acme.example.org",)
    with pytest.raises(StartError, match=r"settings of acme: ROWLOCK_CORS_ORIGINS: .*no origin"):
        settings_of(HOME, replace(ACME, settings={"cors_origins": "acme"}), {})


def test_its_database_is_what_a_variable_says() -> None:
    far = replace(ACME, dsn_name="EU")
    with pytest.raises(StartError, match="ROWLOCK_DSN_EU is not set"):
        settings_of(HOME, far, {"ROWLOCK_DSN_EU": ""})
    env = {"ROWLOCK_DSN_EU": "dbname=eu", "ROWLOCK_DSN_EU_LISTEN": "dbname=eu port=5"}
    made = settings_of(HOME, far, env)
    assert made.database_url.get_secret_value() == "dbname=eu"
    assert made.listen_dsn is not None
    assert made.listen_dsn.get_secret_value() == "dbname=eu port=5"
    # The home's replica has nothing of it.
    assert made.read_dsn is None
    for variable in ("ROWLOCK_DSN_EU", "ROWLOCK_DSN_EU_READ"):
        with pytest.raises(StartError, match=f"^{variable}: give an address") as e:
            settings_of(HOME, far, {**env, variable: "postgres//eu:geheim@h/eu"})
        assert "geheim" not in str(e.value)
    assert dict(misspelt({**env, "ROWLOCK_DNS_EU": "x"})).keys() == {"ROWLOCK_DNS_EU"}


def test_a_session_is_of_the_tenant_and_its_registry() -> None:
    assert ACME.place(HOME).realm == "rowlock/acme"
    other = HOME.model_copy(update={"schema_name": "other"})
    assert ACME.place(other).realm == "other/acme"
    assert replace(ACME, name="main", is_own=True).place(HOME).realm == "rowlock"
