"""rowlock: coordinates work that waits on the world. The SQL is the product; this is its façade."""

from __future__ import annotations

__version__ = "0.2.0.dev0"
