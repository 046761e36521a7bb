"""Tests over HTTP: the real service on a real server."""

from __future__ import annotations
