"""Administration of people, bots and personas: what is offered, done, refused, and how it looks."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.http.conftest import World
from tests.http.service import Client

from .conftest import Opener, person
from .looks import WIDTHS, faults_of
from .window import Window

LONG = "Wolfeschlegelsteinhausenbergerdorff" * 5
HOSTILE = (
    LONG,
    "<img src=x onerror=\"hurt('i')\"><script>hurt('s')</script>",
    "\u05d0\u05d1\u05d2 \u0645\u0631\u062d\u0628\u0627 \u202eright to left",
    "\U0001f469\u200d\U0001f680" * 40,
    "word " * 39 + "words",
)


@pytest.fixture(scope="module", autouse=True)
def scene(world: World) -> dict[str, str]:
    """An office: a chief of reviewers, a clerk, hostile names, a bot with a key, a persona."""
    with world.conn.transaction():
        ids = {
            "chief": person(world, "chief", "Chief", ("reviewer", {"type": "admin"})),
            "ada": person(world, "ada", "Ada Lovelace", ("reviewer", {"write_scope": "self"})),
            "wide": person(world, "wide", "Wide", ("reviewer", {}), ("engineer", {})),
            "bot": world.bot("nightly"),
            "roamer": world.bot("roamer"),
        }
        for i, name in enumerate(HOSTILE):
            made = world.user(f"hostile-{i}", ("reviewer", {}))
            patch = json.dumps({"display_name": name, "email": f"h{i}@example.org"})
            world.call("user_patch", id=made, patch=patch, actor=world.root)
            ids[f"hostile-{i}"] = made
        for i in range(50):
            world.user(f"staff-{i:02}")
        for bot, role in (("bot", "reviewer"), ("roamer", "engineer")):
            world.call("membership_grant", user_id=ids[bot], role=role, actor=world.root)
        world.call("api_key_mint", user_id=ids["bot"], name="old", actor=world.root)
        world.call("persona_create", key="clerk", title="Front desk", actor=world.root)
        world.call(
            "persona_put_role",
            key="clerk",
            role="planner",
            relationship="read-all",
            actor=world.root,
        )
    return ids


def roles(world: World, user: str) -> dict[str, Any]:
    """The memberships of an account by role."""
    found = world.call_all("membership_list", user_id=user, actor=world.root)
    return {m["role"]: (m["type"], m["read_scope"], m["write_scope"]) for m in found}


def dialog(own: Window) -> Any:
    return own.page.get_by_role("dialog")


def press(own: Window, label: str) -> None:
    """A button of the dialog."""
    dialog(own).get_by_role("button", name=label, exact=True).click()


def choose(own: Window, name: str) -> None:
    """One of the options of the dialog."""
    dialog(own).locator("label.option strong").get_by_text(name, exact=True).click()


def record(world: World, user: str) -> dict[str, Any]:
    return dict(world.call("user_get", id=user, actor=world.root))


def test_people_are_found_filtered_and_paged(
    world: World, scene: dict[str, str], windows: Opener
) -> None:
    own = windows(world.root).open("/admin/users").live()
    own.sees("nav[aria-label=Pages] a[aria-current=page]").to_have_text("Admin")
    own.sees(".total").to_have_text("59 people")
    own.page.get_by_role("link", name="Next").click()
    own.sees("tbody tr").to_have_count(9)
    assert own.page.url.endswith("?page=2")
    search = own.page.get_by_label("Search")
    search.press_sequentially("h4@EXAMPLE")
    own.sees(".total").to_have_text("1 person")
    own.sees(search).to_be_focused()
    assert own.page.url.endswith("?search=h4%40EXAMPLE")
    own.page.go_back()
    own.sees("tbody tr").to_have_count(9)
    own.sees(search).to_have_value("")
    own.page.get_by_label("Role", exact=True).select_option("reviewer")
    own.page.get_by_label("Type").select_option("admin")
    own.sees("tbody tr").to_have_count(1)
    own.sees("tbody th").to_have_text("Chief")
    own.sees("tbody tr").to_contain_text("reviewer (admin)")
    world.call(
        "membership_grant", user_id=scene["ada"], role="reviewer", type="admin", actor=world.root
    )
    own.sees("tbody tr").to_have_count(2)
    world.call(
        "membership_grant",
        user_id=scene["ada"], role="reviewer", write_scope="self", actor=world.root,
    )  # fmt: skip
    own.page.get_by_label("Status").select_option("suspended")
    own.sees(".accounts").to_contain_text("No person fits these filters.")
    own.page.get_by_role("link", name="Clear filters").click()
    own.sees(".total").to_have_text("59 people")
    own.open("/admin/users?page=7").sees(".accounts").to_contain_text("There is no page 7.")
    own.open("/admin/users?page=x&status=gone")
    own.sees(".panel.fault").to_contain_text("Active, inactive or suspended.")


def test_hostile_names_are_text_and_fit(
    world: World, scene: dict[str, str], windows: Opener
) -> None:
    own = windows(world.root, size=(400, 800))
    own.page.add_init_script("window.hurts = []; window.hurt = (what) => hurts.push(what);")
    own.open("/admin/users?search=hostile").sees("tbody tr").to_have_count(len(HOSTILE))
    tall = own.value("[...document.querySelectorAll('tbody tr')].map((row) => row.offsetHeight)")
    assert max(tall) < 80, "a name has two lines"
    for i, name in enumerate(HOSTILE):
        own.open(f"/admin/users/{scene[f'hostile-{i}']}").sees("h1").to_have_text(name)
        assert own.value("document.documentElement.scrollWidth <= innerWidth")
    own.page.get_by_role("button", name="Delete…").click()
    own.sees(dialog(own)).to_contain_text(HOSTILE[-1])
    assert own.value("hurts") == []


def test_a_person_is_added_and_may_sign_in(
    world: World, scene: dict[str, str], windows: Opener
) -> None:
    own = windows(world.root).open("/admin/users")
    own.page.get_by_role("button", name="Add a person…").click()
    press(own, "Add")
    name = dialog(own).get_by_label("Sign-in name")
    own.sees(name).to_be_focused()
    own.sees(dialog(own)).to_contain_text("This is needed.")
    name.fill("x" * 201)
    press(own, "Add")
    own.sees(dialog(own).locator(".field").first).to_contain_text("Shorten this to 200 characters.")
    name.fill("ada")
    press(own, "Add")
    own.sees(dialog(own).get_by_role("alert")).to_contain_text("taken")
    name.fill("barbara")
    dialog(own).get_by_label("Name (optional)").fill("Barbara Liskov")
    dialog(own).get_by_role("button", name="Make one").click()
    secret = dialog(own).get_by_label("Password").input_value()
    assert len(secret) == 20
    press(own, "Add")
    own.sees("h1").to_have_text("Barbara Liskov")
    own.sees(".rights").to_contain_text("sees and answers no rows yet")
    body = {"external_id": "barbara", "password": secret}
    assert world.nobody("POST", "/api/auth/login", body).status == 200
    made = own.page.url.rpartition("/")[2]
    own.page.get_by_role("button", name="Password…").click()
    choose(own, "None")
    own.sees(dialog(own).get_by_label("New password")).to_be_hidden()
    press(own, "Set")
    own.sees(".corner").to_contain_text("The password was changed.")
    assert world.nobody("POST", "/api/auth/login", body).status == 401
    own.page.get_by_role("button", name="Delete…").click()
    own.sees(dialog(own)).to_contain_text("ends for good")
    press(own, "Delete for good")
    own.page.wait_for_url("**/admin/users")
    assert world.admin("GET", f"/api/users/{made}").status == 404
    own.open(f"/admin/users/{made}").sees(".panel.fault").to_contain_text("not there")


def test_an_account_is_edited_and_stopped(
    world: World, scene: dict[str, str], windows: Opener
) -> None:
    user = person(world, "edith", "Edith", ("reviewer", {}))
    world.call("user_patch", id=user, patch='{"metadata": {"desk": 7}}', actor=world.root)
    own = windows(world.root).open(f"/admin/users/{user}").live()
    own.page.get_by_role("button", name="Edit…", exact=True).first.click()
    dialog(own).get_by_label("Name (optional)").fill("Edith Clarke")
    # Meanwhile another changes what is not changed here.
    world.call("user_patch", id=user, patch='{"email": "e@example.org"}', actor=world.root)
    press(own, "Save")
    own.sees("h1").to_have_text("Edith Clarke")
    assert record(world, user)["email"] == "e@example.org"

    own.page.get_by_role("button", name="Edit the metadata").click()
    field = dialog(own).get_by_label("As JSON")
    field.fill("[1]")
    press(own, "Save")
    own.sees(dialog(own)).to_contain_text("Give an object")
    field.fill('{"team": "north"}')
    world.call("user_patch_metadata", id=user, assign='{"floor": 2}', actor=world.root)
    press(own, "Save")
    own.sees(".facts").to_contain_text("north")
    assert record(world, user)["metadata"] == {"team": "north", "floor": 2}

    client = world.client(user)
    assert client("GET", "/api/me").status == 200
    own.page.get_by_role("button", name="Status…").click()
    own.sees(dialog(own)).to_contain_text("Refused everywhere from this moment on")
    choose(own, "Suspended")
    press(own, "Set")
    own.sees(".account-head .tag").to_have_text("Suspended")
    assert client("GET", "/api/me").status == 401
    world.call("user_delete", id=user, actor=world.root)
    own.sees(".panel.fault").to_contain_text("not there, or not any more")

    own.open(f"/admin/users/{world.root}")
    own.page.get_by_role("button", name="Status…").click()
    choose(own, "Inactive")
    press(own, "Set")
    own.sees(dialog(own).get_by_role("alert")).to_contain_text("the last active superadmin")


def test_roles_are_given_changed_and_taken(
    world: World, scene: dict[str, str], windows: Opener
) -> None:
    user = person(world, "rosa", "Rosa", ("reviewer", {}))
    own = windows(world.root).open(f"/admin/users/{user}").live()
    row = own.page.locator("li[data-role=reviewer]")
    own.sees(row).to_contain_text("Sees all rows of the role and acts on any of them.")
    own.page.get_by_role("button", name="Give a role…").click()
    dialog(own).get_by_label("Role", exact=True).select_option("admin")
    choose(own, "Admin")
    own.sees(dialog(own)).to_contain_text("Everything in every role")
    own.sees(dialog(own).get_by_text("Looks on", exact=True)).to_be_hidden()
    dialog(own).get_by_label("Role", exact=True).select_option("engineer")
    choose(own, "Member")
    choose(own, "Only what is assigned to them")
    press(own, "Give")
    own.sees("li[data-role=engineer]").to_contain_text("and no others")
    assert roles(world, user)["engineer"] == ("member", "self", "self")

    own.page.get_by_role("button", name="Change engineer").click()
    choose(own, "Admin")
    press(own, "Change")
    own.sees("li[data-role=engineer] .tag").to_have_text("Admin")
    own.sees(own.page.get_by_role("button", name="Change engineer")).to_be_focused()
    own.page.get_by_role("button", name="Take away engineer").click()
    press(own, "Take away")
    own.sees("li[data-role=engineer]").to_have_count(0)
    own.sees("#roles-title").to_be_focused()
    assert set(roles(world, user)) == {"reviewer"}

    own.page.get_by_role("button", name="Give a persona…").click()
    own.sees(dialog(own)).to_contain_text("planner: looks on")
    press(own, "Give")
    own.sees(".corner").to_contain_text("1 role given.")
    own.sees("li[data-role=planner]").to_contain_text("through the persona clerk")
    own.sees(own.page.get_by_role("button", name="Take away planner")).to_be_hidden()
    # Others change it: the page follows.
    world.call("membership_revoke", user_id=user, role="reviewer", actor=world.root)
    own.sees("li[data-role=reviewer]").to_have_count(0)
    own.page.get_by_role("button", name="Take away clerk").click()
    press(own, "Take away")
    own.sees("li[data-role=planner]").to_have_count(0)
    assert roles(world, user) == {}


def test_only_what_one_may_do_is_offered(
    world: World, scene: dict[str, str], windows: Opener
) -> None:
    own = windows(scene["chief"]).open(f"/admin/users/{scene['ada']}").live()
    button = own.page.get_by_role("button", name="Status…")
    own.sees(own.page.get_by_role("button", name="Password…")).to_be_visible()
    own.sees(button).to_be_hidden()
    own.sees(own.page.get_by_role("button", name="Delete…")).to_be_hidden()
    own.sees(own.page.get_by_role("link", name="Database")).to_have_count(0)
    own.page.get_by_role("button", name="Change reviewer").click()
    own.sees(dialog(own).locator("input[name=type]")).to_have_count(2)
    world.call("membership_grant", user_id=scene["ada"], role="admin", type="superadmin",
               actor=world.root)  # fmt: skip
    press(own, "Change")
    own.sees(dialog(own).get_by_role("alert")).to_contain_text("You may not give or take this")
    own.press("Escape")
    own.sees(own.page.get_by_role("button", name="Change reviewer")).to_be_hidden()
    own.sees(".account-head").to_contain_text("You may look at this person, but not change it")
    world.call("membership_revoke", user_id=scene["ada"], role="admin", actor=world.root)

    own.open(f"/admin/users/{scene['wide']}").sees("li[data-role]").to_have_count(2)
    own.sees(own.page.get_by_role("button", name="Edit…", exact=True)).to_have_count(0)
    own.sees(own.page.get_by_role("button", name="Change reviewer")).to_be_visible()
    own.sees(own.page.get_by_role("button", name="Change engineer")).to_be_hidden()

    own.open(f"/admin/bots/{scene['roamer']}").sees(".rights").to_contain_text("may not see these")
    own.sees(own.page.get_by_role("button", name="Make a key…")).to_be_hidden()

    other = windows(scene["wide"]).open("/").live()
    other.sees(other.page.get_by_role("link", name="Admin")).to_have_count(0)
    other.open(f"/admin/users/{scene['ada']}").sees(".panel.fault").not_to_be_empty()


def test_a_key_is_shown_once_and_revoked(
    world: World, scene: dict[str, str], windows: Opener
) -> None:
    allowed = ["clipboard-read", "clipboard-write"]
    own = windows(world.root, permissions=allowed).open("/admin/bots").live()
    own.sees("tbody tr").to_have_count(2)
    own.page.get_by_role("link", name="nightly").click()
    own.sees("h1").to_have_text("nightly")
    own.page.get_by_role("button", name="Make a key…").click()
    dialog(own).get_by_label("What it is for").fill("old")
    choose(own, "Reading only")
    dialog(own).get_by_label("It works").select_option("day")
    press(own, "Make")
    own.sees(dialog(own)).to_contain_text("This is needed.")
    dialog(own).get_by_label("Last day").fill("2001-01-01")
    press(own, "Make")
    own.sees(dialog(own)).to_contain_text("Give a time in the future.")
    dialog(own).get_by_label("It works").select_option("30")
    press(own, "Make")
    own.sees(dialog(own).get_by_role("alert")).to_contain_text("Choose another name")
    dialog(own).get_by_label("What it is for").fill("backup")
    press(own, "Make")
    key = own.page.locator(".minted .key").inner_text()
    own.sees(".grants").to_contain_text(["Reading only"])
    answer = Client(world.url, key)
    assert answer("GET", "/api/me").status == 200
    assert answer("POST", "/api/escalations", {"role": "reviewer", "type": "x"}).status == 403
    kept = "JSON.stringify([{...localStorage}, {...sessionStorage}, history.state, location.href])"
    assert key not in own.value(kept)
    own.sees(own.page.get_by_role("button", name="Copy")).to_be_focused()
    own.press("Enter")
    own.sees(".minted").to_contain_text("Copied.")
    assert own.value("navigator.clipboard.readText()") == key
    own.page.get_by_role("button", name="I have kept it").click()
    assert key not in own.value("document.documentElement.outerHTML")
    own.page.get_by_role("button", name="Revoke backup").click()
    press(own, "Revoke")
    own.sees(own.page.get_by_role("button", name="Revoke backup")).to_have_count(0)
    assert answer("GET", "/api/me").status == 401
    own.open(f"/admin/users/{scene['bot']}")
    own.page.wait_for_url(f"**/admin/bots/{scene['bot']}")


def test_everybody_changes_the_own_password(
    world: World, scene: dict[str, str], windows: Opener
) -> None:
    world.admin("PATCH", f"/api/users/{scene['wide']}", {"password": "from the admin"})
    own = windows(scene["wide"]).open("/").live()
    own.page.locator(".menu summary").click()
    own.page.get_by_role("button", name="Password…").click()
    press(own, "Change")
    own.sees(dialog(own)).to_contain_text("This is needed.")
    dialog(own).get_by_label("The old one").fill("a guess")
    dialog(own).get_by_label("The new one").fill("my very own")
    press(own, "Change")
    own.sees(dialog(own)).to_contain_text("Old password is wrong.")
    dialog(own).get_by_label("The old one").fill("from the admin")
    press(own, "Change")
    own.sees(".corner").to_contain_text("Your password was changed.")
    body = {"external_id": "wide", "password": "my very own"}
    assert world.nobody("POST", "/api/auth/login", body).status == 200


def test_a_persona_is_made_filled_and_given(
    world: World, scene: dict[str, str], windows: Opener
) -> None:
    own = windows(world.root).open("/admin/personas")
    own.sees("tbody tr").to_have_count(1)
    own.page.get_by_role("button", name="Make a persona…").click()
    dialog(own).get_by_label("Key").fill("Night shift")
    press(own, "Make")
    own.sees(dialog(own)).to_contain_text("A letter a-z")
    dialog(own).get_by_label("Key").fill("night")
    press(own, "Make")
    own.sees("h1").to_have_text("night")
    own.page.get_by_role("button", name="Add a role…").click()
    dialog(own).get_by_label("Role", exact=True).select_option("engineer")
    press(own, "Add")
    own.sees(".grants").to_contain_text("acts on any of them")
    own.page.get_by_role("button", name="Give it to somebody…").click()
    dialog(own).get_by_label("To whom").fill("nobody-of-that-name")
    press(own, "Give")
    own.sees(dialog(own).get_by_role("alert")).to_have_text("There is no account of this name.")
    dialog(own).get_by_label("To whom").fill("chief")
    press(own, "Give")
    own.sees(".persona").to_contain_text("held by 1 account")
    assert roles(world, scene["chief"])["engineer"] == ("member", "all", "all")
    own.page.get_by_role("button", name="Change engineer").click()
    choose(own, "Looks on")
    world.call("user_persona_grant", user_id=scene["ada"], key="night", actor=world.root)
    own.sees(".persona").to_contain_text("held by 2 accounts")
    press(own, "Change")
    own.sees(".grants").to_contain_text("changes nothing")
    assert roles(world, scene["chief"])["engineer"] == ("member", "all", "none")
    own.page.get_by_role("button", name="Delete…").click()
    own.sees(dialog(own)).to_contain_text("2 accounts")
    press(own, "Delete for good")
    own.page.wait_for_url("**/admin/personas")
    assert set(roles(world, scene["chief"])) == {"reviewer"}


def giving(own: Window) -> None:
    own.page.get_by_role("button", name="Give a role…").click()
    own.sees(dialog(own)).to_be_visible()


def adding(own: Window) -> None:
    own.page.get_by_role("button", name="Add a person…").click()
    press(own, "Add")
    own.sees(dialog(own)).to_contain_text("This is needed.")


def minted(own: Window) -> None:
    own.page.get_by_role("button", name="Make a key…").click()
    dialog(own).get_by_label("What it is for").fill("shown")
    press(own, "Make")
    own.sees(".minted").to_be_visible()


def still(own: Window) -> None:
    own.sees("h1").not_to_be_empty()


SHOTS: list[tuple[str, str, Callable[[Window], None]]] = [
    ("people", "/admin/users?role=reviewer", still),
    ("people-add", "/admin/users?search=nobody-is-called-so", adding),
    ("person", "/admin/users/{hostile-0}", still),
    ("person-role", "/admin/users/{ada}", giving),
    ("bot", "/admin/bots/{bot}", minted),
    ("persona", "/admin/personas/clerk", still),
]


@pytest.mark.parametrize("name, path, prepare", SHOTS, ids=[shot[0] for shot in SHOTS])
def test_a_page_is_accessible_and_fits(
    world: World,
    scene: dict[str, str],
    windows: Opener,
    name: str,
    path: str,
    prepare: Callable[[Window], None],
) -> None:
    own = windows(world.root, size=WIDTHS["narrow"]).open(path.format(**scene))
    own.live().sees("section, table, .accounts .panel").not_to_have_count(0)
    prepare(own)
    assert faults_of(own, f"admin-{name}") == []
