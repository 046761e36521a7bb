"""Where programs come from: what starts is used, and an install that failed is not repeated."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools import chromium, debian


@pytest.fixture
def ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """The commands that were run, none of which succeeds; there is no Chromium yet."""
    commands: list[tuple[str, ...]] = []

    def run(*command: str) -> bool:
        commands.append(command)
        return command[0].endswith("works")

    monkeypatch.setattr(debian, "run", run)
    monkeypatch.setattr(debian, "CACHE", tmp_path)
    monkeypatch.setattr(debian.shutil, "which", lambda name, path="": None)
    return commands


def test_one_that_starts_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ran: list[tuple[str, ...]]
) -> None:
    broken, works = tmp_path / "broken", tmp_path / "works"
    broken.touch()
    works.touch()
    monkeypatch.setattr(debian.shutil, "which", lambda name, path="": str(broken))
    assert chromium.chromium(works) == works
    assert all(command[1:] == ("--version",) for command in ran), "nothing was installed"


@pytest.mark.usefixtures("ran")
def test_one_without_windows_is_preferred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debian.shutil, "which", lambda name, path="": f"/{name}-works")
    assert chromium.chromium(tmp_path) == Path("/chromium-headless-shell-works")


@pytest.mark.usefixtures("ran")
def test_root_installs_one_of_which_there_is_a_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(debian, "install", lambda name: asked.append(name) or name == "chromium")
    monkeypatch.setattr(
        debian, "present", lambda name: Path("/works") if asked[-1:] == [name] else None
    )
    assert chromium.chromium(tmp_path / "none") == Path("/works")
    assert asked == ["chromium-headless-shell", "chromium"]


def test_what_could_not_be_installed_is_not_tried_again(
    tmp_path: Path, ran: list[tuple[str, ...]]
) -> None:
    for _ in range(2):
        assert chromium.chromium(tmp_path / "none") is None
    assert [command[1:] for command in ran] == [("-m", "playwright", "install", "chromium")]


def test_root_installs_a_package_once_and_tries_what_it_got(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ran: list[tuple[str, ...]]
) -> None:
    monkeypatch.setattr(debian.os, "getuid", lambda: 0)
    apt = {"apt-get": "/usr/bin/apt-get"}
    monkeypatch.setattr(debian.shutil, "which", lambda name, path="": apt.get(name))
    for _ in range(2):
        assert debian.program("pgbouncer") is None
    assert [command[2] for command in ran] == ["update", "install"]
