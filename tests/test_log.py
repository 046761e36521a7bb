"""What the log tells, and what it must not."""

from __future__ import annotations

import json

import pytest
import structlog

from rowlock import log


@pytest.mark.parametrize("tty", [False, True])
def test_a_traceback_holds_no_values(
    tty: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: tty)
    log.configure()

    def sign_in(token: str) -> None:
        raise ValueError(f"a token of {len(token)}")

    secret = "a-token-that-is-secret"
    try:
        sign_in(secret)
    except ValueError as e:
        structlog.get_logger("rowlock.test").error("failed", exc_info=e)
    finally:
        structlog.reset_defaults()
    said = capsys.readouterr().err
    assert "a token of 22" in said and "sign_in" in said
    assert secret not in said
    if not tty:
        assert json.loads(said)["exception"][0]["exc_type"] == "ValueError"
