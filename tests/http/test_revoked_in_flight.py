"""What is taken from an account counts from the next request on, however many are on their way."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit
from uuid import uuid4

import pytest

from .conftest import World
from .service import Answer, Client

pytestmark = [pytest.mark.race, pytest.mark.slow]

CONNECTIONS = 8
Outcome = tuple[int, str]
Asked = tuple[float, float, Outcome]


@dataclass(slots=True)
class Hammer:
    """Connections that ask the same again and again; what each answer was, and when."""

    client: Client
    method: str
    path: str
    body: object = None
    asked: list[Asked] = field(default_factory=list)
    _done: threading.Event = field(default_factory=threading.Event)

    def _run(self) -> None:
        to = urlsplit(self.client.url)
        conn = http.client.HTTPConnection(to.hostname or "", to.port, timeout=30)
        headers = {"Authorization": f"Bearer {self.client.token}"}
        body = None if self.body is None else json.dumps(self.body)
        while not self._done.is_set():
            began = time.monotonic()
            conn.request(self.method, self.path, body, headers)
            got = conn.getresponse()
            said = json.loads(got.read())
            code = said["code"] if got.status >= 400 else ""
            self.asked.append((began, time.monotonic(), (got.status, code)))
        conn.close()

    @contextmanager
    def swinging(self) -> Iterator[None]:
        threads = [threading.Thread(target=self._run) for _ in range(CONNECTIONS)]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._done.set()
            for thread in threads:
                thread.join(30)

    def wait(self, count: int) -> None:
        """Until so many more were answered."""
        until, wanted = time.monotonic() + 60, len(self.asked) + count
        while len(self.asked) < wanted:
            assert time.monotonic() < until, "nobody answers"
            time.sleep(0.005)


@dataclass(frozen=True, slots=True)
class Taken:
    """Somebody who may, what is asked, how it ends, and the refusal from then on."""

    client: Client
    method: str
    path: str
    body: object
    take: Callable[[], Answer]
    refusal: Outcome


CREATE = ("POST", "/api/escalations", {"role": "reviewer", "type": "t"})
MANAGE = (403, "role_manage")


def _grant(world: World) -> Taken:
    user = world.user(f"loses a grant {uuid4()}", ("reviewer", {}))
    path = f"/api/users/{user}/roles/reviewer"
    return Taken(world.client(user), *CREATE, lambda: world.admin("DELETE", path), MANAGE)


def _lowered(world: World) -> Taken:
    user = world.user(f"is lowered {uuid4()}", ("reviewer", {}))
    body = {"role": "reviewer", "read_scope": "all", "write_scope": "none"}
    path = f"/api/users/{user}/roles"
    return Taken(world.client(user), *CREATE, lambda: world.admin("POST", path, body), MANAGE)


def _persona(world: World) -> Taken:
    user = world.user(f"loses a persona {uuid4()}")
    hasty = f"p{uuid4()}"
    world.call("persona_create", key=hasty, actor=world.root)
    world.call("persona_put_role", key=hasty, role="reviewer", actor=world.root)
    world.call("user_persona_grant", user_id=user, key=hasty, actor=world.root)
    path = f"/api/users/{user}/personas/{hasty}"
    return Taken(world.client(user), *CREATE, lambda: world.admin("DELETE", path), MANAGE)


def _suspended(world: World) -> Taken:
    user = world.user(f"is suspended {uuid4()}", ("reviewer", {}))
    path = f"/api/users/{user}"
    return Taken(
        world.client(user), "GET", "/api/me", None,
        lambda: world.admin("PATCH", path, {"status": "suspended"}), (401, "actor_active"),
    )  # fmt: skip


def _deleted(world: World) -> Taken:
    user = world.user(f"is deleted {uuid4()}", ("reviewer", {}))
    path = f"/api/users/{user}"
    take = lambda: world.admin("DELETE", path)  # noqa: E731
    return Taken(world.client(user), *CREATE, take, (401, "actor_active"))


def _bot(world: World, name: str) -> tuple[str, str, Client]:
    bot = world.bot(f"{name} {uuid4()}")
    world.call("membership_grant", user_id=bot, role="reviewer", actor=world.root)
    key = world.call("api_key_mint", user_id=bot, name="k", actor=world.root)
    return bot, key["id"], Client(world.url, key["key"])


def _key(world: World) -> Taken:
    bot, key, client = _bot(world, "loses a key")
    path = f"/api/bot-accounts/{bot}/api-keys/{key}"
    return Taken(client, *CREATE, lambda: world.admin("DELETE", path), (401, "key_valid"))


def _owner(world: World) -> Taken:
    bot, _, client = _bot(world, "is suspended as a bot")
    path, body = f"/api/bot-accounts/{bot}", {"status": "inactive"}
    take = lambda: world.admin("PATCH", path, body)  # noqa: E731
    return Taken(client, *CREATE, take, (401, "key_valid"))


@pytest.mark.parametrize("make", [_grant, _lowered, _persona, _suspended, _deleted, _key, _owner])
def test_no_request_after_it_succeeds(world: World, make: Callable[[World], Taken]) -> None:
    taken = make(world)
    hammer = Hammer(taken.client, taken.method, taken.path, taken.body)
    with hammer.swinging():
        hammer.wait(10 * CONNECTIONS)
        began = time.monotonic()
        answer = taken.take()
        ended = time.monotonic()
        hammer.wait(10 * CONNECTIONS)
    assert answer.status == 200, answer.text

    fine = (200, "") if taken.method == "GET" else (201, "")
    before = Counter(o for _, done, o in hammer.asked if done < began)
    after = Counter(o for start, _, o in hammer.asked if start > ended)
    during = Counter(o for start, done, o in hammer.asked if start <= ended and done >= began)
    assert before == {fine: before.total()} and before.total() >= 10
    assert after == {taken.refusal: after.total()} and after.total() >= 10
    # On its way at that moment: one or the other, or its key passed and its account did not.
    assert set(during) <= {fine, taken.refusal, (401, "actor_active")}
    assert before + during + after == Counter(o for _, _, o in hammer.asked)


@pytest.mark.parametrize("make", [_suspended, _deleted, _key, _owner])
def test_open_streams_end_with_it(world: World, make: Callable[[World], Taken]) -> None:
    taken = make(world)
    with taken.client.stream() as one, taken.client.stream("?topic=escalation.*") as two:
        assert (one.status, two.status) == (200, 200)
        taken.take()
        ended = time.monotonic()
        for stream in (one, two):
            while stream.block() is not None:
                pass
        assert time.monotonic() - ended < 20


@pytest.mark.parametrize("make", [_grant, _persona])
def test_open_streams_show_no_more(world: World, make: Callable[[World], Taken]) -> None:
    taken = make(world)
    with taken.client.stream("?topic=escalation.*") as stream:
        shown = world.row()
        assert stream.take(1)[0].data["escalation_id"] == shown
        taken.take()
        world.row()
        # What is shown next is of a role that came afterwards.
        user = taken.client("GET", "/api/me").body["actor"]
        world.call("membership_grant", user_id=user, role="engineer", actor=world.root)
        last = world.row(role="engineer")
        assert stream.take(1)[0].data["escalation_id"] == last
