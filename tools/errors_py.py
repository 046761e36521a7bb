"""Reads what the Python of the service and the command line refuses. A scan of syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

from tools.errors_sql import Error

PY = Path(__file__).resolve().parent.parent / "py" / "rowlock"
UNKNOWN = "…"
Env = dict[str, str]
_FIELDS = ("status", "error", "code", "detail", "hint")


@dataclass(frozen=True, slots=True)
class Module:
    """A file: its tree, and its constants."""

    path: Path
    tree: ast.Module

    def constant(self, name: str) -> str:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                names = {t.id for t in node.targets if isinstance(t, ast.Name)}
                if name in names:
                    return str(node.value.value)
        return UNKNOWN


@cache
def modules() -> tuple[Module, ...]:
    """Every file of the package."""
    paths = sorted(PY.rglob("*.py"))
    return tuple(Module(p, ast.parse(p.read_text(encoding="utf-8"))) for p in paths)


Function = ast.FunctionDef | ast.AsyncFunctionDef


def _functions(module: Module) -> Iterator[tuple[Function, list[ast.AST]]]:
    for node in ast.walk(module.tree):
        if isinstance(node, Function):
            yield node, list(ast.walk(node))


def _text(node: ast.AST | None, env: Env, module: Module) -> str:
    """What an expression says to a reader; `…` where a value stands."""
    if node is None or (isinstance(node, ast.Constant) and node.value is None):
        return ""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(v, env, module) for v in node.values)
    if isinstance(node, ast.FormattedValue):
        return _text(node.value, env, module)
    if isinstance(node, ast.BinOp):
        return _text(node.left, env, module) + _text(node.right, env, module)
    written = ast.unparse(node)
    if written in env:
        return env[written]
    return module.constant(node.id) if isinstance(node, ast.Name) else UNKNOWN


def _reason(node: ast.AST | None, function: Function, env: Env, module: Module) -> str:
    """The reason that a detail gives: of a dictionary, or of one that a name stands for."""
    if isinstance(node, ast.Name):
        node = next(iter(_assigned(function).get(node.id, ())), None)
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and key.value == "reason":
                return _text(value, env, module)
    return ""


@cache
def _every_call() -> dict[str, list[tuple[Module, Function, ast.Call]]]:
    found: dict[str, list[tuple[Module, Function, ast.Call]]] = {}
    for module in modules():
        for function, nodes in _functions(module):
            for node in nodes:
                if isinstance(node, ast.Call):
                    found.setdefault(ast.unparse(node.func), []).append((module, function, node))
    return found


def _calls(name: str) -> list[tuple[Module, Function, ast.Call]]:
    return _every_call().get(name, [])


def _assigned(function: Function) -> dict[str, list[ast.expr]]:
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(function):
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        target = node.target if isinstance(node, ast.AnnAssign) else target
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(target, ast.Name):
            values = [node.value] if node.value else []
            if isinstance(node.value, ast.IfExp):
                values = [node.value.body, node.value.orelse]
            found.setdefault(target.id, []).extend(values)
    return found


def _local(module: Module, function: Function) -> Iterator[Env]:
    """What the names of a function stand for: one mapping for each way through it."""
    choices: list[list[Env]] = []
    for node in ast.walk(function):
        if isinstance(node, ast.ExceptHandler) and node.name and isinstance(node.type, ast.Name):
            choices.append(list(_thrown(module, node.type.id, node.name)))
    for ways in product(*filter(None, choices)):
        env: Env = {k: v for way in ways for k, v in way.items()}
        said = {n: [_text(v, env, module) for v in vs] for n, vs in _assigned(function).items()}
        texts = {n: found for n, found in said.items() if set(found) - {UNKNOWN, ""}}
        for picked in product(*texts.values()):
            yield {**env, **dict(zip(texts, picked, strict=True))}


def _thrown(module: Module, kind: str, name: str) -> Iterator[Env]:
    """What an exception of the module's own carries, for each place that makes it."""
    if not any(isinstance(n, ast.ClassDef) and n.name == kind for n in module.tree.body):
        return
    for other, _, call in _calls(kind):
        given = [_text(a, {}, module) for a in call.args]
        if other is module and given:
            yield {
                f"str({name})": given[0],
                f"{name}.reason": given[0],
                f"{name}.wanted": given[-1],
            }


def _ways(module: Module, function: Function, depth: int = 0) -> Iterator[Env]:
    """As _local, with what callers give for the parameters where they make the refusal."""
    parameters = [a.arg for a in function.args.args]
    calls = [
        (m, f, c)
        for m, f, c in _calls(function.name)
        if f is not function and (m is module or function.name in ("invalid", "failed"))
    ]
    for local in _local(module, function):
        if depth == 3 or not (parameters and calls):
            yield local
            continue
        for other, outer, call in calls:
            for env in _ways(other, outer, depth + 1):
                given = [_text(a, env, other) or UNKNOWN for a in call.args]
                named = {k.arg: _text(k.value, env, other) for k in call.keywords if k.arg}
                yield {**local, **dict(zip(parameters, given, strict=False)), **named}


def errors() -> Iterator[tuple[Module, Error]]:
    """Every refusal that is written out, with the file that makes it."""
    seen = set()
    for module, function, call in _calls("Refusal"):
        given: dict[str, ast.expr] = dict(zip(_FIELDS, call.args, strict=False))
        given |= {k.arg: k.value for k in call.keywords if k.arg}
        for env in _ways(module, function):
            status = _text(given["status"], env, module)
            code = _text(given["code"], env, module)
            if not status.isdigit() or UNKNOWN in code or not code:
                continue
            reason = _reason(given.get("detail"), function, env, module)
            found = Error(
                code=code,
                status=int(status),
                message=_text(given["error"], env, module),
                reasons=(reason,) if reason and reason != UNKNOWN else (),
                hint=_text(given.get("hint"), env, module),
                argument=env.get("field", "").strip(UNKNOWN),
            )
            if (module.path, found) not in seen:
                seen.add((module.path, found))
                yield module, found
