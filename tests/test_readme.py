"""The README is true: its sessions print what they say, its paths and commands are there."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

import pytest

from tests.support.command import PROGRAM, environment
from tests.support.servers import temporary_home

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PLAN = (ROOT / "docs" / "plan-and-runs.md").read_text(encoding="utf-8")
BLOCK = re.compile(
    r"<!-- test: (?P<kind>\w+) -->\n```\w+\n(?P<code>.*?)```\n(?:```\n(?P<output>.*?)```\n)?", re.S
)
TOLD = "http://127.0.0.1:8080"
END = "the block ends here"
SECONDS = 60


def blocks(kind: str, text: str = README) -> list[tuple[str, str]]:
    """The blocks of a kind: what is typed, and what is printed."""
    found = [(m["code"], m["output"] or "") for m in BLOCK.finditer(text) if m["kind"] == kind]
    assert found
    return found


def plain(text: str) -> str:
    """Without what nobody compares: trailing blanks, empty lines, psql's counts of rows."""
    lines = (line.rstrip() for line in text.splitlines())
    return "\n".join(x for x in lines if x and not re.fullmatch(r"\(\d+ rows?\)", x))


def fits(printed: str, shown: str) -> bool:
    """Whether what was printed is what the README shows, where `…` is any text."""
    pattern = ".*?".join(map(re.escape, plain(shown).split("…")))
    return re.fullmatch(pattern, plain(printed), re.S) is not None


