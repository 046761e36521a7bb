"""The events of a XES file, gzipped or not, with their places. Knows XML and nothing of logs."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn
from xml.parsers import expat  # a document type, and so every entity, is refused

from rowlock.importer_lines import BrokenFileError, opened

CHUNK = 1 << 16
# How deep attributes may be nested in one another before the file is no log.
DEEPEST = 100
TRACE = "case:"
ATTRIBUTES = frozenset({"string", "date", "int", "float", "boolean", "id"})
_BLANK = b" \t\r\n\xef\xbb\xbf\xfe\xff\x00"


@dataclass(frozen=True, slots=True)
class Found:
    """One event: where it stands, and its attributes; those of its trace begin with `case:`.

    `event` counts in its trace; where there is none, in the file.
    """

    number: int
    line: int
    trace: int | None
    event: int
    values: dict[str, str]


def is_xes(path: Path) -> bool:
    """Whether the file is XML, whatever it is called."""
    with opened(path) as (source, _):
        return source.read(4096).lstrip(_BLANK).startswith(b"<")


def read(path: Path, tell: Callable[[int], None] = lambda _: None) -> Iterator[Found]:
    """Every event in the order of the file; `tell` hears how many bytes have been read."""
    log = _Log()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = lambda name, given: log.start(parser, name, given)
    parser.EndElementHandler = log.end
    # Without a document type there is no entity to expand.
    parser.StartDoctypeDeclHandler = _refuse
    with opened(path) as (source, raw):
        try:
            while chunk := source.read(CHUNK):
                parser.Parse(chunk, False)
                while log.ready:
                    yield log.ready.popleft()
                tell(raw.tell())
            parser.Parse(b"", True)
        except (expat.ExpatError, LookupError, ValueError) as e:
            raise BrokenFileError(f"{path.name} is no XES: {e}") from e
    if not log.seen:
        raise BrokenFileError(f"{path.name} is no XES: its outermost element is no log")


def _refuse(*_: object) -> NoReturn:
    raise ValueError("it declares a document type, which no log needs")


@dataclass(slots=True)
class _Log:
    """Where in the document the parser is, and the events that have been closed."""

    ready: deque[Found] = field(default_factory=deque)
    seen: bool = False
    _path: list[str] = field(default_factory=list)
    _of_trace: dict[str, str] = field(default_factory=dict)
    _of_event: dict[str, str] = field(default_factory=dict)
    _line: int = 0
    _traces: int = 0
    _events: int = 0
    _number: int = 0

    def start(self, parser: expat.XMLParserType, name: str, given: dict[str, str]) -> None:
        kind = name.rpartition(" ")[2]
        above = self._path[-1] if self._path else ""
        self._path.append(kind)
        if len(self._path) > DEEPEST:
            raise ValueError(f"line {parser.CurrentLineNumber} is nested too deeply")
        if len(self._path) == 1:
            self.seen = kind == "log"
        elif kind == "trace" and above == "log":
            self._traces += 1
            self._events = 0
            self._of_trace = {}
        elif kind == "event" and above in ("trace", "log"):
            self._events += 1
            self._number += 1
            self._line = parser.CurrentLineNumber
            self._of_event = {}
        # An attribute inside another one says something of that one, not of the event.
        elif kind in ATTRIBUTES and above == "trace":
            self._of_trace[TRACE + given.get("key", "")] = given.get("value", "")
        elif kind in ATTRIBUTES and above == "event":
            self._of_event[given.get("key", "")] = given.get("value", "")

    def end(self, name: str) -> None:
        kind = self._path.pop()
        above = self._path[-1] if self._path else ""
        if kind == "event" and above in ("trace", "log"):
            inside = above == "trace"
            # The attributes of a trace stand before its events.
            values = {**self._of_trace, **self._of_event} if inside else self._of_event
            trace = self._traces if inside else None
            place = self._events if inside else self._number
            self.ready.append(Found(self._number, self._line, trace, place, values))
