"""The folder of an attempt and its keeper: a command is started once, and its end is never lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rowlock.worker.home import Home, Occupied
from rowlock.worker.job import Exit, Job, Spec
from rowlock.worker.keeper import born

SHELL = ("sh", "-c")
Make = Callable[..., Job]


def until(so: Callable[[], object], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    made = Home(tmp_path / "home")
    yield made
    made.leave()


@pytest.fixture
def make(home: Home, tmp_path: Path) -> Make:
    def made(*argv: str, run: str = "run", cwd: str | None = None) -> Job:
        where = cwd or str(tmp_path)
        return home.make(Spec(run, 1, "rowlock-1", "task", list(argv), where, {"ROWLOCK_X": "y"}))

    return made


def said(job: Job) -> str:
    return (job.folder / "out").read_text()


def test_it_runs_where_and_with_what_it_was_told(make: Make, tmp_path: Path) -> None:
    job = make(*SHELL, 'pwd; echo "$ROWLOCK_X"; echo oh >&2; exit 7')
    job.begin(5)
    until(job.ended)
    assert job.ended() == Exit(7)
    assert said(job) == f"{tmp_path}\ny\n"
    assert (job.folder / "err").read_text() == "oh\n"
    until(lambda: not job.kept())
    assert not job.lost()


@pytest.mark.parametrize("argv, cwd", [(("/no/such/program",), None), (("true",), "/no/such")])
def test_a_command_that_cannot_be_started(make: Make, argv: tuple[str, ...], cwd: str) -> None:
    job = make(*argv, cwd=cwd)
    job.begin(5)
    until(job.ended)
    end = job.ended()
    assert end is not None and end.code is None and "No such file" in end.reason
    assert not job.started()


def test_an_end_by_a_signal_is_told_as_a_shell_tells_it(make: Make) -> None:
    job = make(*SHELL, "kill -9 $$")
    job.begin(5)
    until(job.ended)
    assert job.ended() == Exit(137)


def test_of_many_keepers_one_starts_the_command(make: Make) -> None:
    job = make(*SHELL, "echo once; sleep 0.3")
    others = [Job(job.folder) for _ in range(5)]
    for one in (job, *others):
        one.begin(5)
    until(job.ended)
    until(lambda: not any(one.kept() for one in (job, *others)))
    job.begin(5)
    until(lambda: not job.kept())
    assert said(job) == "once\n"


def test_lines_are_handed_on_in_order_and_each_number_once(make: Make) -> None:
    job = make(*SHELL, "head -n 3")
    job.tell(1, {"before": "it began"})
    job.begin(5)
    until(job.started)
    long = "x" * 200_000
    job.tell(2, {"said": long})
    job.tell(2, {"said": "again"})
    again = Job(job.folder)
    again.tell(1, {"said": "again"})
    again.tell(3, {"said": "last"})
    until(job.ended)
    assert said(job) == f'{{"before": "it began"}}\n{{"said": "{long}"}}\n{{"said": "last"}}\n'


def test_a_line_that_a_killed_worker_left_unfinished_is_taken_back(make: Make) -> None:
    job = make(*SHELL, 'read -r a; echo "$a"; read -r b; echo "$b"')
    job.begin(5)
    until(job.started)
    job.tell(1, {"n": 1})
    with (job.folder / "inbox").open("ab") as inbox:
        inbox.write(b'2\t{"half of it')
    job.ring()
    until(lambda: said(job))
    again = Job(job.folder)
    assert again.told == {1}
    again.tell(2, {"n": 2})
    until(job.ended)
    assert said(job) == '{"n": 1}\n{"n": 2}\n'


def test_who_does_not_listen_is_not_waited_for(make: Make) -> None:
    job = make(*SHELL, "exec <&-; echo deaf; sleep 0.5")
    job.begin(5)
    until(lambda: said(job))
    for number in range(3):
        job.tell(number, {"said": "x" * 100_000})
    until(job.ended)
    assert job.ended() == Exit(0)


def test_a_stop_ends_the_whole_group_also_the_one_that_will_not(make: Make) -> None:
    job = make(*SHELL, 'trap "" TERM; sleep 60 & echo $!; while :; do sleep 60; done')
    job.begin(0.2)
    until(lambda: said(job))
    job.halt()
    until(job.ended)
    assert job.ended() == Exit(137)
    until(lambda: born(int(said(job))) == "" or _zombie(int(said(job))))


def test_what_a_command_leaves_behind_ends_with_it(make: Make) -> None:
    job = make(*SHELL, "sleep 60 & echo $!")
    job.begin(5)
    until(job.ended)
    assert job.ended() == Exit(0)
    until(lambda: born(int(said(job))) == "" or _zombie(int(said(job))))


def test_the_end_outlives_whoever_started_the_keeper(make: Make) -> None:
    job = make(*SHELL, "sleep 0.3; echo done; exit 3")
    program = (
        "import sys; from pathlib import Path; from rowlock.worker.job import Job;"
        "Job(Path(sys.argv[1])).begin(5); import os; os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", program, str(job.folder)], env=_env())
    assert done.returncode == -signal.SIGKILL
    until(job.begun)
    assert job.kept()
    until(job.ended)
    assert (job.ended(), said(job)) == (Exit(3), "done\n")


@pytest.mark.skipif(not born(os.getpid()), reason="the kernel does not tell when a process began")
def test_a_killed_keeper_is_noticed_and_its_command_ended(make: Make) -> None:
    job = make("sleep", "60")
    job.begin(5)
    until(job.started)
    os.kill((job.read("begun") or {})["pid"], signal.SIGKILL)
    until(job.lost)
    job.clear()
    until(lambda: _zombie((job.read("child") or {})["pid"]))


def test_a_folder_is_one_workers(home: Home) -> None:
    with pytest.raises(Occupied):
        Home(home.path)
    assert home.path.stat().st_mode & 0o777 == 0o700
    assert (home.path / "instance").stat().st_mode & 0o777 == 0o600
    home.leave()
    again = Home(home.path)
    assert (again.instance, home.is_new, again.is_new) == (home.instance, True, False)
    home._lock = again._lock


def test_a_half_made_folder_is_made_anew(home: Home, make: Make) -> None:
    draft = home.path / "runs" / ".run.1"
    draft.mkdir()
    assert home.open() == []
    job = make("true")
    assert [j.folder for j in home.open()] == [job.folder]
    assert home.knows("run", 1) and not home.knows("run", 2)
    home.close(job, "finished")
    assert home.open() == [] and home.knows("run", 1)


def _zombie(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except FileNotFoundError:
        return True


def _env() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
