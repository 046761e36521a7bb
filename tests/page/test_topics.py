"""The page reads patterns of topics and the stream's frames as the service writes them."""

from __future__ import annotations

from itertools import product

from rowlock.scope import topic_matches
from tests.http.conftest import World

from .conftest import Opener, ask

PATTERNS = (
    "*", ">", "escalation.*", "escalation.>", "*.created", "*.*", "*.>", "run.a.>", "run.*.b",
    "run", "run.", ".run", "", "escalation.created", ">.created", "run.>.b", "a.*.>", "..",
)  # fmt: skip
TOPICS = ("", "run", "run.a", "run.a.b", "run.a.b.c", "escalation.created", "run.", "..", ">", "*")
MATCH = """async (pairs) => {
  const main = document.querySelector("script[type=module]").src;
  const { matches } = await import(new URL("./store/topics.js", main));
  return pairs.map(([pattern, topic]) => matches(pattern, topic));
}"""
FRAMES = """async (text) => {
  const main = document.querySelector("script[type=module]").src;
  const { readFrames } = await import(new URL("./store/frames.js", main));
  const bytes = new TextEncoder().encode(text);
  const all = [];
  for (let size = 1; size <= bytes.length; size++) {
    const body = new ReadableStream({ start(control) {
      for (let at = 0; at < bytes.length; at += size) control.enqueue(bytes.slice(at, at + size));
      control.close();
    } });
    const told = [];
    let signs = 0;
    await readFrames({ body }, (frame) => told.push(frame), () => { signs++; });
    all.push(JSON.stringify([told, signs > 0]));
  }
  return [...new Set(all)].map(JSON.parse);
}"""
JOINED = """async (patterns) => {
  const main = document.querySelector("script[type=module]").src;
  const live = await import(new URL("./store/live.js", main));
  window.leave = new AbortController();
  window.told = [];
  live.listen(leave.signal, { topics: patterns, event: (event) => told.push(event.topic) });
}"""


def test_patterns_mean_the_same_topics(world: World, windows: Opener) -> None:
    own = windows(None).open("/sign-in")
    pairs = [list(pair) for pair in product(PATTERNS, TOPICS)]
    assert own.page.evaluate(MATCH, pairs) == [topic_matches(p, t) for p, t in pairs]


def test_frames_may_come_in_any_pieces(world: World, windows: Opener) -> None:
    own = windows(None).open("/sign-in")
    text = (
        'retry: 1000\n\n: ping\n\nid: 7\nevent: app.é\ndata: {"a": "ü: 1\u2028\u2029"}\n\n'
        'event: lagged\ndata: {"after": 7}\n\nid: 8\nevent: x\ndata: {"cut'
    )
    first = {"id": "7", "event": "app.é", "data": {"a": "ü: 1\u2028\u2029"}}
    frames = [first, {"event": "lagged", "data": {"after": 7}}]
    assert own.page.evaluate(FRAMES, text) == [[frames, True]]


def test_a_page_may_follow_more_topics_and_no_event_is_missed(
    world: World, ada: str, windows: Opener
) -> None:
    own = windows(ada).open().live()
    seq = world.last_seq()
    with own.page.expect_request("**/api/events/stream*") as asked:
        own.page.evaluate(JOINED, ["project.*", "escalation.created"])
        world.call("project_create", name="Unmissed", slug="unmissed", actor=world.root)
    assert "topic=escalation.*%2Cproject.*%2Cescalation.created" in asked.value.url
    row = ask(world)
    own.page.wait_for_function("() => told.length >= 2")
    assert own.value("told") == ["project.created", "escalation.created"]
    assert world.last_seq() > seq
    # What nobody follows any more is no longer sent.
    with own.page.expect_request("**/api/events/stream*") as asked:
        own.page.evaluate("leave.abort()")
    assert "topic=escalation.*&" in asked.value.url
    world.call("escalation_cancel", id=row, actor=world.root)
    own.sees("nav .badge.available").to_have_text("0")
    assert len(own.value("told")) == 2
