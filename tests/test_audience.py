"""The fan-out by itself: who gets which bytes, once, and what happens to those who do not drain."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from rowlock import scope
from rowlock.audience import BUFFER, SLOW, Audience, Subscriber, chunks
from rowlock.recent import KEPT, KEPT_SIZE, Recent
from rowlock.scope import Access, Event, Filter, Viewer, topic_matches


class Sink(asyncio.Transport):
    """A connection that keeps what is written, and drains only when it is told to."""

    def __init__(self, stuck: bool = False) -> None:
        super().__init__()
        self.got: list[bytes] = []
        self.stuck, self.closing = stuck, False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.got.append(bytes(data) if not isinstance(data, bytes) else data)

    def get_write_buffer_size(self) -> int:
        return SLOW + 1 if self.stuck else 0

    def is_closing(self) -> bool:
        return self.closing


def event(seq: int, role: str | None = "a", topic: str = "x.y", to: str | None = None) -> Event:
    return Event(seq, topic, role, to, None, f'{{"id":{seq}}}')


def access(actor: str, *roles: str, own: Sequence[str] = ()) -> Access:
    return Access(actor, False, frozenset(roles), frozenset(own))


def join(
    audience: Audience, allowed: Access, *topics: str, after: int = 0, stuck: bool = False
) -> tuple[Subscriber, Sink]:
    sink = Sink(stuck)
    made = Subscriber(Filter(topics), Viewer(allowed.actor), allowed, sink, False, after=after)
    audience.subscribers.add(made)
    audience.attach(made)
    return made, sink


def seqs(sink: Sink) -> list[int]:
    text = b"".join(sink.got).decode()
    return [int(line[4:]) for line in text.splitlines() if line.startswith("id: ")]


def test_who_sees_the_same_shares_the_bytes() -> None:
    audience = Audience()
    sinks = [join(audience, access(f"user-{n}", "a"))[1] for n in range(3)]
    other = join(audience, access("user-9", "b"))[1]
    audience.offer([event(1), event(2, "b"), event(3)], 0)
    assert [seqs(s) for s in sinks] == [[1, 3]] * 3
    assert len({id(s.got[0]) for s in sinks}) == 1
    assert seqs(other) == [2]
    assert audience.delivered_total == 7


def test_patterns_are_held_against_a_topic_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def count(pattern: str, topic: str) -> bool:
        asked.append(pattern)
        return topic_matches(pattern, topic)

    monkeypatch.setattr(scope, "topic_matches", count)
    audience = Audience()
    sink = join(audience, access("u", "a"), "a.*", "b.*", "x.*")[1]
    audience.offer([event(n) for n in range(1, 6)], 0)
    assert (seqs(sink), asked) == ([1, 2, 3, 4, 5], ["a.*", "b.*", "x.*"])


def test_own_rows_are_told_apart() -> None:
    audience = Audience()
    mine, theirs = (join(audience, access(who, own=["a"]))[1] for who in ("me", "you"))
    audience.offer([event(1, to="me"), event(2, to="you"), event(3)], 0)
    assert (seqs(mine), seqs(theirs)) == ([1], [2])


def test_who_is_ahead_of_the_reader_gets_nothing_twice() -> None:
    audience = Audience()
    sink = join(audience, access("u", "a"), after=2)[1]
    for n in range(1, 5):
        audience.offer([event(n)], n - 1)
    assert seqs(sink) == [3, 4]


def test_who_does_not_drain_is_let_go_and_knows_from_where_to_resume() -> None:
    audience = Audience()
    slow, sink = join(audience, access("u", "a"), stuck=True)
    fast = join(audience, access("v", "a"))[1]
    position = 0
    while slow.attached:
        audience.offer([event(n) for n in range(position + 1, position + 51)], position)
        position += 50
    assert slow.lagged
    assert audience.lagged_total == 1
    kept = seqs(sink) + [n for text, _ in slow.queue for n in seqs_of(text)]
    assert kept == list(range(1, slow.after + 1))
    assert slow.queued == BUFFER
    assert seqs(fast) == list(range(1, position + 1))


def seqs_of(text: bytes) -> list[int]:
    sink = Sink()
    sink.write(text)
    return seqs(sink)


def test_a_new_viewer_is_read_before_it_is_live_and_one_that_is_known_is_not() -> None:
    audience = Audience()
    first, _ = join(audience, access("u", "a"))
    assert audience.unread == {first.viewer}
    fresh = access("u", "a", "b")
    audience.allow([first.viewer], {first.viewer: fresh}, 7)
    second, sink = join(audience, access("u", "a"))
    assert (audience.unread, second.access) == (set(), fresh)
    audience.offer([event(8, "b")], 7)
    assert seqs(sink) == [8]
    audience.allow([first.viewer], {}, 8)
    assert all(s.refused and not s.attached and s.after == 8 for s in (first, second))


def test_a_change_of_memberships_ends_a_piece() -> None:
    change = event(3, topic="membership.changed")
    events = [event(1), event(2), change, event(4)]
    assert [(len(c), m) for c, m in chunks(events)] == [(3, True), (1, False)]
    many = [event(n) for n in range(120)]
    assert [len(c) for c, _ in chunks(many)] == [50, 50, 20]
    big = [Event(n, "x", None, None, None, "x" * 200_000) for n in range(5)]
    assert [len(c) for c, _ in chunks(big)] == [2, 2, 1]


def test_silence_is_pinged_and_the_gone_are_woken() -> None:
    audience = Audience()
    idle, sink = join(audience, access("u", "a"))
    busy, other = join(audience, access("v", "a"))
    gone, closed = join(audience, access("w", "a"))
    idle.written = gone.written = -100.0
    closed.closing = True
    audience.tend()
    assert sink.got == [b": ping\n\n"]
    assert other.got == closed.got == []
    assert gone.woken.is_set() and not busy.woken.is_set()
    over, _ = join(audience, access("x", "a"))
    over.ends_at = 1.0
    audience.tend()
    assert over.refused and over.woken.is_set()


def test_the_newest_events_are_kept_within_bounds() -> None:
    recent = Recent()
    recent.begin(100)
    for begin in range(101, 101 + 3 * KEPT, 50):
        recent.add([event(n) for n in range(begin, begin + 50)])
    last = 100 + 3 * KEPT
    assert recent.start >= last - 2 * KEPT
    assert last - recent.start >= KEPT
    kept = recent.after(recent.start, 3 * KEPT)
    assert [e.seq for e in kept] == list(range(recent.start + 1, last + 1))
    assert [e.seq for e in recent.after(last - 2, 50)] == [last - 1, last]
    recent.forget(last - 1)
    assert (recent.start, [e.seq for e in recent.after(last - 1, 9)]) == (last - 1, [last])
    recent.begin(7)
    for n in range(8, 108):
        recent.add([Event(n, "x", None, None, None, "x" * 300_000)])
    size = sum(len(e.frame) for e in recent.after(recent.start, 1000))
    assert KEPT_SIZE // 4 < size <= KEPT_SIZE
