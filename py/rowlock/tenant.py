"""One tenant as the registry tells it, and the settings of its part of the service. Asks nobody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict
from pydantic import SecretStr, ValidationError

from rowlock.settings import NO_DSN, TENANT_DSN, Settings, StartError
from rowlock.settings_list import problem

# Of whom a tenant is signed in, and who may ask, is its own: nothing of it comes from the process.
OWN = (
    "cors_origins",
    "oidc_audience",
    "oidc_claim",
    "oidc_issuer",
    "oidc_jwks",
    "oidc_roles",
    "oidc_roles_claim",
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where an application answers: for which tenant, and who takes its sessions."""

    tenant: str
    realm: str


@dataclass(frozen=True, slots=True)
class Tenant:
    """A row of the registry."""

    name: str
    schema_name: str
    dsn_name: str | None
    hosts: tuple[str, ...]
    is_default: bool
    is_own: bool
    settings: Mapping[str, object]

    @classmethod
    def of(cls, row: Mapping[str, object]) -> Tenant:
        """The tenant that a row of namespace_list_served is."""
        made = cls(**row)  # type: ignore[arg-type]
        return cls(**{**row, "hosts": tuple(made.hosts)})  # type: ignore[arg-type]

    def serves_as(self, other: Tenant) -> bool:
        """Whether what runs for this one can go on for the other: it differs in hosts alone."""
        return (self.schema_name, self.dsn_name, self.settings) == (
            other.schema_name,
            other.dsn_name,
            other.settings,
        )

    def place(self, home: Settings) -> Place:
        """The tenant that holds the registry keeps the sessions that it has without the others."""
        realm = home.schema_name if self.is_own else f"{home.schema_name}/{self.name}"
        return Place(self.name, realm)


def _dsn(variable: str, environment: Mapping[str, str]) -> SecretStr | None:
    if not (dsn := environment.get(variable)):
        return None
    try:
        conninfo_to_dict(dsn)
    except ProgrammingError:
        # What libpq says of it quotes it, with its password.
        raise StartError(f"{variable}: {NO_DSN}") from None
    return SecretStr(dsn)


def settings_of(home: Settings, tenant: Tenant, environment: Mapping[str, str]) -> Settings:
    """The settings of the process as they are for one tenant; StartError says what is wrong."""
    if tenant.is_own:
        return home
    given = {
        **home.model_dump(),
        **{name: Settings.model_fields[name].default for name in OWN},
        "schema_name": tenant.schema_name,
        "pool_size": home.tenant_pool_size,
        **tenant.settings,
    }
    if tenant.dsn_name is not None:
        variable = f"{TENANT_DSN}{tenant.dsn_name}"
        if not environment.get(variable):
            raise StartError(f"{variable} is not set; it is the database of {tenant.name}")
        for field, more in (("database_url", ""), ("listen_dsn", "_LISTEN"), ("read_dsn", "_READ")):
            given[field] = _dsn(f"{variable}{more}", environment)
    try:
        return Settings(**given)
    except ValidationError as e:
        raise StartError(f"settings of {tenant.name}: {problem(e)}") from e
