"""The notes in comments of the schema, and the JSON schemas they stand for. Knows no route.

A comment is prose, then notes: `Example: {…}` is a request, `Answers: {…}` or `Answers 201 or 200:
{…}` a response, `Record name: {…}` what others name as "$name". A note is an example; its values
tell the types. A key ending in `?` may be missing, in `|null` may be null (`|null!`: and is so in
the example), in `|text` is any text, whatever the example looks like; "a|b" lists words; an object
with the key "*" may hold anything, and so may "*". A list that has a null may have more of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

Json = dict[str, object]

_NOTE = re.compile(r"\n\s*(Example|Answers(?: \d{3}(?: or \d{3})*)?|Record \w+): ")
_RAISES = re.compile(r"\s*Raises PT[^.]*\.")
_KEY = re.compile(r"(\w+)(\?)?(\|text)?(\|null)?(!)?")
_WORDS = re.compile(r"[a-z_]+(?:\|[a-z_]+)+")
_FORMATS = {
    "uuid": re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    "date-time": re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z"),
}
# A type of the catalog: the schema of its JSON, and an example of it.
_TYPES: Mapping[str, tuple[Json, object]] = {
    "bool": ({"type": "boolean"}, True),
    "int2": ({"type": "integer", "format": "int32"}, 1),
    "int4": ({"type": "integer", "format": "int32"}, 1),
    "int8": ({"type": "integer", "format": "int64"}, 1),
    "numeric": ({"type": "number"}, 1.5),
    "interval": ({"type": "string"}, "30 minutes"),
    "jsonb": ({}, {}),
    "text": ({"type": "string"}, "text"),
    "timestamptz": ({"type": "string", "format": "date-time"}, "2026-03-01T09:00:00Z"),
    "uuid": ({"type": "string", "format": "uuid"}, "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10"),
}


@dataclass(frozen=True, slots=True)
class Notes:
    """What a comment says: prose for people, notes as the JSON they hold."""

    about: str
    request: object = None
    statuses: tuple[int, ...] = ()
    answer: object = None
    record: str = ""

    @classmethod
    def of(cls, comment: str) -> Notes:
        """Read one comment."""
        about, *parts = _NOTE.split(comment)
        request = answer = None
        statuses: tuple[int, ...] = ()
        record = ""
        for head, text in zip(parts[::2], parts[1::2], strict=True):
            kind, _, rest = head.partition(" ")
            if kind == "Example":
                request = json.loads(text)
            else:
                answer = json.loads(text)
            if kind == "Answers":
                statuses = tuple(int(n) for n in re.findall(r"\d{3}", rest))
            elif kind == "Record":
                record = rest
        return cls(_RAISES.sub("", about).strip(), request, statuses, answer, record)


def typed(name: str) -> Json:
    """The schema of a type of the catalog; one of the schema's own is named by reference."""
    if name.startswith("_"):
        return {"type": "array", "items": typed(name[1:])}
    known = _TYPES.get(name)
    return dict(known[0]) if known else {"$ref": f"#/components/schemas/{name}"}


def nullable(schema: Json) -> Json:
    """The schema, or null."""
    if "$ref" in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    if "enum" in schema:
        words = schema["enum"]
        assert isinstance(words, list)  # noqa: S101  # made below
        return {**schema, "type": ["string", "null"], "enum": [*words, None]}
    return {**schema, "type": [schema["type"], "null"]} if "type" in schema else schema


def shaped(note: object) -> Json:
    """The schema that an example stands for."""
    if isinstance(note, dict):
        return {"type": "object"} if "*" in note else _object(note)
    if isinstance(note, list):
        items = shaped(note[0]) if note else {}
        return {"type": "array", "items": nullable(items) if None in note else items}
    if isinstance(note, str):
        return _string(note)
    kinds = {bool: "boolean", int: "integer", float: "number"}
    return {"type": kinds[type(note)]} if type(note) in kinds else {}


