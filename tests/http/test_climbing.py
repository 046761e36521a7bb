"""What an admin of one role tries in order to become more than that."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .conftest import PASSWORD, World
from .idp import AUDIENCE, ISSUER, Idp, idp_server
from .service import Client, serving, settings_for


@pytest.fixture(scope="module")
def mallory(world: World) -> tuple[str, Client]:
    user = world.user("mallory", ("reviewer", {"type": "admin"}))
    return user, world.client(user)


@pytest.fixture(scope="module")
def idp() -> Iterator[Idp]:
    with idp_server() as made:
        made.add("one")
        yield made


@pytest.fixture(scope="module")
def issuing(world: World, dsn: str, idp: Idp) -> Iterator[str]:
    given = {"oidc_issuer": ISSUER, "oidc_audience": AUDIENCE, "oidc_jwks": idp.url}
    with serving(settings_for(dsn, oidc_roles_claim="groups", **given)) as url:
        yield url


@pytest.mark.slow
def test_a_session_opened_before_the_first_sight_gains_nothing(
    world: World, mallory: tuple[str, Client], issuing: str, idp: Idp
) -> None:
    _, client = mallory
    prepared = client("POST", "/api/users", {"external_id": "ceo", "password": PASSWORD}).body["id"]
    body = {"external_id": "ceo", "password": PASSWORD}
    kept = Client(world.url, world.nobody("POST", "/api/auth/login", body).body["token"])
    assert client("PATCH", f"/api/users/{prepared}", {"password": None}).status == 200

    seen = Client(issuing, idp.token("ceo", groups=["planner"]))("GET", "/api/me").body
    assert seen["actor"] == prepared
    assert kept("GET", "/api/me").body["write_all"] == seen["write_all"] == []
    # The same without a password: nobody else can be signed in.
    client("POST", "/api/users", {"external_id": "cfo"})
    cfo = Client(issuing, idp.token("cfo", groups=["planner"]))("GET", "/api/me").body
    assert cfo["write_all"] == ["planner"]
    path = f"/api/users/{cfo['actor']}"
    assert client("PATCH", path, {"password": PASSWORD}).code == (403, "user_owner")
    assert client("PATCH", path, {"external_id": "was-cfo"}).code == (403, "user_owner")


OWN = "/api/users/{me}"
TRIES = [
    ("POST", "/api/users/{me}/roles", {"role": "reviewer", "type": "superadmin"}),
    ("POST", "/api/users/{me}/roles", {"role": "admin", "type": "admin"}),
    ("POST", "/api/users/{me}/roles", {"role": "superadmin"}),
    ("POST", "/api/bot-accounts/{me}/roles", {"role": "reviewer", "type": "superadmin"}),
    ("POST", "/api/users/{root}/roles", {"role": "reviewer", "write_scope": "none"}),
    ("DELETE", "/api/users/{root}/roles/superadmin", None),
    ("DELETE", "/api/bot-accounts/{root}/roles/superadmin", None),
    ("PATCH", "/api/users/{root}", {"password": PASSWORD}),
    ("PATCH", "/api/users/{root}", {"external_id": "former root"}),
    ("PATCH", "/api/users/{me}", {"status": "active"}),
    ("PATCH", "/api/users/{root}/metadata", {"assign": {"x": 1}}),
    ("POST", "/api/users/{root}/personas", {"key": "ladder"}),
    ("PUT", "/api/personas/ladder/roles/admin", {}),
    ("PUT", "/api/personas/ladder/roles/superadmin", {}),
    ("POST", "/api/users/{me}/personas", {"key": "planners"}),
    ("DELETE", "/api/personas/planners", None),
    ("POST", "/api/bot-accounts/{bot}/api-keys", {"name": "mine"}),
    ("GET", "/api/bot-accounts/{bot}/api-keys", None),
    ("PATCH", "/api/bot-accounts/{bot}", {"display_name": "x"}),
    ("POST", "/api/roles", {"role": "mine"}),
    ("PATCH", "/api/roles/admin", {"title": "x"}),
    ("DELETE", "/api/roles/reviewer", None),
    ("POST", "/api/escalations", {"role": "planner", "type": "t"}),
]


@pytest.mark.parametrize("method, path, body", TRIES)
def test_no_route_leads_up(
    world: World, mallory: tuple[str, Client], method: str, path: str, body: object
) -> None:
    me, client = mallory
    if world.call("user_find", external_id="wide bot") is None:
        bot = world.bot("wide bot")
        world.call("membership_grant", user_id=bot, role="planner", actor=world.root)
        for key in ("ladder", "planners"):
            world.call("persona_create", key=key, actor=world.root)
        world.call("persona_put_role", key="planners", role="planner", actor=world.root)
    bot = world.call("user_find", external_id="wide bot")["id"]
    before = world.snapshot()
    answer = client(method, path.format(me=me, root=world.root, bot=bot), body)
    assert answer.status == 403, answer.text
    assert world.snapshot() == before


@pytest.mark.parametrize(
    "member", ["account_type", "password_hash", "password_at", "provisioned_at", "type",
               "actor", "created_by", "granted_by_persona", "is_global", "Status", "STATUS"],
)  # fmt: skip
def test_no_member_of_a_body_leads_up(
    world: World, mallory: tuple[str, Client], member: str
) -> None:
    me, client = mallory
    value = f"{world.root}"
    for method, path, body in (
        ("PATCH", f"/api/users/{me}", {}),
        ("POST", "/api/users", {"external_id": "climber"}),
        ("POST", "/api/bot-accounts", {"external_id": "climber"}),
        ("POST", f"/api/users/{me}/roles", {"role": "reviewer"}),
    ):
        if (member, path) in {("account_type", "/api/users"), ("type", f"/api/users/{me}/roles")}:
            continue
        answer = client(method, path, {**body, member: value})
        # The path names the account whatever the body says.
        assert answer.code == (400, "argument_invalid"), (method, path, answer.text)


@pytest.mark.parametrize("role", ["Admin", "ADMIN", "admin ", " admin", "admin\u200b", "ａdmin"])
def test_a_role_of_another_spelling_is_not_the_role(world: World, role: str) -> None:
    made = world.admin("POST", "/api/roles", {"role": role})
    assert made.code == (400, "argument_invalid")
    user = world.user(f"spells {role!r}")
    answer = world.admin("POST", f"/api/users/{user}/roles", {"role": role, "type": "admin"})
    assert answer.code == (400, "argument_invalid")


def test_a_bot_climbs_no_further_than_its_roles(world: World) -> None:
    bot, other = world.bot("climbing bot"), world.bot("other bot")
    world.call("membership_grant", user_id=bot, role="reviewer", type="admin", actor=world.root)
    key = world.call("api_key_mint", user_id=bot, name="k", actor=world.root)["key"]
    client = Client(world.url, key)
    assert client("POST", f"/api/bot-accounts/{bot}/api-keys", {"name": "l"}).status == 201
    given = {"role": "reviewer", "type": "admin"}
    assert client("POST", f"/api/users/{other}/roles", given).status == 200
    path = f"/api/users/{bot}/roles"
    assert client("POST", path, {"role": "planner"}).code == (403, "membership_grantable")
    # What becomes global keeps no key that somebody lesser knows, whoever minted it in whose name.
    world.call("membership_grant", user_id=bot, role="admin", type="admin", actor=world.root)
    rest = world.admin("GET", f"/api/bot-accounts/{bot}/api-keys").body["api_keys"]
    assert [k["name"] for k in rest] == ["k"]
    # A global bot keeps what it mints, whatever else it is granted.
    assert client("POST", f"/api/bot-accounts/{bot}/api-keys", {"name": "m"}).status == 201
    world.call("membership_grant", user_id=bot, role="planner", actor=world.root)
    rest = world.admin("GET", f"/api/bot-accounts/{bot}/api-keys").body["api_keys"]
    assert [k["name"] for k in rest] == ["k", "m"]
