"""What the OpenAPI document says of the endpoints that are no rows of the route table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rowlock.openapi_book import JSON, PROOFS

TEXT, HTML, STREAM = "text/plain", "text/html", "text/event-stream"


@dataclass(frozen=True, slots=True)
class Own:
    """One endpoint with a handler of its own; its text has notes as a comment in SQL has."""

    method: str
    path: str
    name: str
    text: str
    public: bool = True
    media: str = JSON
    # What its query takes: name, type of the catalog, sentence.
    query: tuple[tuple[str, str, str], ...] = ()
    # The function whose comment says what is answered, where SQL makes it.
    answer: str = ""
    # Answers beyond the first, by status.
    others: Mapping[int, str] = field(default_factory=dict)
    # Whose refusals it makes: modules of ours, functions of the schema; and single ones.
    modules: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()


_OLDER = "the schema is older than this service: 0040_next; run: rowlock install"
_FACTS = '{"serving": true, "database": true, "schema": true, "journal": true}'

OWN: tuple[Own, ...] = (
    Own(
        "POST",
        "/api/auth/login",
        "login",
        "Sign in with a name and a password. The token is for the Authorization header; the same "
        "is set as the cookie of a page on this origin. username is accepted for external_id.\n"
        'Example: {"external_id": "admin", "password": "correct horse battery"}\n'
        'Answers: {"token": "eyJhbGciOi…", "expires_at": "2026-03-02T09:00:00Z", '
        '"user_id": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f"}',
        modules=("guard", "errors", "json_body", "login"),
        functions=("login_attempt_start",),
        refusals=("cookie_origin-other_origin",),
    ),
    Own(
        "POST",
        "/api/auth/logout",
        "logout",
        'Forget the cookie. Tokens end by themselves.\nAnswers: {"signed_out": true}',
        modules=("guard", "json_body"),
        refusals=("write_header-missing_header",),
    ),
    Own(
        "POST",
        "/api/me/password",
        "change_password",
        "Change your own password; the old one shows that it is you. Both have 1 to "
        "1024 bytes; wrong ones count as failed attempts to sign in.\n"
        'Example: {"old_password": "correct horse battery", "password": "staple"}\n'
        'Answers: {"changed": true}',
        public=False,
        modules=("auth", "guard", "errors", "json_body", "login"),
        functions=("login_attempt_start_own", "user_put_password", *PROOFS),
    ),
    Own(
        "GET",
        "/api/events/stream",
        "event_stream",
        "The journal as server-sent events: what is after the cursor, then live. Each event has an "
        "id, the cursor to resume with by Last-Event-ID; its data is one event as GET /api/events "
        "answers it. The frames purged, lagged and reset say what a cursor cannot tell.\n"
        'Answers: "*"',
        public=False,
        media=STREAM,
        query=(
            ("after", "int8", "The cursor; 0: from the beginning; left out: from now."),
            ("topics", "_text", "Patterns of topics, as topic or topics."),
            ("origin_id", "text", "Events of this origin alone."),
            ("role", "text", "Events of this role alone."),
            ("epoch", "uuid", "The journal's epoch as the client knows it; another is reset."),
            ("ticket", "text", "A ticket, where the Authorization header cannot be set."),
        ),
        modules=("auth", "guard", "errors", "json_body"),
        functions=("actor_access", *PROOFS, "event_ticket_redeem"),
    ),
    Own(
        "POST",
        "/api/events/tickets",
        "event_ticket",
        "A ticket for one stream, to be used within a minute: for a browser's EventSource, which "
        "sends no header. The stream ends with the account, the key or the session it is of.",
        answer="event_ticket_create_answer",
        public=False,
        modules=("auth", "guard", "errors", "json_body"),
        functions=("event_ticket_create", *PROOFS),
    ),
    Own(
        "POST",
        "/api/credentials",
        "credential_store",
        "Keep a secret, any JSON but null, for a while; the answer has the token that stands for "
        "it. It is encrypted before the database sees it. bind_on_use: the first who exchanges it "
        "is the only one who may. max_uses 0 is any number of times; ttl_seconds is at most a week "
        "(604800).\n"
        'Example: {"value": "4711", "label": "pin", "max_uses": 1, "ttl_seconds": 900, '
        '"bind_on_use": true}',
        answer="credential_store_answer",
        public=False,
        modules=("auth", "guard", "errors", "json_body", "secrets_http"),
        functions=("credential_store", *PROOFS),
    ),
    Own(
        "POST",
        "/api/credentials/exchange",
        "credential_exchange",
        "The secret of a token, which is one use of it. token may be the whole text that stands in "
        "an answer, eph:v1:field:token. ref says in whose name, for one that binds on use: repeats "
        "with the same ref are free, and without one those of the same account.\n"
        'Example: {"token": "7b1f9a52-3c1d-4c8e-9f60-2a4d5e6f7081", "ref": "run-7"}',
        answer="credential_consume_answer",
        public=False,
        modules=("auth", "guard", "errors", "json_body", "secrets_http"),
        functions=("credential_consume", *PROOFS),
    ),
    Own(
        "GET",
        "/healthz",
        "healthz",
        'The process answers.\nAnswers: {"status": "ok"}',
    ),
    Own(
        "GET",
        "/readyz",
        "readyz",
        "Whether it may get traffic: the database answers, the schema is of this version, the "
        "journal is read, and it is not stopping. problem says why database or schema do not "
        "fit; then requests go on to be answered, as far as the schema knows them.\n"
        f'Answers: {{"status": "ready", "checks": {_FACTS}}}',
        others={503: f'{{"status": "not ready", "checks": {_FACTS}, "problem|null": "{_OLDER}"}}'},
    ),
    Own(
        "GET",
        "/metrics",
        "metrics",
        "What this process counts and what the database tells, for Prometheus. The settings "
        'ROWLOCK_METRICS and ROWLOCK_METRICS_TOKEN say who may read it.\nAnswers: "*"',
        media=TEXT,
        modules=("guard", "monitor"),
    ),
    Own(
        "GET",
        "/api/openapi.json",
        "openapi",
        'This document, as the schema is now.\nAnswers: {"*": "*", "openapi": "3.1.0"}',
    ),
    Own(
        "GET",
        "/api/docs",
        "docs",
        'This document as a page.\nAnswers: "*"',
        media=HTML,
    ),
)
