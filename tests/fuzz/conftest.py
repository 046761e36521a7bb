"""How long the fuzzing takes: the same few examples each time, or as many new ones as asked for."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings

from tests.http.conftest import password_hash, world

__all__ = ["fuzzed", "password_hash", "world"]


def fuzzed(examples: int, **more: int) -> settings:
    """As many examples as ROWLOCK_FUZZ_EXAMPLES says, new ones each time; else these few."""
    asked = int(os.environ.get("ROWLOCK_FUZZ_EXAMPLES", "0"))
    return settings(
        phases=[Phase.generate],
        max_examples=asked or examples,
        derandomize=not asked,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        **more,
    )
