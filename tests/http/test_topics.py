"""Topics over HTTP: the catalog, and events of one's own, which streams and readers have."""

from __future__ import annotations

from .conftest import World

TOPICS = "/api/topics"


def test_an_event_of_ones_own_reaches_its_readers(world: World) -> None:
    writer = world.client(world.user("writer", ("reviewer", {})))
    reader = world.client(world.user("reader", ("reviewer", {"write_scope": "none"})))
    other = world.client(world.user("other", ("engineer", {})))
    with reader.stream("?topic=app.>") as mine, other.stream("?topic=app.>") as theirs:
        body = {"payload": {"parcel": 7, "by": None}, "role": "reviewer", "subjectId": "p-7"}
        made = writer("POST", f"{TOPICS}/app.parcel.packed/publish", body)
        assert made.status == 201
        [frame] = mine.take(1)
        assert frame.data == made.body
        assert (frame.event, frame.data["data"]) == ("app.parcel.packed", body["payload"])
        assert theirs.quiet(0.5)
    told = reader("GET", f"/api/events?after={made.body['id'] - 1}&topic=app.*.packed")
    assert told.body["events"] == [made.body]
    assert reader.refused("POST", f"{TOPICS}/app.parcel.packed/publish", body) == (
        403, "topic_publisher",
    )  # fmt: skip
    known = world.admin("GET", f"{TOPICS}/app.parcel.packed").body
    assert (known["learned"], known["system"], known["category"]) == (True, False, "app")


def test_a_payload_is_held_against_the_schema_of_its_topic(world: World) -> None:
    schema = {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}
    made = {"topic": "app.strict", "payload_schema": schema, "tags": ["x"]}
    assert world.admin("POST", TOPICS, made).status == 201
    publish = f"{TOPICS}/app.strict/publish"
    answer = world.admin("POST", publish, {"payload": {"n": "x"}})
    assert answer.code == (422, "topic_payload")
    assert [v["path"] for v in answer.body["violations"]] == ["/n"]
    assert world.admin("POST", publish, {"payload": {"n": 1}}).status == 201
    assert world.admin("PATCH", f"{TOPICS}/app.strict", {"payload_schema": None}).status == 200
    assert world.admin("POST", publish, {"payload": {"n": "x"}}).status == 201
    large = {"payload": {"n": "x" * 65_536}}
    assert world.admin("POST", publish, large).field == "payload"


def test_the_catalog_is_searched_and_kept(world: World) -> None:
    for name in ("app.cat.one", "app.cat.two"):
        world.admin("POST", TOPICS, {"topic": name, "description": f"About {name}"})
    found = world.admin("GET", f"{TOPICS}?search=CAT&pattern=app.>").body
    assert [t["topic"] for t in found["topics"]] == ["app.cat.one", "app.cat.two"]
    assert found["total"] == 2
    assert world.admin.refused("DELETE", f"{TOPICS}/run.started") == (409, "topic_system")
    assert world.admin.refused("POST", TOPICS, {"topic": "app.cat.one"}) == (409, "topic_taken")
    assert world.admin("DELETE", f"{TOPICS}/app.cat.one").status == 200
    assert world.admin.refused("GET", f"{TOPICS}/app.cat.one") == (404, "topic_exists")
    assert world.admin.refused("POST", f"{TOPICS}/run.started/publish") == (
        400, "argument_invalid",
    )  # fmt: skip


def test_who_gets_a_topic_is_told(world: World) -> None:
    hook = {"url": "https://shop.example/", "topics": ["app.told.*", "app.>", "run.*"]}
    made = world.admin("POST", "/api/webhooks", hook).body["webhook"]
    [one] = world.admin("GET", f"{TOPICS}/app.told.one/subscribers").body["subscribers"]
    assert (one["webhook_id"], one["patterns"]) == (made["id"], ["app.told.*", "app.>"])
    assert world.admin("GET", f"{TOPICS}/task.created/subscribers").body == {"subscribers": []}
    world.admin("DELETE", f"/api/webhooks/{made['id']}")
