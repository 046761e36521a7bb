"""The editor of schemas reads JSON as JSON is, finds its parts, and compares line by line."""

from __future__ import annotations

import json

from .conftest import Opener

TEXTS = (
    '{"a": [1, 2.50, -3e2, "\\u00e9/~", true, null], "": {}, "b~/c": {"d": []}}',
    '{"a": 1,}', '{"a" 1}', "{a: 1}", '["x', '["a\nb"]', "[1 2]", "", "tru", "{} x", "01", "-",
    '{"a": 1, "a": 2}', '["\\x"]', "[" * 500,
)  # fmt: skip
READ = """async (texts) => {
  const main = document.querySelector("script[type=module]").src;
  const from = (name) => import(new URL(`./pages/admin/role/${name}.js`, main));
  const { read } = await from("json_text");
  const { format } = await from("json_format");
  const { diff } = await from("diff");
  const said = texts.map((text) => {
    const { value, places, fault } = read(text);
    if (fault) return [fault.line, fault.column, fault.message];
    const parts = [...places].filter(([pointer]) => !pointer.startsWith("#"));
    return [JSON.stringify(value), JSON.stringify(JSON.parse(format(text))),
      parts.every(([, [start, end]]) => JSON.parse(text.slice(start, end)) !== undefined),
      parts.map(([pointer]) => pointer)];
  });
  const numbers = ["0.1", "1e400", "12345678901234567891", "100000000000000000000"];
  const kept = numbers.map((text) => !read(text).fault);
  const lines = (text) => text.split("");
  const pairs = [["abcdefg", "abXdeg"], ["", "a"], ["same", "same"], ["ab", "ba"]];
  const differs = pairs.map(([a, b]) => {
    const all = diff(lines(a), lines(b));
    const of = (...kinds) => all.filter(({ is }) => kinds.includes(is))
      .map(({ line }) => line).join("");
    return of("same", "gone") === a && of("same", "come") === b && of("same").length;
  });
  return { said, kept, differs };
}"""


def test_json_is_read_as_json_and_its_parts_are_found(windows: Opener) -> None:
    told = windows(None).open("/sign-in").page.evaluate(READ, TEXTS)
    [good, *bad] = told["said"]
    value = json.dumps(json.loads(TEXTS[0]), ensure_ascii=False, separators=(",", ":"))
    assert good[0] == good[1] == value.replace("-300.0", "-300")
    assert good[2] and "/b~0~1c/d" in good[3] and "/a/5" in good[3]
    assert [len(one) for one in bad] == [3] * len(bad), "each is a fault"
    assert bad[0] == [1, 8, "No name follows this comma"]
    assert told["kept"] == [True, False, False, True], "digits that would be lost are told"
    assert told["differs"] == [5, 0, 4, 1]
