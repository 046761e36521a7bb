"""Settings of the service, from the environment. Knows no other module of ours."""

from __future__ import annotations

import re
from ipaddress import ip_network
from typing import Annotated, Literal

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr
from pydantic.config import JsonDict
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

SECRET_BYTES = 32
# A connection string: its password is hidden, the rest may be seen.
_DSN: JsonDict = {"dsn": True}
_HOST = re.compile(r"(?=.*[A-Za-z])[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")
_ORIGIN = re.compile(r"https?://[a-z0-9.-]+(:[0-9]{1,5})?|https?://\[[0-9a-f:]+\](:[0-9]{1,5})?")


def _targets(given: object) -> tuple[str, ...]:
    words = [w.strip() for w in given.split(",")] if isinstance(given, str) else given
    if not isinstance(words, list | tuple):
        raise ValueError("give hosts and networks, separated by commas")
    for word in filter(None, words):
        if not _HOST.fullmatch(word):
            try:
                ip_network(word, strict=False)
            except ValueError:
                raise ValueError(f"{word} is neither a host nor a network") from None
    return tuple(word for word in words if word)


def _origins(given: object) -> tuple[str, ...]:
    words = [w.strip() for w in given.split(",")] if isinstance(given, str) else given
    if not isinstance(words, list | tuple):
        raise ValueError("give origins, separated by commas")
    for word in words:
        if word and not _ORIGIN.fullmatch(word):
            raise ValueError(f"{word} is no origin; give scheme, host and port alone")
    return tuple(word for word in words if word)


def _connection(given: SecretStr) -> SecretStr:
    try:
        conninfo_to_dict(given.get_secret_value())
    except ProgrammingError:
        # What libpq says of it quotes it, with its password.
        raise ValueError(NO_DSN) from None
    return given


NO_DSN = "give an address, as postgresql://…, or key=value words"
Dsn = Annotated[SecretStr, AfterValidator(_connection)]


class Settings(BaseSettings):
    """`ROWLOCK_<NAME>` for each field, and DATABASE_URL; docs/settings.md is made from them."""

    model_config = SettingsConfigDict(
        env_prefix="ROWLOCK_",
        env_ignore_empty=True,
        populate_by_name=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    database_url: Dsn = Field(
        validation_alias="DATABASE_URL",
        description="The database, as an address or as `key=value` words. Without it `rowlock up` "
        "runs a server of its own, and the other commands talk to that.",
        json_schema_extra=_DSN,
    )
    listen_dsn: Dsn | None = Field(
        None,
        description="A direct connection for LISTEN, where DATABASE_URL is a pooler's.",
        json_schema_extra=_DSN,
    )
    read_dsn: Dsn | None = Field(
        None,
        description="A streaming replica of the database, which answers reads as far as it has "
        "all that the primary has; with the login of DATABASE_URL (docs/operations.md).",
        json_schema_extra=_DSN,
    )
    read_max_lag: Annotated[float, Field(gt=0, le=60)] = Field(
        1.0,
        description="Seconds a read waits for the replica to catch up; while it is further "
        "behind, the primary answers at once.",
    )
    schema_name: str = Field(
        "rowlock",
        validation_alias="ROWLOCK_SCHEMA",
        pattern=r"^[a-z][a-z0-9_]{0,39}$",
        description="The name that the schema is installed under.",
    )
    tenants: bool = Field(
        False,
        description="Serve all tenants of the registry in that schema, by host or by header "
        "(docs/tenants.md).",
    )
    tenant_pool_size: Annotated[int, Field(ge=1, le=500)] = Field(
        4,
        description="Connections for requests to each tenant but the one that holds the registry; "
        "up to six more follow its journal, run its timers, send its webhooks and are measured.",
    )
    host: str = Field("127.0.0.1", description="The address to listen on; `::` is every one.")
    port: Annotated[int, Field(ge=0, le=65535)] = Field(
        8080, description="The port to listen on; 0: any that is free."
    )
    jwt_secret: SecretStr | None = Field(
        None,
        description="Signs session tokens. At least 32 bytes, else the service refuses to start; "
        "with a server of its own it makes one and keeps it beside the data.",
    )
    secret_key: SecretStr | None = Field(
        None,
        description="Encrypts secrets that are handed over by token (docs/credentials.md): 32 "
        "bytes, as hex or base64. Without it no secret is taken; with a server of its own the "
        "service makes one and keeps it beside the data.",
    )
    secret_keys_old: SecretStr | None = Field(
        None,
        description="Keys of before, separated by commas: they decrypt what was stored with them.",
    )
    cors_origins: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_origins)] = Field(
        (),
        description="Origins whose pages may ask by bearer token, as `https://app.example.org`, "
        "separated by commas. The session cookie stays for pages of this service alone.",
    )
    oidc_issuer: str | None = Field(
        None, description="Take bearer tokens of this OpenID Connect issuer, as its iss says."
    )
    oidc_audience: str | None = Field(None, description="What their aud has to name.")
    oidc_jwks: str | None = Field(
        None, description="The issuer's public keys: a file, or an https address."
    )
    oidc_claim: Annotated[str, Field(min_length=1)] = Field(
        "sub", description="The claim that is the external id of the account."
    )
    oidc_roles_claim: str | None = Field(
        None, description="The claim that lists groups or roles; a.b is a claim within a claim."
    )
    oidc_roles: str = Field(
        "", description="What a group is here, as group=role,group=role; empty: as the claim says."
    )
    cookie_secure: bool | None = Field(
        None, description="Mark the session cookie Secure; unset: when the request came by TLS."
    )
    trusted_proxies: Annotated[int, Field(ge=0, le=10)] = Field(
        0, description="How many proxies in front of the service append to X-Forwarded-For."
    )
    pool_size: Annotated[int, Field(ge=1, le=500)] = Field(
        10,
        description="Connections to the database for requests, and as many to a replica; one more "
        "follows the journal.",
    )
    pool_wait: Annotated[float, Field(gt=0, le=60)] = Field(
        5.0, description="Seconds a request waits for a connection before 503."
    )
    body_timeout: Annotated[float, Field(gt=0, le=600)] = Field(
        30.0, description="Seconds a client may take to send a body before 408."
    )
    lock_timeout: Annotated[float, Field(gt=0)] = Field(
        2.0, description="Seconds a statement waits for a lock before 503."
    )
    statement_timeout: Annotated[float, Field(gt=0)] = Field(
        30.0, description="Seconds a statement may take before 504."
    )
    timers: bool = Field(
        True,
        description="Run the background timers (on), or leave them to pg_cron or others (off).",
    )
    webhooks: bool = Field(
        True,
        description="Send webhooks from this process (docs/webhooks.md); it needs the secret key.",
    )
    webhook_allow: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_targets)] = Field(
        (),
        description="Private targets that webhooks may reach all the same: names of hosts, "
        "addresses, and networks as `10.1.0.0/16`, separated by commas.",
    )
    metrics: Literal["auto", "on", "off"] = Field(
        "auto",
        description="Who may read /metrics without a token: everybody (on), nobody (off), "
        "or everybody while the service listens on this machine alone, with no proxy (auto).",
    )
    metrics_token: SecretStr | None = Field(
        None, description="With it, /metrics wants this as bearer token, wherever it is asked from."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info",
        description="What is logged at least; debug adds runs of timers and probes of health.",
    )
    stop_delay: Annotated[float, Field(ge=0, le=60)] = Field(
        0.0, description="Seconds between a 503 of /readyz and the end of listening, for balancers."
    )


