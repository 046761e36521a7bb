"""What somebody with a login, a key or a browser may try, and that it gains nothing."""

from __future__ import annotations
