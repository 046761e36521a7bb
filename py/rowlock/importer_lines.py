"""The lines of a CSV file, gzipped or not, with their numbers. Knows nothing of logs."""

from __future__ import annotations

import contextlib
import csv
import gzip
import io
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

DELIMITERS = ",;\t|"
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class BadLine:
    """What cannot be used: the line it begins at, in XES its trace and event too, and why."""

    line: int
    why: str
    trace: int | None = None
    event: int | None = None


class BrokenFileError(Exception):
    """The file cannot be read to its end."""


@contextlib.contextmanager
def opened(path: Path) -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """The file's bytes, unpacked where it is gzipped, and the file itself, which tells how far."""
    with path.open("rb") as raw:
        packed = raw.peek(2)[:2] == _GZIP
        try:
            yield cast(BinaryIO, gzip.GzipFile(fileobj=raw) if packed else raw), raw
        except (EOFError, gzip.BadGzipFile, zlib.error) as e:
            raise BrokenFileError(f"{path.name} breaks off or is damaged: {e}") from e


def read(
    path: Path, delimiter: str | None = None, tell: Callable[[int], None] = lambda _: None
) -> Iterator[tuple[int, list[str]] | BadLine]:
    """Every record with the number of its first line, the header first; blank lines are none.

    `tell` hears how many bytes of the file have been read. Text is UTF-8, with a mark or without.
    """
    with (
        opened(path) as (source, raw),
        # What is no UTF-8 comes out as lone surrogates, so that it is a fault of its line alone.
        io.TextIOWrapper(
            source, encoding="utf-8-sig", errors="surrogateescape", newline=""
        ) as text,
    ):
        yield from _records(text, delimiter, raw, tell)


def _records(
    text: io.TextIOWrapper, delimiter: str | None, raw: BinaryIO, tell: Callable[[int], None]
) -> Iterator[tuple[int, list[str]] | BadLine]:
    head = text.readline()
    lines = csv.reader(_chain(head, text), delimiter=delimiter or _guess(head), strict=True)
    while True:
        begin = lines.line_num + 1
        try:
            fields = next(lines)
        except StopIteration:
            return
        except csv.Error as e:
            yield BadLine(begin, str(e))
            continue
        if begin % 1000 == 0:
            tell(raw.tell())
        if any("\udc80" <= c <= "\udcff" for f in fields if not f.isascii() for c in f):
            yield BadLine(begin, "it is not UTF-8")
        elif any("\0" in field for field in fields):
            yield BadLine(begin, "it holds a NUL character")
        elif fields:
            yield begin, fields


def _chain(head: str, text: io.TextIOWrapper) -> Iterator[str]:
    yield head
    yield from text


def _guess(head: str) -> str:
    return max(DELIMITERS, key=head.count)
