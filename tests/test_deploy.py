"""The image's files and the wheel: what is shipped is there, and an installed wheel works alone."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import urllib.request
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from rowlock import __version__
from rowlock.settings import Settings
from tests.support.command import environment
from tests.support.servers import temporary_home

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())


def copied() -> list[str]:
    """What COPY takes from this folder."""
    lines = re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE)
    return [source for line in lines for source in line.split()[:-1]]


def test_what_the_image_copies_is_there_and_is_not_ignored() -> None:
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert copied() == ["pyproject.toml", "README.md", "LICENSE", "sql", "py"]
    for source in copied():
        assert (ROOT / source).exists()
        assert f"!{source}" in ignored
    assert "*" in ignored, "nothing else is sent to the builder, .env least of all"


def test_the_image_runs_as_nobody_and_says_whether_it_is_ready() -> None:
    assert re.search(r"^USER [1-9]\d*$", DOCKERFILE, re.MULTILINE)
    assert "/readyz" in DOCKERFILE
    entry = json.loads(re.search(r"^ENTRYPOINT (.+)$", DOCKERFILE, re.MULTILINE)[1])  # type: ignore[index]
    argv = json.loads(re.search(r"^CMD (\[\"up.+)$", DOCKERFILE, re.MULTILINE)[1])  # type: ignore[index]
    assert [*entry, *argv] == ["rowlock", "up", "--host", "0.0.0.0", "--port", "8080"]
    check = re.search(r"CMD \[\"python\", \"-c\", (\".+\")\]", DOCKERFILE)
    assert check
    compile(json.loads(check[1]), "healthcheck", "exec")


def test_the_compose_file_waits_keeps_and_asks_for_secrets() -> None:
    postgres, service = COMPOSE["services"]["postgres"], COMPOSE["services"]["rowlock"]
    assert postgres["image"] == "postgres:18"
    assert postgres["volumes"] == ["data:/var/lib/postgresql"]
    assert COMPOSE["volumes"].keys() == {"data"}
    assert service["depends_on"] == {"postgres": {"condition": "service_healthy"}}
    for each in (postgres, service):
        assert each["restart"] == "unless-stopped"
        assert int(each["stop_grace_period"].removesuffix("s")) > 10
    needed = set(re.findall(r"\$\{(\w+):\?", (ROOT / "docker-compose.yml").read_text()))
    example = (ROOT / ".env.example").read_text()
    assert needed == set(re.findall(r"^(\w+)=$", example, re.MULTILINE))
    # An empty variable counts as unset.
    optional = set(re.findall(r"^#(\w+)=$", example, re.MULTILINE))
    assert {name for name in optional if service["environment"][name] == f"${{{name}:-}}"} == {
        "ROWLOCK_METRICS_TOKEN"
    }
    known = {"DATABASE_URL", "PGPASSWORD", "ROWLOCK_JWT_SECRET", "ROWLOCK_SECRET_KEY"}
    assert service["environment"].keys() == known | optional
    # Whatever the service does not know it names in its log.
    assert {n.lower().removeprefix("rowlock_") for n in known | optional if "ROWLOCK" in n} <= (
        Settings.model_fields.keys()
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built as the image builds it."""
    folder = tmp_path_factory.mktemp("wheel")
    done = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT],
        env=environment(),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    [path] = folder.glob("*.whl")
    return path


@pytest.mark.slow
def test_the_wheel_holds_all_that_the_service_reads(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        names = set(file.namelist())
    package = ROOT / "py/rowlock"
    here = {p for p in package.rglob("*") if p.is_file() and "__pycache__" not in p.parts}
    wanted = {f"rowlock/{p.relative_to(package)}" for p in here}
    scripts = [*(ROOT / "sql").glob("*.*sql"), *(ROOT / "sql/migrations").glob("*.sql")]
    scripts += [*(ROOT / "sql/functions").rglob("*.sql"), *(ROOT / "sql/views").glob("*.sql")]
    wanted |= {f"rowlock/{p.relative_to(ROOT)}" for p in scripts}
    assert wanted - names == set()
    assert {n for n in names if n.startswith("rowlock/")} == wanted
    assert f"rowlock-{__version__}.dist-info/entry_points.txt" in names


@pytest.mark.slow
def test_an_installed_wheel_serves_alone(wheel: Path, tmp_path: Path) -> None:
    made = tmp_path / "venv"
    venv.create(made, with_pip=False, symlinks=True)
    python = made / "bin/python"
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps"]
    subprocess.run([*pip, wheel], env=environment(), check=True)
    # The dependencies are those of the tests; the package is the wheel's.
    [packages] = made.glob("lib/*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    env = {k: v for k, v in environment().items() if k != "PYTHONPATH"}
    where = [python, "-c", "import rowlock; print(rowlock.__file__)"]
    shown = subprocess.run(where, env=env, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert str(packages) in shown.stdout

    with temporary_home() as home, (tmp_path / "log").open("w") as log:
        argv = [made / "bin/rowlock", "up", "--json", "--port", "0", "--data", home]
        with subprocess.Popen(
            argv, env=env, cwd=tmp_path, stdout=subprocess.PIPE, stderr=log, text=True
        ) as service:
            try:
                assert service.stdout is not None
                said: dict[str, Any] = {}
                while "address" not in said:
                    line = service.stdout.readline()
                    assert line, (tmp_path / "log").read_text()
                    said |= json.loads(line)
                with urllib.request.urlopen(f"{said['address']}/readyz", timeout=30) as ready:
                    assert ready.status == 200
                assert said["admin"]["external_id"] == "admin"
            finally:
                service.terminate()
                service.wait(60)
        assert service.returncode == 0
