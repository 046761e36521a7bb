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
        kept = {"status": "pending", "version": 0, "claim_no": 0, "by": None, "level": 0}
        kept["priority"] = payload["priority"]
        rows[row] = {k: payload.get(k, v) for k, v in kept.items()}
    known = rows[row]
    assert version == known["version"] + 1
    known |= {"version": version, "role": role}
    match verb:
        case "created" | "claimed" | "extended":
            known |= {"assigned_to": assigned_to, "claim_no": payload.get("claim_no", 0)}
        case "released":
            known["assigned_to"] = None
        case "reassigned":
            known["assigned_to"] = payload.get("assigned_to")
            # In another role levels begin anew.
            known["level"] = 0 if "from_role" in payload else known["level"]
        case "level_reached":
            known["level"] = payload["level"]
        case "prioritized":
            known["priority"] = payload["to_priority"]
        case "resolved":
            known |= {"status": verb, "by": payload["by"]}
        case "cancelled" | "expired":
            known["status"] = verb
        case _:
            raise AssertionError(verb)
