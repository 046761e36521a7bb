"""Structured logs: JSON lines when nobody watches, readable ones on a terminal."""

from __future__ import annotations

import logging
import sys

import structlog
from structlog.processors import ExceptionRenderer
from structlog.tracebacks import ExceptionDictTransformer


def configure(level: int = logging.INFO) -> None:
    """Set the process's logging up; called once by whoever owns the process."""
    tty = sys.stderr.isatty()
    # Tracebacks come without local variables, among which are passwords, keys and tickets.
    shape: list[structlog.typing.Processor] = (
        [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
        if tty
        else [
            ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
            structlog.processors.JSONRenderer(),
        ]
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *shape,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
