"""Tenants registered by several at once: what two cannot both have, one of them gets."""

from __future__ import annotations

from collections import Counter

import psycopg
import pytest

from tests.support.race import race
from tests.support.scene import Scene, one

pytestmark = pytest.mark.race


def test_a_host_is_of_the_first_who_takes_it(scene: Scene) -> None:
    for turn in range(5):
        host = f"h{turn}.example.org"

        def put(
            conn: psycopg.Connection, number: int, host: str = host, turn: int = turn
        ) -> object:
            name = f"t{turn}-{number}"
            schema = name.replace("-", "_")
            return one(
                conn, "namespace_put", name=name, schema_name=schema, hosts=[host], actor=scene.root
            )

        ended = race(8, scene.connect, put)
        assert ended == Counter({"ok": 1, ("PT409", "namespace_host_taken"): 7})
        held = "select count(*) from rowlock.namespace where hosts @> array[%s]"
        assert scene.value(held, host) == 1


def test_of_those_who_read_the_same_version_one_says_it_anew(scene: Scene) -> None:
    for version in range(4):

        def put(conn: psycopg.Connection, number: int, version: int = version) -> object:
            return one(
                conn, "namespace_put", name="shared", schema_name="shared",
                description=f"by {number}", expected_version=version, actor=scene.root,
            )  # fmt: skip

        ended = race(8, scene.connect, put)
        assert ended == Counter({"ok": 1, ("PT409", "namespace_version"): 7})
