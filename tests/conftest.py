"""Fixtures of the Python tests; server, databases and pgTAP are plugins in tests/support."""

from __future__ import annotations
