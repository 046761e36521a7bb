"""Answers to several rows at once, or by what a row is about; and rows that need several people."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import World
from .service import Answer, Client

YES: dict[str, Any] = {"decision": "yes"}
APPROVED = ["escalation.created", "escalation.approved", "escalation.resolved"]
NOBODY = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def people(world: World) -> list[Client]:
    """Three people of the role."""
    clients = []
    for name in ("ann", "bob", "cho"):
        row = world.conn.execute(
            "select id from rowlock.user_account where external_id = %s", [name]
        ).fetchone()
        user = str(row[0]) if row else world.user(name)
        world.call("membership_grant", user_id=user, role="reviewer", actor=world.root)
        clients.append(world.client(user))
    return clients


def resolve(who: Client, row: str, payload: object = YES, **more: object) -> Answer:
    body = {"resolver_payload": payload, **more}
    return who("POST", f"/api/escalations/{row}/resolve", body)


def post(who: Client, verb: str, **body: object) -> Answer:
    return who("POST", f"/api/escalations/{verb}", body)


def test_a_row_for_two_is_resolved_by_the_second(world: World, people: list[Client]) -> None:
    ann, bob, _ = people
    row = world.row(approvalsRequired=2)
    first = resolve(ann, row)
    assert first.status == 200
    assert {k: first.body[k] for k in ("resolved", "approvals", "required", "signaled")} == {
        "resolved": False, "approvals": 1, "required": 2, "signaled": False,
    }  # fmt: skip
    seen = world.admin("GET", f"/api/escalations/{row}").body
    assert (seen["status"], seen["approvals"], seen["approvals_required"]) == ("pending", 1, 2)
    [answer] = seen["answers"]
    assert (answer["decision"], answer["counts"], answer["role"]) == ("yes", True, "reviewer")
    second = resolve(bob, row)
    assert second.body["resolved"] is True and "required" not in second.body
    assert second.body["escalation"]["approvals"] == 2
    assert world.topics(row) == APPROVED
    assert resolve(ann, row).code == (409, "escalation_resolved")


def test_a_bot_is_no_person(world: World) -> None:
    row = world.row(approvals_required=2)
    user = world.bot("approver")
    world.call("membership_grant", user_id=user, role="reviewer", actor=world.root)
    answer = resolve(world.client(user), row)
    assert answer.code == (403, "escalation_not_person")


def test_an_approval_sent_again_gets_its_first_answer(world: World, people: list[Client]) -> None:
    ann, bob, _ = people
    row = world.row(approvals_required=2)
    first = resolve(ann, row, idempotency_key="approval")
    assert resolve(bob, row).body["resolved"] is True
    again = resolve(ann, row, idempotency_key="approval")
    assert again.body["resolved"] is False
    assert {k: again.body[k] for k in first.body if k != "escalation"} == {
        k: first.body[k] for k in first.body if k != "escalation"
    }
    assert world.topics(row) == APPROVED


def test_who_asked_does_not_answer(world: World, people: list[Client]) -> None:
    ann, bob, _ = people
    question = {"role": "reviewer", "type": "t", "no_self_approval": True, "signal_key": "self"}
    row = ann("POST", "/api/escalations", {**question, "metadata": {"about": "self"}}).body["id"]
    key = {"resolver_payload": YES, "signal_key": "self"}
    items = [{"id": row, "resolver_payload": YES}]
    for answer in (
        resolve(ann, row),
        post(ann, "resolve-by-signal-key", **key),
        post(ann, "resolve-by-metadata", key="about", value="self", resolver_payload=YES),
        post(ann, "resolve-all-or-none", items=items),
    ):
        assert answer.code == (403, "escalation_self_approval"), answer.text
    assert post(bob, "resolve-all-or-none", items=items).status == 200
    # A list leaves rows of waiters alone, so its asker meets the rule at another row.
    row = ann("POST", "/api/escalations", {**question, "signal_key": None}).body["id"]
    answer = post(ann, "resolve-by-ids", ids=[row], resolver_payload=YES)
    assert answer.code == (403, "escalation_self_approval")


def test_the_question_is_answered_as_it_was_read(world: World) -> None:
    row = world.row(escalation_payload={"order": 7})
    digest = world.admin("GET", f"/api/escalations/{row}").body["digest"]
    assert resolve(world.admin, row, expectedDigest="0" * 64).code == (
        409,
        "escalation_question_changed",
    )
    assert resolve(world.admin, row, expected_digest="0").field == "expected_digest"
    assert resolve(world.admin, row, expected_digest=digest).status == 200


def test_the_best_row_with_a_facet_is_answered(world: World) -> None:
    rows = [world.row(metadata={"lot": 9}, priority=p) for p in (3, 1)]
    given = {"key": "lot", "resolver_payload": YES, "metadata": {"done": True}}
    answer = post(world.admin, "resolve-by-metadata", value=9, **given)
    assert (answer.status, answer.body["escalation_id"]) == (200, rows[1])
    record = answer.body["escalation"]
    assert (record["metadata"], record["claim_no"]) == ({"lot": 9, "done": True}, 1)
    for value, code in (("9", (404, "escalation_exists")), (None, (400, "argument_invalid"))):
        assert post(world.admin, "resolve-by-metadata", value=value, **given).code == code
    assert world.admin("POST", f"/api/escalations/{rows[0]}/claim").status == 200
    user = world.user("holder three")
    world.call("membership_grant", user_id=user, role="reviewer", actor=world.root)
    other = world.client(user)
    assert post(other, "resolve-by-metadata", value=9, **given).code == (409, "escalation_held")


def test_one_answer_for_many_rows(world: World, people: list[Client]) -> None:
    free, wait, two = world.row(), world.row(signal_key="ids"), world.row(approvals_required=2)
    ids = [free, wait, two]
    answer = post(people[0], "resolve-by-ids", ids=ids, resolverPayload=YES)
    assert (answer.status, answer.body) == (200, {
        "resolved": 1,
        "escalation_ids": [free],
        "approved": [{"id": two, "approvals": 1, "required": 2}],
        "skipped": [{"id": wait, "reason": "waiter"}],
    })  # fmt: skip
    answer = post(people[0], "resolve-by-ids", ids=[two, NOBODY], resolver_payload=YES)
    assert (answer.code, answer.body["detail"]["ids"]) == ((404, "escalation_exists"), [NOBODY])
    answer = post(world.admin, "resolve-by-ids", ids=[NOBODY], resolver_payload=YES)
    assert answer.body["skipped"] == [{"id": NOBODY, "reason": "not_found"}]


def test_all_rows_or_none(world: World, people: list[Client]) -> None:
    a, b, done = world.row(), world.row(signal_key="all"), world.row()
    assert resolve(world.admin, done).status == 200
    items = [{"id": a, "resolver_payload": {"n": 1}}, {"id": b, "resolverPayload": {"n": 2}}]
    late = [*items, {"id": done, "resolver_payload": YES}]
    answer = post(people[0], "resolve-all-or-none", items=late)
    assert answer.code == (409, "escalation_blocked")
    assert answer.body["failed"] == [{"id": done, "reason": "resolved"}]
    assert answer.body["failed"] == answer.body["detail"]["failed"]
    assert world.topics(a) == ["escalation.created"]
    answer = post(people[0], "resolve-all-or-none", items=items, requireClaimed=True)
    assert {f["reason"] for f in answer.body["failed"]} == {"not_claimed"}
    answer = post(people[0], "resolve-all-or-none", items=items)
    assert answer.body == {"resolved": 2, "escalation_ids": sorted([a, b]), "skipped": []}
    payload = world.admin("GET", f"/api/escalations/{b}").body["resolver_payload"]
    assert payload == '{"n": 2}'
