"""The command line, run as a process."""

from __future__ import annotations
