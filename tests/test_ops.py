"""docs/ops: dashboard and alerts ask for metrics that there are, and lead to steps there are."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from prometheus_client.parser import text_string_to_metric_families

from rowlock import metrics
from tests.http.conftest import alone
from tests.http.service import until

OPS = Path(__file__).parents[1] / "docs" / "ops"
BOARD: dict[str, Any] = json.loads((OPS / "grafana.json").read_text(encoding="utf-8"))
RULES: dict[str, Any] = yaml.safe_load((OPS / "alerts.yaml").read_text(encoding="utf-8"))
ALERTS: list[dict[str, Any]] = [rule for group in RULES["groups"] for rule in group["rules"]]
PANELS: list[dict[str, Any]] = BOARD["panels"]
RUNBOOK = (OPS / "runbook.md").read_text(encoding="utf-8")
# Told only where a replica answers reads, or one service for several tenants.
OTHERS = {
    "rowlock_replica_up",
    "rowlock_replica_lag_seconds",
    "rowlock_replica_lag_bytes",
    "rowlock_tenant_ready",
}
# What the monitor adds to every sample, and what a service for several tenants does.
ADDED = {"job", "instance", "tenant"}
SELECTOR = re.compile(r"\b((?:rowlock|process)_\w+)(?:\{([^}]*)\})?")

Labels = dict[str, set[str]]


def expressions() -> Iterator[str]:
    yield from (rule["expr"] for rule in ALERTS)
    for panel in PANELS:
        yield from (target["expr"] for target in panel.get("targets", ()))
    for variable in BOARD["templating"]["list"]:
        name, label = re.fullmatch(r"label_values\((\w+), (\w+)\)", variable["definition"]).groups()  # type: ignore[union-attr]
        yield f'{name}{{{label}=""}}'


def told(text: str) -> Labels:
    """The labels of every metric of a scrape."""
    found: Labels = {}
    for family in text_string_to_metric_families(text):
        found.setdefault(family.name, set())
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def asked(expression: str) -> Iterator[tuple[str, set[str]]]:
    """Each metric of an expression, with the labels that are asked of it."""
    grouped = {
        label.strip()
        for clause in re.findall(r"\bby \(([^)]*)\)", expression)
        for label in clause.split(",")
    }
    for name, matchers in SELECTOR.findall(expression):
        yield name, grouped | set(re.findall(r'(\w+)(?:=~|!~|!=|=)"', matchers))


def test_what_is_asked_is_told(fresh_dsn: str) -> None:
    # Series that a process has only once it did such a thing.
    metrics.observe("GET", "/api/me", 200, 0.1)
    metrics.sent("delivered")
    metrics.read("primary")
    wanted = [(name, labels) for e in expressions() for name, labels in asked(e)]
    assert len(wanted) > 80
    names = {name for name, _ in wanted} - OTHERS
    with alone(fresh_dsn) as world:
        scrapes: list[Labels] = []

        def complete() -> bool:
            scrapes.append(told(world.nobody("GET", "/metrics").text))
            return names <= scrapes[-1].keys()

        # The timers have to run before they can tell how long that took.
        try:
            until(complete)
        except AssertionError:
            assert names - scrapes[-1].keys() == set()
    for name, labels in wanted:
        if name not in OTHERS:
            assert labels <= scrapes[-1][name] | ADDED, name


def test_the_alerts_are_a_rule_file() -> None:
    assert RULES.keys() == {"groups"}
    names = [rule["alert"] for rule in ALERTS]
    assert len(names) == len(set(names)) > 20
    for rule in ALERTS:
        assert rule.keys() <= {"alert", "expr", "for", "labels", "annotations"}, rule["alert"]
        assert re.fullmatch(r"\d+[smh]", rule.get("for", "1m"))
        assert rule["labels"].keys() == {"severity"}
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"].keys() == {"summary", "description", "runbook"}
        # A label that the expression drops would be empty in the text.
        used = set(re.findall(r"\$labels\.(\w+)", " ".join(rule["annotations"].values())))
        assert all(used <= labels for _, labels in asked(rule["expr"])), rule["alert"]


def anchors(page: str) -> set[str]:
    """Where the headings of a page are found, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", h).strip().lower().replace(" ", "-") for h in headings}


def test_an_alert_points_to_its_steps() -> None:
    for rule in ALERTS:
        page, _, anchor = rule["annotations"]["runbook"].partition("#")
        assert page == "docs/ops/runbook.md"
        assert anchor in anchors(RUNBOOK), rule["alert"]
        assert rule["alert"] in RUNBOOK, "the steps name the alert that leads to them"


def test_the_runbook_says_of_every_step_whether_it_was_tried() -> None:
    for part in re.split(r"^## ", RUNBOOK, flags=re.MULTILINE)[1:]:
        title, _, text = part.partition("\n")
        for step in re.findall(r"^\d+\. .*(?:\n(?:   .*)?)*", text, re.MULTILINE):
            # In brackets after the text, before a listing: what showed it, or that nothing did.
            marks = re.findall(r"\[(?:tested: [^\]]+|on paper)\]$", step, re.MULTILINE)
            assert len(marks) == 1, f"{title}: {step[:60]}"
    files = set(re.findall(r"`((?:tests|sql/tests)/[\w/.]+)`", RUNBOOK))
    assert files
    for name in files:
        assert (OPS.parents[1] / name).exists(), name


def test_the_panels_of_the_dashboard_do_not_overlap() -> None:
    ids = [panel["id"] for panel in PANELS]
    assert len(ids) == len(set(ids))
    taken: dict[tuple[int, int], str] = {}
    for panel in PANELS:
        at = panel["gridPos"]
        assert at["x"] >= 0 and at["x"] + at["w"] <= 24
        cells = itertools.product(
            range(at["x"], at["x"] + at["w"]), range(at["y"], at["y"] + at["h"])
        )
        for cell in cells:
            assert cell not in taken, f"{panel['title']} lies over {taken[cell]}"
            taken[cell] = panel["title"]


def test_the_dashboard_asks_where_its_data_is() -> None:
    [source] = BOARD["__inputs"]
    assert (source["name"], source["type"]) == ("DS_PROMETHEUS", "datasource")
    assert BOARD["id"] is None
    for panel in PANELS:
        for part in (panel, *panel.get("targets", ())) if panel["type"] != "row" else ():
            assert part["datasource"] == {"type": "prometheus", "uid": "${DS_PROMETHEUS}"}
        letters = [target["refId"] for target in panel.get("targets", ())]
        assert len(letters) == len(set(letters))
