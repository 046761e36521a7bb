"""GET /api/escalations/stats: figures in the caller's scope."""

from __future__ import annotations

from .conftest import World

KEYS = {
    "pending", "claimed", "available", "created", "resolved", "cancelled", "expired",
    "oldest_pending_minutes", "by_role", "by_type",
}  # fmt: skip


def test_the_figures_are_those_of_the_roles_one_reads_in_all(world: World) -> None:
    worker = world.client(world.user("figures", ("reviewer", {})))
    filler = world.client(
        world.user("own figures", ("reviewer", {"read_scope": "self", "write_scope": "self"}))
    )
    world.row()
    world.row("engineer", type="repair")
    everything = world.admin("GET", "/api/escalations/stats?period=1h").body
    assert everything.keys() == KEYS
    assert {r["role"] for r in everything["by_role"]} == {"reviewer", "engineer"}
    own = worker("GET", "/api/escalations/stats").body
    assert own["by_role"] == [{"role": "reviewer", "pending": 1, "claimed": 0}]
    assert own["by_type"] == [{"type": "approval", "pending": 1, "claimed": 0, "resolved": 0}]
    assert filler("GET", "/api/escalations/stats").body["pending"] == 0


def test_a_period_that_is_none_is_400(world: World) -> None:
    for query in ("period=15m", "period=", "window=24h"):
        answer = world.admin("GET", f"/api/escalations/stats?{query}")
        assert answer.code == (400, "argument_invalid"), query
    assert world.nobody("GET", "/api/escalations/stats").status == 401
