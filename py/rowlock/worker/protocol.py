"""What stands between the worker and a command: its arguments, and the lines of its output."""

from __future__ import annotations

import itertools
import json
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

MARK = b"::ask"
# A line may be this long; of a longer one the rest is dropped.
LONGEST = 1 << 20
# Pieces of a look, so that a command that never pauses leaves time for others.
AT_ONCE = 16
_PLACE = re.compile(r"\{(task|run_id|attempt|work_item_id|provider|session)\}")


class BadTemplate(ValueError):
    """The command of --exec cannot be run."""


def parts(template: str) -> list[str]:
    """The words of a command, split as a shell does, before anything is put in."""
    try:
        found = shlex.split(template)
    except ValueError as e:
        raise BadTemplate(f"the command cannot be split into words: {e}") from e
    if not found:
        raise BadTemplate("the command is empty")
    return found


def filled(words: list[str], facts: Mapping[str, str]) -> list[str]:
    """The words with the facts put in; each stays one argument, whatever is in it."""
    return [_PLACE.sub(lambda place: facts[place[1]], word) for word in words]


@dataclass(frozen=True, slots=True)
class Ask:
    """A question in the output: its number among them, where its line ends, and what it says."""

    number: int
    end: int
    asked: Mapping[str, object] | None
    problem: str = ""


class Output:
    """Reads a growing file by whole lines, and counts them."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        self._torn = b""
        self._asks = 0
        self.lines = 0
        self.bytes = 0

    def asks(self, *, last: bool = False) -> Iterator[Ask]:
        """The questions that came since; at the last look also one without an end of line."""
        pieces = itertools.count() if last else range(AT_ONCE)
        for _ in pieces:
            if not (piece := self._file.read(65536)):
                break
            self.lines += piece.count(b"\n")
            *whole, rest = piece.split(b"\n")
            for line in whole:
                self.bytes += len(line) + 1
                yield from self._ask(self._torn + line)
                self._torn = b""
            self.bytes += len(rest)
            self._torn = (self._torn + rest)[: LONGEST + 1]
        if last and self._torn:
            self.lines += 1
            yield from self._ask(self._torn)
            self._torn = b""

    def _ask(self, line: bytes) -> Iterator[Ask]:
        word, _, said = line.strip().partition(b" ")
        if word != MARK:
            return
        self._asks += 1
        asked, problem = _asked(said) if len(line) <= LONGEST else (None, "the line is too long")
        yield Ask(self._asks, self.bytes, asked, problem)

    def close(self) -> None:
        """No more of it."""
        self._file.close()


def _asked(said: bytes) -> tuple[dict[str, object] | None, str]:
    try:
        found = json.loads(said)
    except (ValueError, RecursionError) as e:
        return None, f"::ask is not followed by JSON: {e}"
    if not isinstance(found, dict):
        return None, "::ask is not followed by a JSON object"
    return found, ""
