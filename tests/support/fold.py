"""What a reader of the journal alone knows of rows."""

from __future__ import annotations

from typing import Any

JOURNAL = """
    select seq, subject_id, split_part(topic, '.', 2), version, role, assigned_to::text, payload
    from rowlock.event where seq > %s and topic like 'escalation.%%' order by seq"""


def fold(
    rows: dict[str, dict[str, Any]], row: str, verb: str, version: int, role: str,
    assigned_to: str | None, payload: dict[str, Any],
) -> None:  # fmt: skip
    """One event more: what a reader of the journal alone knows of the row by now."""
    if verb == "created":
        rows[row] = {"status": "pending", "version": 0, "claim_no": 0, "by": None, **payload}
        rows[row] = {k: rows[row][k] for k in ("status", "version", "claim_no", "by", "priority")}
    known = rows[row]
    assert version == known["version"] + 1
    known |= {"version": version, "role": role}
    match verb:
        case "created" | "claimed" | "extended":
            known |= {"assigned_to": assigned_to, "claim_no": payload.get("claim_no", 0)}
        case "released" | "reassigned":
            known["assigned_to"] = None
        case "prioritized":
            known["priority"] = payload["to_priority"]
        case "resolved":
            known |= {"status": verb, "by": payload["by"]}
        case "cancelled" | "expired":
            known["status"] = verb
        case _:
            raise AssertionError(verb)
