"""Fixtures of the page's tests: the service and its people, and windows of a real browser."""

from __future__ import annotations

from tests.http.conftest import password_hash, world

__all__ = ["password_hash", "world"]
