"""Encrypts the passwords of an answer, which the database has found and refused. Knows no form."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from rowlock.errors import Refusal
from rowlock.secrets_box import Box

# What the schema says of passwords that are not encrypted, and the argument that takes them.
REFUSED, CREDENTIALS = "password_fields", "credentials"
PAYLOAD = "resolver_payload"
# An answer that finds its row by what it is about may find another one each time.
TRIES = 3


def sealed(box: Box | None, refused: Refusal, given: Mapping[str, str | None]) -> str | None:
    """The credentials that the refusal asks for; None when it is another, or one is not there."""
    detail = refused.detail
    if box is None or refused.code != REFUSED or not isinstance(detail, dict):
        return None
    # Numbers stay as they were written: a float would round them.
    mark = uuid4().hex
    try:
        answers = _answers(given, mark)
        found = [_credential(box, answers, place, mark) for place in detail["passwords"]]
    except (LookupError, TypeError, ValueError, RecursionError):
        return None
    return json.dumps(found)


def _credential(
    box: Box, answers: Mapping[UUID | None, object], place: Mapping[str, object], mark: str
) -> Mapping[str, object]:
    row, field, path = place["escalation_id"], str(place["field"]), place["path"]
    value = answers.get(UUID(str(row))) if row and None not in answers else answers[None]
    for step in path if isinstance(path, list) else ():
        value = value[int(step)] if isinstance(value, list) else value[step]  # type: ignore[index]
    secret = re.sub(f'"{mark}([^"]*)"', r"\1", json.dumps(value, ensure_ascii=False))
    token = str(uuid4())
    return {
        **place,
        "token": token,
        "key_id": box.key_id,
        "value": base64.b64encode(box.seal(token, field, secret)).decode(),
        # Whether it is the same request again, the database cannot tell by the token.
        "digest": box.digest(secret),
    }


def _answers(given: Mapping[str, str | None], mark: str) -> Mapping[UUID | None, object]:
    """The answers of a request: of each row, where rows have their own, or the one of all."""

    def read(text: str) -> Any:  # what JSON is
        return json.loads(text, parse_int=mark.__add__, parse_float=mark.__add__)

    if (items := given.get("items")) is not None:
        return {UUID(str(i["id"])): i.get(PAYLOAD) or i["resolverPayload"] for i in read(items)}
    return {None: read(given.get(PAYLOAD) or given.get("payload") or "null")}