def _object(note: Mapping[str, object]) -> Json:
    properties: Json = {}
    required = []
    for key, value in note.items():
        found = _KEY.fullmatch(key)
        if found is None:
            raise LookupError(f"a note has the key {key!r}")
        schema: Json = {"type": "string"} if found[3] else shaped(value)
        properties[found[1]] = nullable(schema) if found[4] else schema
        if not found[2]:
            required.append(found[1])
    return {"type": "object", "properties": properties, "required": required}


def _string(note: str) -> Json:
    if note == "*":
        return {}
    if note.startswith("$"):
        return {"$ref": f"#/components/schemas/{note[1:]}"}
    if _WORDS.fullmatch(note):
        return {"type": "string", "enum": note.split("|")}
    if note.startswith("{"):
        return {"type": "string", "contentMediaType": "application/json"}
    for name, form in _FORMATS.items():
        if form.fullmatch(note):
            return {"type": "string", "format": name}
    return {"type": "string"}


@dataclass(frozen=True, slots=True)
class Shapes:
    """The records and types of the schema, by the names that notes refer to."""

    records: Mapping[str, object]
    types: Mapping[str, Json]
    glossary: Mapping[str, Json]

    @classmethod
    def of(cls, listing: Mapping[str, object]) -> Shapes:
        """Read what function_list answers."""
        types, comments, words = listing["types"], listing["records"], listing["glossary"]
        assert isinstance(types, dict) and isinstance(comments, list)  # noqa: S101
        assert isinstance(words, dict)  # noqa: S101
        notes = [Notes.of(comment) for comment in comments]
        return cls({n.record: n.answer for n in notes}, types, words)

    def schema(self, name: str) -> Json:
        """The schema of a record, else of a type; each property with what it means."""
        columns = {str(c["name"]): c for c in self._columns(name)}
        if name in self.records:
            return self._described(name, shaped(self.records[name]))
        made: Json = {"type": "object", "properties": {}, "required": list(columns)}
        made["properties"] = {
            n: nullable(typed(str(c["type"]))) if c["nullable"] else typed(str(c["type"]))
            for n, c in columns.items()
        }
        return self._described(name, made)

    def request(self, note: object) -> Json:
        """The schema of a request; each argument with what it means."""
        return self._described("", shaped(note))

    def _described(self, name: str, schema: Json) -> Json:
        properties = schema["properties"]
        assert isinstance(properties, dict)  # noqa: S101  # as an object's are
        columns = {str(c["name"]): c for c in self._columns(name)}
        for key, told in properties.items():
            about = self._about(name, key, columns.get(key, {}))
            if about and "$ref" not in told:
                properties[key] = {**told, "description": about}
        return schema

    def _about(self, name: str, field: str, column: Json) -> object:
        """What a field means: said of it, of its column, or of the argument of that name."""
        said = self.glossary.get(f"{name}.{field}", {}).get("about")
        if said or (said := column.get("comment")):
            return said
        word = self.glossary.get(f"{name}_create.{field}") or self.glossary.get(field, {})
        # A list of them says something else than one of them.
        return None if isinstance(word.get("example"), list) else word.get("about")

    def example(self, note: object) -> object:
        """The note as an answer would look."""
        if isinstance(note, dict):
            # What may be missing and may hold anything says nothing.
            found = {
                k: _KEY.fullmatch(k)
                for k, value in note.items()
                if k != "*" and not ("?" in k and value == {"*": ["*"]})
            }
            return {
                k[1]: None if k[5] else self.example(note[key]) for key, k in found.items() if k
            }
        if isinstance(note, list):
            return [self.example(value) for value in note]
        if isinstance(note, str) and note.startswith("$"):
            return self.of_type(note[1:])
        return note.split("|")[0] if isinstance(note, str) and _WORDS.fullmatch(note) else note

    def of_type(self, name: str) -> object:
        """An example of a record, else of a type."""
        if name in self.records:
            return self.example(self.records[name])
        if name.startswith("_"):
            return [self.of_type(name[1:])]
        if name in _TYPES:
            return _TYPES[name][1]
        return {str(c["name"]): self.of_type(str(c["type"])) for c in self._columns(name)}

    def _columns(self, name: str) -> list[Json]:
        columns = self.types.get(name, {}).get("columns", [])
        assert isinstance(columns, list)  # noqa: S101  # as function_list makes it
        return columns
