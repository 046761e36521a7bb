"""What stands between worker and command: its arguments, and the questions in its output."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rowlock.worker.protocol import LONGEST, BadTemplate, Output, filled, parts

FACTS = {
    "task": "rm -rf / ; {run_id} 'x' $HOME",
    "run_id": "4b1f",
    "attempt": "1",
    "work_item_id": "6e5d",
    "provider": "claude",
    "session": "rowlock-4b1f",
}


def test_a_fact_is_one_argument_whatever_is_in_it() -> None:
    words = parts("agent --for={task} '{run_id} {attempt}' {other} {}")
    assert filled(words, FACTS) == [
        "agent",
        f"--for={FACTS['task']}",
        "4b1f 1",
        "{other}",
        "{}",
    ]


@pytest.mark.parametrize("template", ["", "  ", "agent 'open"])
def test_what_is_no_command(template: str) -> None:
    with pytest.raises(BadTemplate):
        parts(template)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "out"
    made.touch()
    return made


def add(file: Path, text: bytes) -> None:
    with file.open("ab") as out:
        out.write(text)


def test_questions_are_whole_lines_with_a_number_and_an_end(file: Path) -> None:
    out = Output(file)
    first = b'::ask {"wait_key": "a"}\n'
    add(file, b"hello\n" + first + b"::ask nothing\n::ask [1]\n::asking {}\nx ::ask {}\n::a")
    asks = list(out.asks())
    assert [(a.number, a.asked) for a in asks] == [(1, {"wait_key": "a"}), (2, None), (3, None)]
    assert asks[0].end == len(b"hello\n" + first)
    assert "not followed by JSON" in asks[1].problem
    assert "JSON object" in asks[2].problem
    add(file, b'sk {"wait_key": "b"}\r\n::ask {"wait_key": "c"}')
    assert [a.asked for a in out.asks()] == [{"wait_key": "b"}]
    assert [a.number for a in out.asks(last=True)] == [5]
    assert (out.lines, out.bytes) == (8, file.stat().st_size)
    out.close()


def test_who_reads_again_gives_the_same_numbers_and_ends(file: Path) -> None:
    add(file, b"x\n" * 50_000)
    for number in range(3):
        add(file, b"::ask " + json.dumps({"wait_key": number}).encode() + b"\n" + b"y" * 90_000)
    once, again = Output(file), Output(file)
    assert list(once.asks(last=True)) == list(again.asks(last=True))
    once.close()
    again.close()


def test_a_line_without_end_is_neither_kept_nor_believed(file: Path) -> None:
    out = Output(file)
    add(file, b"::ask " + b"x" * (3 * LONGEST))
    assert list(out.asks(last=False)) == []
    assert len(out._torn) <= LONGEST + 1
    list(out.asks())
    list(out.asks())
    add(file, b'\n::ask {"wait_key": "a"}\n')
    asks = [*out.asks(), *out.asks()]
    assert [a.problem for a in asks] == ["the line is too long", ""]
    out.close()


def test_a_command_that_never_pauses_leaves_time_for_others(file: Path) -> None:
    out = Output(file)
    add(file, b"x" * (4 * LONGEST))
    list(out.asks())
    assert out.bytes < 4 * LONGEST
    list(out.asks(last=True))
    assert (out.bytes, out.lines) == (4 * LONGEST, 1)
    out.close()
