"""The one table from SQLSTATE to HTTP. Shows no database text but what our functions raise."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

import psycopg
import psycopg_pool

from rowlock import bound
from rowlock.bound import Bound

Facts = dict[str, object]

# The longest prefix of a state wins. PTnnn is nnn and is not listed.
STATES: dict[str, tuple[int, str, str]] = {
    #        status  error                                        code
    "22":    (400, "argument is not valid",                       "argument_invalid"),
    "54":    (400, "argument is too large",                       "argument_invalid"),
    "23":    (409, "the change conflicts with what is stored",    "conflict"),
    "23502": (400, "argument is required",                        "argument_invalid"),
    "23514": (400, "argument is not valid",                       "argument_invalid"),
    # The server became a standby; nothing was written.
    "25006": (503, "",                                            "unavailable"),
    "25001": (400, "not possible inside a transaction",           "transaction_active"),
    "42501": (403, "not allowed",                                 "not_allowed"),
    "08":    (503, "",                                            "unavailable"),
    "53":    (503, "",                                            "unavailable"),
    "57P":   (503, "",                                            "unavailable"),
    "55P03": (503, "",                                            "busy"),
    "40001": (503, "",                                            "busy"),
    "40P01": (503, "",                                            "busy"),
    "57014": (504, "",                                            "timeout"),
    "42703": (503, "",                                            "schema_differs"),
    "42704": (503, "",                                            "schema_differs"),
    "42883": (503, "",                                            "schema_differs"),
    "42P01": (503, "",                                            "schema_differs"),
}  # fmt: skip

SENTENCES = {
    500: "the service failed to answer",
    503: "the service cannot answer now",
    504: "the answer took too long",
}
HINTS = {
    500: "Give the request id to whoever runs the service.",
    503: "Try again.",
    504: "Try again, or ask for less.",
}

# What a statement meets when an upgrade replaces what it uses: plans, signatures, rows of catalogs.
_REPLACED = frozenset({"0A000", "42703", "42704", "42804", "42883", "42P01"})
_VANISHED = re.compile(r"cache lookup failed|tuple concurrently|could not open relation")


def is_retried(error: psycopg.Error) -> bool:
    """Whether the same statement may succeed when it is sent again; it was undone."""
    if error.sqlstate == "XX000":
        return _VANISHED.search(error.diag.message_primary or "") is not None
    return error.sqlstate in _REPLACED | {"40001", "40P01"}


def is_lifted(status: object, code: object) -> bool:
    """Whether the facts are at the top of the body too: what breaks a schema, or blocks a set."""
    return status == 422 or code == "escalation_blocked"


@dataclass(slots=True)
class Refusal(Exception):
    """An answer that is an error: what the client is told."""

    status: int
    error: str
    code: str
    detail: object = None
    hint: str | None = None

    def body(self, request_id: str) -> str:
        """The JSON body of the answer."""
        lifted = is_lifted(self.status, self.code)
        shown = self.detail if lifted and isinstance(self.detail, dict) else {}
        facts: Facts = {k: v for k, v in shown.items() if k != "reason"}
        facts |= {"error": self.error, "code": self.code, "detail": self.detail}
        return json.dumps({**facts, "hint": self.hint, "request_id": request_id})


def invalid(field: str, reason: str, hint: str, **facts: object) -> Refusal:
    """400 for one argument, in the shape that the functions of the schema raise."""
    detail: Facts = {"reason": reason, "field": field, **facts}
    return Refusal(400, "argument is not valid", "argument_invalid", detail, hint)


def failed(status: int, code: str = "failed") -> Refusal:
    """A 5xx: a fixed sentence and nothing else."""
    known = status if status in SENTENCES else 500
    return Refusal(status, SENTENCES[known], code, None, HINTS[known])


def refusal(error: Exception, given: Bound = bound.NOTHING) -> Refusal:
    """What an exception from the database, its driver or its pool means to the client."""
    if isinstance(error, psycopg_pool.PoolTimeout | psycopg_pool.TooManyRequests):
        return failed(503, "busy")
    if isinstance(error, psycopg_pool.PoolClosed):
        return failed(503, "unavailable")
    if isinstance(error, UnicodeEncodeError):
        return Refusal(400, "argument is not valid", "argument_invalid", {"reason": "not_text"})
    if not isinstance(error, psycopg.Error):
        return failed(500)
    if error.sqlstate is None:
        return _client_side(error)
    if error.sqlstate.startswith("PT"):
        return _ours(error)
    return _server_side(error, error.sqlstate, given)


def _client_side(error: psycopg.Error) -> Refusal:
    if isinstance(error, psycopg.DataError):
        return Refusal(400, "argument is not valid", "argument_invalid", {"reason": "invalid"})
    return (
        failed(503, "unavailable") if isinstance(error, psycopg.OperationalError) else failed(500)
    )


def _ours(error: psycopg.Error) -> Refusal:
    number = (error.sqlstate or "")[2:]
    status = int(number) if re.fullmatch(r"[45]\d\d", number) else 500
    diag = error.diag
    if status >= 500:
        return failed(status, diag.constraint_name or "failed")
    try:
        detail: object = json.loads(diag.message_detail or "null")
    except ValueError:
        detail = None
    return Refusal(
        status, diag.message_primary or "", diag.constraint_name or "", detail, diag.message_hint
    )


def _server_side(error: psycopg.Error, state: str, given: Bound) -> Refusal:
    known = next((STATES[state[:n]] for n in (5, 3, 2) if state[:n] in STATES), None)
    if known is None:
        return failed(500)
    status, sentence, code = known
    if state in _REPLACED and error.diag.context:
        # Only what our own statement names may be of another version; this is inside a function.
        return failed(500)
    if status >= 500:
        return failed(status, code)
    detail: Facts = {"reason": "invalid" if status == 400 else code}
    field = bound.unread(error.diag.context, given) or error.diag.column_name
    if field:
        detail["field"] = field
    hint = bound.advice(field, given) if field else None
    return Refusal(status, sentence, error.diag.constraint_name or code, detail, hint)