# With what the registry calls the database of a tenant behind it; then _LISTEN, or _READ.
TENANT_DSN = "ROWLOCK_DSN_"
# Variables that are read elsewhere: the command line, the embedded server, the tests.
OTHER = {
    "ROWLOCK_ACTOR": "Who acts in commands, by external id; else the first admin of an embedded "
    "server. `--as` goes before it.",
    "ROWLOCK_DSN_<NAME>": "The database of tenants that are registered with this dsn_name; a "
    "secret. `ROWLOCK_DSN_<NAME>_LISTEN` and `ROWLOCK_DSN_<NAME>_READ` are to it what "
    "`ROWLOCK_LISTEN_DSN` and `ROWLOCK_READ_DSN` are to DATABASE_URL.",
    "ROWLOCK_PG_BINDIR": "The folder of the Postgres binaries that the embedded server runs.",
    "ROWLOCK_URL": "The service that `rowlock worker` and `rowlock demo` speak to; `--url` goes "
    "before it.",
    "ROWLOCK_KEY": "The API key of `rowlock worker`, of a bot and with the scope host; a secret.",
    "XDG_STATE_HOME": "Where a worker keeps what it does, in a folder `rowlock/worker/<host>`; "
    "`--data` goes before it.",
    "XDG_DATA_HOME": "Where the embedded server's data goes, in a folder `rowlock`; `--data` goes "
    "before it.",
}
FOR_TESTS = frozenset({"ROWLOCK_TEST_IMAGE", *(f"ROWLOCK_PG{n}_BINDIR" for n in range(15, 19))})


class StartError(Exception):
    """The service does not start; the text says why and what to do."""


def jwt_secret(settings: Settings) -> str:
    """The signing secret, or a refusal to start without a strong one."""
    secret = settings.jwt_secret.get_secret_value() if settings.jwt_secret else ""
    if len(secret.encode()) < SECRET_BYTES:
        raise StartError(
            f"ROWLOCK_JWT_SECRET must have at least {SECRET_BYTES} bytes; "
            "make one with: openssl rand -hex 32"
        )
    return secret


def secret_keys(settings: Settings) -> tuple[str | None, str | None]:
    """The key that encrypts secrets, and those of before, as they are written."""
    first, older = (
        key.get_secret_value() if key else None
        for key in (settings.secret_key, settings.secret_keys_old)
    )
    return first, older
