"""Sends what webhooks are due: the database says what, to whom and when. Knows no rule."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from time import monotonic

import structlog
from aiohttp import web
from psycopg.rows import DictRow

from rowlock import metrics, patience, webhooks_secret
from rowlock.database import LOST, Database, Pool, Value, call, make_pool
from rowlock.keys import BOX, DATABASE, JOURNAL, LINES, SETTINGS, STOPPING
from rowlock.patience import backoff
from rowlock.secrets_box import Box, UnreadableError
from rowlock.webhooks_post import Outcome, Sender
from rowlock.webhooks_target import Allowed

# Looked at so often when nothing rings: retries become due, and others enqueue too.
POLL, PACE = 1.0, 0.02
# So many events are looked at, and deliveries claimed, in one step.
EVENTS, CLAIMS = 500, 100
# So many are on their way at once; the database bounds those of one webhook.
IN_FLIGHT = 400
CONNECTIONS = 3
# An outcome is told again while the claim holds; then the delivery is sent again.
RETELL = (0.0, 0.2, 1.0, 5.0, 15.0)
# How long what is on its way may take when the service stops, and a step where nothing is.
STOP, STEP = 4.0, 0.5

log = structlog.get_logger("rowlock.webhooks")


class Webhooks:
    """Enqueues and claims in turns, and sends all that it has claimed at once."""

    def __init__(self, database: Database, pool: Pool, box: Box, sender: Sender) -> None:
        self._database, self._pool, self._box, self._sender = database, pool, box, sender
        self._woken = asyncio.Event()
        self._stirred, self._looked = True, 0.0
        self._stopped = False
        self._sending: set[asyncio.Task[None]] = set()

    def stir(self) -> None:
        """The journal has something new."""
        self._stirred = True
        self._woken.set()

    async def run(self) -> None:
        """Until it is stopped."""
        failures = 0
        while not self._stopped:
            # Armed before reading: what rings meanwhile is not slept over.
            self._woken.clear()
            try:
                more = await self._round()
                failures, wait = 0, PACE if more else POLL
            except Exception as e:
                failures += 1
                wait = backoff(failures, 10.0)
                if isinstance(e, LOST):
                    log.warning("webhooks cannot ask the database", error=type(e).__name__)
                else:
                    # Nobody waits for this task: what ended it would never be told.
                    log.error("webhooks failed and begin again", exc_info=e)
            if wait > PACE:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(wait):
                        await self._woken.wait()
            await asyncio.sleep(PACE)

    async def stop(self, step: asyncio.Task[None]) -> None:
        """Claim no more; what is on its way may arrive, else somebody sends it again."""
        self._stopped = True
        self._woken.set()
        await asyncio.wait({step, *self._sending}, timeout=STOP if self._sending else STEP)
        self._pool.cut()
        await patience.end(step, *self._sending)

    async def _round(self) -> bool:
        """One step; whether there is more to do at once."""
        more = False
        if self._stirred or monotonic() - self._looked >= POLL:
            self._stirred, self._looked = False, monotonic()
            [looked] = await self._call("delivery_enqueue", max_rows=EVENTS)
            more = self._stirred = looked["r"] > 0
        room = min(IN_FLIGHT - len(self._sending), CLAIMS)
        if room <= 0 or self._stopped:
            return False
        claimed = await self._call("delivery_claim", max_rows=room)
        for claim in claimed:
            task = asyncio.create_task(self._deliver(claim))
            self._sending.add(task)
            task.add_done_callback(self._sent)
        return more or len(claimed) >= room

    def _sent(self, task: asyncio.Task[None]) -> None:
        self._sending.discard(task)
        # The next one of its subject may be due.
        self._woken.set()
        if not task.cancelled() and (error := task.exception()):
            log.error("a delivery failed", exc_info=error)

    async def _deliver(self, claim: DictRow) -> None:
        name, body = str(claim["delivery_id"]), claim["body"].encode()
        told = log.bind(webhook_id=str(claim["webhook_id"]), delivery_id=name)
        try:
            headers = webhooks_secret.signed(self._box, claim["secrets"], name, body)
        except UnreadableError:
            told.warning("the service does not have the key of a webhook's secret")
            outcome = Outcome(error="secret_unreadable")
        else:
            outcome = await self._sender.post(claim["url"], headers, body)
        for wait in RETELL:
            await asyncio.sleep(wait)
            try:
                ended = await self._call(
                    "delivery_finish",
                    id=name,
                    claim_no=claim["claim_no"],
                    status=outcome.status,
                    error=outcome.error,
                )
            except LOST as e:
                told.warning("a delivery's outcome is not told yet", error=type(e).__name__)
                continue
            for row in ended:
                metrics.sent(row["status"])
                tell = told.warning if row["last_error"] else told.debug
                tell(
                    "webhook was sent",
                    became=row["status"],
                    attempt=row["attempts"],
                    http_status=row["last_status"],
                    error=row["last_error"],
                )
            return

    async def _call(self, function: str, **given: Value) -> list[DictRow]:
        async with self._pool.connection() as conn:
            return await call(conn, self._database.functions[function], **given)


async def webhooks(app: web.Application) -> AsyncIterator[None]:
    """Cleanup context: the sender, where there is a key for the secrets that sign."""
    settings, box = app[SETTINGS], app[BOX]
    if not settings.webhooks or box is None:
        if settings.webhooks:
            log.info("webhooks are not sent from here: ROWLOCK_SECRET_KEY is not set")
        yield
        return
    sender = Sender(Allowed.of(settings.webhook_allow))
    async with make_pool(settings, "webhooks", CONNECTIONS) as pool:
        work = Webhooks(app[DATABASE], pool, box, sender)
        app[JOURNAL].on_events = work.stir
        app[LINES].append(pool.cut)
        task = asyncio.create_task(work.run())
        yield
        app[STOPPING].set()
        await work.stop(task)
        await sender.close()
