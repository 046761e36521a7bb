"""Breaks a line at one statement: reads enough of Postgres' protocol to know where it is."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from tests.support.proxy import Line, Proxy

# The first word of a session that names no version: somebody asks for TLS or GSS, or to cancel.
TLS, GSS, CANCEL = 80877103, 80877104, 80877102
PARSE, EXECUTE = b"P", b"E"
# Messages that wait for one that ends what is asked.
EXTENDED = frozenset({PARSE, b"B", b"D", EXECUTE, b"C", b"H"})
Message = tuple[bytes, bytes]


@dataclass(slots=True)
class Talk:
    """What one end says, in whole messages; those of a client have no kind until it has begun."""

    begun: bool
    rest: bytes = b""

    def messages(self, piece: bytes) -> Iterator[Message]:
        """Kind and whole of each message that is complete with this piece."""
        self.rest += piece
        while len(self.rest) >= 4 + self.begun:
            length = int(struct.unpack_from("!i", self.rest, self.begun)[0]) + self.begun
            if len(self.rest) < length:
                return
            whole, self.rest = self.rest[:length], self.rest[length:]
            if self.begun:
                yield whole[:1], whole
                continue
            self.begun = struct.unpack_from("!i", whole, 4)[0] not in (TLS, GSS, CANCEL)
            yield b"", whole


@dataclass(slots=True)
class Session:
    """What is known of one line."""

    up: Talk = field(default_factory=lambda: Talk(begun=False))
    down: Talk = field(default_factory=lambda: Talk(begun=True))
    backend: int = 0
    prepared: dict[bytes, bytes] = field(default_factory=dict)
    # What the client has said since it was last answered, and the statements that it names.
    group: list[Message] = field(default_factory=list)
    texts: list[bytes] = field(default_factory=list)
    # The answer to the statement, held back, and where in it the line breaks.
    held: list[Message] | None = None
    point: str = ""


# What a point does: with what was asked, before it goes on; with the answer, when it waits for it.
Asked = Callable[[Line, list[Message]], bytes]
Answered = Callable[[list[Message]], bytes]


def _whole(messages: list[Message]) -> bytes:
    return b"".join(whole for _, whole in messages)


def _behind(what: Callable[[Line], object], kept: Callable[[list[Message]], bytes]) -> Asked:
    def asked(line: Line, group: list[Message]) -> bytes:
        line.then = lambda: what(line)
        return kept(group)

    return asked


def _late(line: Line, group: list[Message]) -> bytes:
    line.pause = 0.05
    return _whole(group)


def _half(messages: list[Message]) -> bytes:
    whole = _whole(messages)
    return whole[: len(whole) // 2]


LATE = "late"
# Where a line breaks: at the request, ...
REQUEST: Mapping[str, Asked] = {
    LATE: _late,
    "before": _behind(Line.cut, lambda _: b""),
    "amid the request": _behind(Line.cut, _half),
    "without its end": _behind(Line.cut, lambda group: _whole(group[:-1])),
    "behind the request": _behind(Line.cut, _whole),
    "deaf client": _behind(lambda line: line.deafen(line.client), _whole),
    "deaf server": _behind(lambda line: line.deafen(line.server), _whole),
}
# ... or at the answer, which the server has given.
ANSWER: Mapping[str, Answered] = {
    "before the answer": lambda _: b"",
    "amid the answer": _half,
    "without its end of the answer": lambda answer: _whole(answer[:-1]),
}
POINTS = (*REQUEST, *ANSWER)
# The client is answered all the same.
HARMLESS = frozenset({"deaf server", LATE})


class Wire:
    """A tap that breaks one line, once: at the next statement that has a text in it."""

    def __init__(self, proxy: Proxy) -> None:
        self._sessions: WeakKeyDictionary[Line, Session] = WeakKeyDictionary()
        self._text, self._point, self._kind, self._passing = b"", "", b"", 0
        # The process at the server's end of it; and of all lines that were broken.
        self.broken: int | None = None
        self.dying: set[int] = set()
        # From the beginning of the lines: what is prepared on them has to be known.
        proxy.tap = self

    def arm(self, text: str, point: str, kind: bytes = EXECUTE, passing: int = 0) -> None:
        """The next statement with the text, when it is executed, or parsed by itself.

        So many of them pass before.
        """
        self.broken = None
        self._text, self._point, self._kind = text.encode(), point, kind
        self._passing = passing

    def __call__(self, line: Line, down: bool, piece: bytes) -> bytes:
        """What goes on of a piece."""
        session = self._sessions.setdefault(line, Session())
        return self._answer(line, session, piece) if down else self._request(line, session, piece)

    def _request(self, line: Line, session: Session, piece: bytes) -> bytes:
        out = b""
        for kind, whole in session.up.messages(piece):
            session.group.append((kind, whole))
            _note(session, kind, whole)
            if kind not in EXTENDED:
                group, texts, session.group, session.texts = session.group, session.texts, [], []
                out += self._said(line, session, group, texts)
        return out

    def _said(
        self, line: Line, session: Session, group: list[Message], texts: list[bytes]
    ) -> bytes:
        here = EXECUTE if any(kind == EXECUTE for kind, _ in group) else PARSE
        if not self._text or here != self._kind or not any(self._text in text for text in texts):
            return _whole(group)
        if self._passing:
            self._passing -= 1
            return _whole(group)
        self._text, self.broken = b"", session.backend
        if self._point != LATE:
            self.dying.add(session.backend)
        if self._point in REQUEST:
            return REQUEST[self._point](line, group)
        session.held, session.point = [], self._point
        return _whole(group)

    def _answer(self, line: Line, session: Session, piece: bytes) -> bytes:
        held = session.held
        for kind, whole in session.down.messages(piece):
            if kind == b"K":
                [session.backend] = struct.unpack_from("!i", whole, 5)
            if held is not None:
                held.append((kind, whole))
                if kind == b"Z":
                    line.then = line.cut
                    return ANSWER[session.point](held)
        return piece if held is None else b""


def _note(session: Session, kind: bytes, whole: bytes) -> None:
    body = whole[5:]
    if kind == b"Q":
        session.texts.append(body)
    elif kind == PARSE:
        name, text = body.split(b"\0", 2)[:2]
        session.prepared[name] = text
        session.texts.append(text)
    elif kind == b"B":
        session.texts.append(session.prepared.get(body.split(b"\0", 2)[1], b""))
