"""The one handler of every route in the table. Knows names and kinds, no rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from aiohttp import web
from structlog.contextvars import bind_contextvars

from rowlock import auth, json_body, values
from rowlock.auth import Credential
from rowlock.database import Database
from rowlock.errors import Refusal, invalid
from rowlock.functions import Argument, Function
from rowlock.guard import read_body
from rowlock.keys import BOX, ENDPOINTS, PASSWORDS
from rowlock.routes import ALIASES, ROUTES, Route
from rowlock.secrets_answer import CREDENTIALS, TRIES, sealed
from rowlock.webhooks_secret import SEALED

PASSWORD, PASSWORD_HASH = "password", "password_hash"
KEY, KEY_HEADER = "idempotency_key", "Idempotency-Key"
JSON = {"Content-Type": "application/json; charset=utf-8"}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A route with what the catalog says of its function and of the answer's."""

    route: Route
    function: Function
    answer: Function | None
    accepts: Mapping[str, Argument]
    spellings: Mapping[str, str]

    @classmethod
    def of(cls, route: Route, catalog: Mapping[str, Function]) -> Endpoint:
        """Bind a route to the catalog, or say why the service cannot start with it."""
        function = catalog.get(route.function)
        needs = {"actor", *filter(None, (route.body,))}
        if function is None or not all(map(function.argument, needs)):
            raise LookupError(
                f"{route.method} {route.path} needs the function {route.function} with an actor, "
                "which the login of the service cannot execute: install the schema of this version"
            )
        answer = catalog.get(f"{route.function}_answer")
        accepts = {
            argument.name: argument
            for source in (answer, function)
            if source is not None
            for argument in source.arguments
            if argument.name not in {"actor", "result", route.body}
        }
        # They are made here, of what the request holds or for it.
        for made in (CREDENTIALS, *SEALED) if route.sealed else (CREDENTIALS,):
            accepts.pop(made, None)
        for argument in accepts.values():
            if not values.supported(argument.type_name):
                raise LookupError(f"{route.function}: a request cannot hold a {argument.type_name}")
        # A password is hashed here, so its hash is no key of a request.
        if (stored := accepts.pop(PASSWORD_HASH, None)) is not None:
            accepts[PASSWORD] = stored
        spellings = values.spellings(accepts, {**ALIASES, **route.aliases})
        return cls(route, function, answer, accepts, spellings)


@dataclass(slots=True)
class Endpoints:
    """Every route, bound; bound anew when the schema says that it changed."""

    bound: dict[tuple[str, str], Endpoint] = field(default_factory=dict)

    async def load(self, database: Database) -> None:
        """Read the catalog and bind the table to it; nothing changes when a route fails."""
        catalog = await database.read_catalog()
        self.bound = {(r.method, r.path): Endpoint.of(r, catalog) for r in ROUTES}
        database.functions = catalog


@dataclass(frozen=True, slots=True)
class Asked:
    """A request of the table: who asks, the one statement, and what it binds."""

    request: web.Request
    endpoint: Endpoint
    credential: Credential
    given: Mapping[str, str | None]

    async def answer(self) -> tuple[int, bytes]:
        """Status and body as the database tells them; passwords that it finds are encrypted."""
        given = self.given
        for _ in range(TRIES):
            try:
                return await self._answer(given)
            except Refusal as refused:
                credentials = sealed(self.request.app[BOX], refused, given)
                if credentials is None:
                    raise
                given = {**given, CREDENTIALS: credentials}
        return await self._answer(given)

    async def _answer(self, given: Mapping[str, str | None]) -> tuple[int, bytes]:
        to = self.endpoint
        return await auth.fetch(
            self.request, self.credential, to.function, to.answer, given, to.route.ok
        )


async def ask(request: web.Request, instead: Mapping[str, str] | None = None) -> Asked:
    """What a request asks, checked as far as names and kinds go; `instead` replaces arguments."""
    resource = request.match_info.route.resource
    path = resource.canonical if resource else ""
    endpoint = request.app[ENDPOINTS].bound[request.method, path]
    credential = await auth.identify(request, endpoint.route.needs)
    bind_contextvars(actor=credential.name)
    given = {**await _given(request, endpoint, credential), **(instead or {})}
    return Asked(request, endpoint, credential, given)


async def handle(request: web.Request) -> web.StreamResponse:
    """Answer one request of the table with one statement; the JSON goes out as SQL made it."""
    asked = await ask(request)
    status, body = await asked.answer()
    return web.Response(status=status, body=body, headers=JSON)


async def _given(
    request: web.Request, endpoint: Endpoint, credential: Credential
) -> dict[str, str | None]:
    known, rest = endpoint.spellings, endpoint.route.body
    raw = values.named(json_body.query(request.rel_url.raw_query_string), known)
    members = json_body.members(await read_body(request))
    raw |= values.named((m for m in members if not rest or m[0] in known), known)
    raw |= _of_path(request)
    given = {
        name: values.convert(name, endpoint.accepts[name].type_name, value)
        for name, value in raw.items()
    }
    if request.method not in auth.READS and (keys := request.headers.getall(KEY_HEADER, [])):
        [key] = values.named(((KEY, key) for key in keys), known).values()
        header = values.convert(KEY, "text", key)
        if given.get(KEY) not in {None, header}:
            raise invalid(KEY, "repeated", "Give one key, in the header or in the body.")
        given[KEY] = header
    if rest:
        others = (m for m in members if m[0] not in known)
        given[rest] = values.gathered(others, endpoint.route.verbatim)
    if PASSWORD in given:
        password, hashed = given.pop(PASSWORD), None
        if password is not None:
            # To hash costs a hundred times what a request does: not for whoever is nobody.
            await auth.recognize(request, credential)
            hashed = await request.app[PASSWORDS].hash(password)
        given[PASSWORD_HASH] = hashed
    return given


def _of_path(request: web.Request) -> Mapping[str, str]:
    """The variables of the path; one that is no UTF-8 would stand undecoded for another name."""
    named = request.match_info
    try:
        unquote(request.rel_url.raw_path, errors="strict")
    except UnicodeDecodeError:
        wrong = next(name for name, value in named.items() if "%" in value)
        raise invalid(wrong, "not_text", f"Give {wrong} in UTF-8.") from None
    return named
