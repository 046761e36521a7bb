"""Markup and scripts in every kind of record, on every page: shown as text, and nothing runs."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from rowlock import page
from tests.http.conftest import World
from tests.page.conftest import Opener, contexts, password_hash, windows, world
from tests.page.window import Window

__all__ = ["contexts", "password_hash", "windows", "world"]

pytestmark = pytest.mark.slow

BAD = "<img src=x onerror=\"hurt('i')\"><script>hurt('s')</script>'\"`{{1}}&lt;b&gt;${1}"
URL = "javascript:hurt('u')"
QUOTED, SHORT = json.dumps(BAD), BAD[:100]
FIELD = {"type": "string", "title": BAD, "description": BAD, "enum": [BAD]}
FORM = {"type": "object", "title": BAD, "properties": {"decision": FIELD}}
RUN = """
    insert into rowlock.retention_run
      (rule, subject, action, started_at, finished_at, batches, row_count, error_state, error)
    values ('events', 'event', 'delete', now(), now(), 1, 0, '55P03', %s)"""
WATCH = """
    window.hurts = [];
    window.hurt = (what) => hurts.push(what);
    addEventListener("securitypolicyviolation", (e) => hurts.push(e.violatedDirective));"""


@pytest.fixture(scope="module")
def places(world: World) -> dict[str, str]:
    """A hostile record of every kind; where its page is, by the address in the table of pages."""

    def made(verb: str, **given: object) -> dict[str, str]:
        found = world.call(verb, **given, actor=world.root)
        return dict(found) if isinstance(found, dict) else {}

    project = made("project_create", name=BAD, slug="bad", description=BAD)["id"]
    task = {"project_id": project, "kind": "task", "title": BAD, "description": BAD}
    item = made("work_item_create", **task)["id"]
    user = made("user_create", external_id=SHORT)["id"]
    made("user_patch", id=user, patch=json.dumps({"display_name": BAD, "email": URL}))
    made("membership_grant", user_id=user, role="reviewer", type="admin")
    bot = world.bot(f"{SHORT} bot")
    made("api_key_mint", user_id=bot, name=SHORT, scopes=["host"])
    host = world.call(
        "host_register", name=SHORT, platform="linux", instance_id=str(uuid4()), actor=world.root
    )["host"]["id"]
    run = made("run_create", work_item_id=item, provider="claude", cwd=BAD)["id"]
    made("run_dispatch", id=run, host_id=host)
    made("run_signal", id=run, attempt=1, kind="started")
    asks = {"attempt": 1, "wait_key": SHORT, "role": "reviewer", "type": SHORT}
    made("run_ask", run_id=run, question=QUOTED, **asks)
    made("run_lease_acquire", id=run, holder=SHORT)
    made("persona_create", key="bad", title=BAD, description=BAD)
    made("role_create", role="bad", title=BAD, description=BAD)
    made("role_patch", role="bad", patch=json.dumps({"form_schema": FORM}), change_summary=BAD)
    row = world.call(
        "escalation_create", role="bad", type=SHORT, subtype=SHORT, description=BAD, entity=SHORT,
        origin_id="bad-origin", workflow_id=SHORT, actor=world.root,
        metadata=json.dumps({"link": URL, SHORT: BAD}),
    )["escalation"]["id"]  # fmt: skip
    made("membership_grant", user_id=world.root, role="bad")
    away = {
        "to_user": user,
        "role": "bad",
        "until": datetime.now(UTC) + timedelta(days=1),
        "reason": BAD,
    }
    made("delegation_create", **away)
    world.conn.execute(RUN, [BAD])
    world.call("escalation_claim", id=world.row(), actor=user)
    made("task_open", workflow_id="bad-task", workflow_type=SHORT, origin_id="bad-origin")
    return {
        "/escalations/{id}": f"/escalations/{row}",
        "/origins/{origin_id}": "/origins/bad-origin",
        "/plan/{id}": f"/plan/{project}",
        "/work-items/{id}": f"/work-items/{item}",
        "/runs/{id}": f"/runs/{run}",
        "/admin/users/{id}": f"/admin/users/{user}",
        "/admin/bots/{id}": f"/admin/bots/{bot}",
        "/admin/personas/{key}": "/admin/personas/bad",
        "/admin/roles/{role}": "/admin/roles/bad",
        "/admin/roles/{role}/schema": "/admin/roles/bad/schema",
    }


def arrives(world: World, own: Window) -> None:
    """What comes by the stream while one looks is text, with line breaks that end no frame."""
    own.live()
    told = f"{BAD}\n\nevent: message\ndata: {BAD}\r\n\r\n\u2028"
    given = {"topic": "app.bad", "subject_id": SHORT, "payload": json.dumps({told: told})}
    world.call("topic_publish", **given, actor=world.root)
    first = own.page.locator("li.event").first
    own.sees(first.locator(".subject")).to_contain_text(SHORT)
    first.get_by_role("button", name="Payload").click()
    assert json.loads(first.locator("pre").text_content() or "") == {told: told}


def test_on_no_page_runs_what_others_wrote(
    world: World, places: dict[str, str], windows: Opener
) -> None:
    own = windows(world.root)
    own.page.add_init_script(WATCH)
    for path in page.addresses():
        at = places.get(path, path)
        assert "{" not in at, f"say in places where {path} is"
        if path == "/sign-in":
            continue
        own.open(at)
        own.sees("#main").to_contain_text("<script>hurt('s')</script>")
        if path == "/live":
            arrives(world, own)
        found = "document.querySelectorAll('main img, main script, iframe, object').length"
        assert (own.value(found), own.value("hurts")) == (0, []), at
        links = own.page.eval_on_selector_all("a[href]", "all => all.map(a => a.protocol)")
        assert set(links) <= {"http:", "https:"}, at