@dataclass(slots=True)
class Newcomer:
    """Somebody who has started the service, and has `rowlock` on the path."""

    address: str
    password: str
    env: dict[str, str]

    def shell(self, *argv: str) -> Shell:
        """A program that is typed to, both of its outputs in one."""
        process = subprocess.Popen(
            argv,
            env={**self.env, "PASSWORD": self.password, "PSQLRC": "/dev/null"},
            cwd=self.env["HOME"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        return Shell(process, self.address)


@dataclass(slots=True)
class Shell:
    """A bash or psql that keeps what it was told before, as a terminal does."""

    process: subprocess.Popen[str]
    address: str

    def type(self, code: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(code.replace(TOLD, self.address) + "\n")
        self.process.stdin.flush()

    def lines(self) -> Iterator[str]:
        assert self.process.stdout
        watch = Timer(SECONDS, os.killpg, (self.process.pid, signal.SIGKILL))
        watch.start()
        try:
            # No `yield from`: the output stays open for the next block.
            for line in self.process.stdout:  # noqa: UP028
                yield line
        finally:
            watch.cancel()

    def run(self, code: str, echo: str) -> str:
        """Type a block; what it printed."""
        self.type(f"{code}\n{echo} '{END}'")
        printed = ""
        for line in self.lines():
            if line.strip() == END:
                return printed
            printed += line
        raise AssertionError(f"it ended or took too long:\n{printed}")

    def close(self) -> None:
        """End it, and what it started."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()


@pytest.fixture(scope="module")
def newcomer() -> Iterator[Newcomer]:
    """`rowlock up` in a home of its own, started once; its sessions follow each other."""
    with temporary_home() as home:
        bin_ = home.parent / "bin"
        bin_.mkdir()
        (bin_ / "rowlock").write_text(f'#!/bin/sh\nexec {shlex.join(PROGRAM)} "$@"\n')
        (bin_ / "rowlock").chmod(0o755)
        env = environment(
            XDG_DATA_HOME=str(home.parent / "share"),
            HOME=str(home.parent),
            PATH=f"{bin_}{os.pathsep}{os.environ['PATH']}",
        )
        argv = ["rowlock", "up", "--port", "0"]
        log = home.parent / "log"
        with log.open("w") as errors:
            process = subprocess.Popen(
                argv, env=env, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        try:
            assert process.stdout
            said = ""
            while "answers on" not in said:
                line = process.stdout.readline()
                assert line, f"rowlock up ended\n{said}{log.read_text()}"
                said += line
            address = re.search(r"http://\S+", said)
            password = re.search(r"one-time password: (\S+)", said)
            assert address and password, said
            yield Newcomer(address[0], password[1], env)
        finally:
            process.terminate()
            process.communicate(timeout=SECONDS)


@pytest.mark.slow
def test_the_sessions_work_as_printed(newcomer: Newcomer) -> None:
    psql = newcomer.shell("rowlock", "psql")
    try:
        for code, shown in blocks("psql"):
            printed = psql.run(code, "\\echo")
            assert fits(printed, shown), f"psql printed\n{printed}"
        for query in re.findall(r"`(select .*?)`", README):
            assert "ERROR" not in psql.run(f"{query};", "\\echo")
    finally:
        psql.close()

    bash = newcomer.shell("bash")
    try:
        for code, shown in blocks("sh"):
            printed = bash.run(code, "echo")
            assert fits(printed, shown), f"the shell printed\n{printed}"
        [(code, shown)] = blocks("stream")
        bash.type(code)
        printed = ""
        for line in bash.lines():
            printed += line
            if fits(printed, shown):
                break
        else:
            pytest.fail(f"the stream was\n{printed}")
    finally:
        bash.close()


@pytest.mark.slow
def test_the_loop_of_a_plan_works_as_printed(newcomer: Newcomer) -> None:
    bash = newcomer.shell("bash")
    try:
        for code, shown in blocks("sh", PLAN):
            printed = bash.run(code, "echo")
            assert fits(printed, shown), f"the shell printed\n{printed}"
    finally:
        bash.close()


@pytest.mark.slow
def test_a_signed_in_browser_gets_events_as_they_come(newcomer: Newcomer) -> None:
    body = json.dumps({"external_id": "admin", "password": newcomer.password}).encode()
    kind = {"Content-Type": "application/json"}
    signing = urllib.request.Request(f"{newcomer.address}/api/auth/login", body, kind)
    with urllib.request.urlopen(signing, timeout=20) as answer:
        cookie = answer.headers["Set-Cookie"].split(";")[0]
    source = re.search(r'new EventSource\("([^"]+)"\)', README)
    assert source
    asked = urllib.request.Request(f"{newcomer.address}{source[1]}", headers={"Cookie": cookie})
    with urllib.request.urlopen(asked, timeout=20) as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        assert stream.readline() == b"retry: 1000\n"
        body = json.dumps({"role": "reviewer", "type": "approval"}).encode()
        headers = {**kind, "Cookie": cookie, "X-Rowlock": "1"}
        asking = urllib.request.Request(f"{newcomer.address}/api/escalations", body, headers)
        with urllib.request.urlopen(asking, timeout=20) as answer:
            made = json.load(answer)
        assert next(messages(stream)) == ("escalation.created", made["id"])


def messages(stream: Iterator[bytes]) -> Iterator[tuple[str, str]]:
    """What an EventSource dispatches: the name of each event, and the row it is about."""
    fields: dict[str, str] = {}
    for line in stream:
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if name:
            fields[name] = value
        elif "data" in fields:
            yield fields["event"], json.loads(fields["data"])["escalation_id"]
            fields = {}


@pytest.mark.slow
def test_a_log_is_imported_once(newcomer: Newcomer) -> None:
    (Path(newcomer.env["HOME"]) / "tickets.csv").write_text(
        "ticket,step,done_at,agent,team\n"
        "1,opened,2024-03-01 09:00,,\n"
        "1,checked,2024-03-01 10:30,ann,Back Office\n"
        "1,answered,2024-03-02 08:00,bob,Front\n"
        "1,closed,,,Front\n"
    )
    bash = newcomer.shell("bash", "-e")
    try:
        [(code, _)] = blocks("import")
        first, again = bash.run(code, "echo"), bash.run(code, "echo")
    finally:
        bash.close()
    assert re.search(r"\bcreated\s+3\b", first), first
    assert "back-office" in first and "closed" in first
    assert re.search(r"\bexisting\s+3\b", again) and "created" not in again, again


@pytest.mark.slow
def test_there_is_something_to_look_at(newcomer: Newcomer) -> None:
    bash = newcomer.shell("bash", "-e")
    try:
        [(code, _)] = blocks("demo")
        printed = bash.run(code, "echo")
    finally:
        bash.close()
    assert re.search(r"\d+ verbs in \d+ s: ", printed), printed
    assert "oldest_pending_minutes" in printed and "id,role,type" in printed, printed


def test_what_it_names_is_there() -> None:
    named = re.findall(r"\]\(([^)#:]+)\)", README)
    named += re.findall(r"`((?:sql|py|bench|docs|tests)/[\w./]*\w/?)`", README)
    assert [n for n in named if not (ROOT / n).exists()] == []
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    texts = README + (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    used = {a or b for a, b in re.findall(r"^make ([a-z-]+)|`make ([a-z-]+)", texts, re.M)}
    assert used and used <= set(targets)
    assert len(README.splitlines()) <= 200


def heading(line: str) -> str:
    """The anchor that a heading gets."""
    return re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-")


def test_the_guides_lead_to_what_is_there_and_the_readme_to_each_guide() -> None:
    guides = sorted((ROOT / "docs").glob("*.md"))
    lost = []
    for guide in [ROOT / "README.md", *guides, *sorted((ROOT / "docs" / "decisions").glob("*.md"))]:
        text = re.sub(r"`[^`\n]*`", "", guide.read_text(encoding="utf-8"))
        for to, anchor in re.findall(r"\]\(([^)#:\s]*)(?:#([^)\s]+))?\)", text):
            target = (guide.parent / to).resolve() if to else guide
            there = target.exists()
            if there and anchor:
                lines = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.M)
                there = anchor in map(heading, lines)
            if not there:
                lost.append(f"{guide.name}: {to}#{anchor}")
    assert lost == []
    assert [g.name for g in guides if f"(docs/{g.name})" not in README] == []
