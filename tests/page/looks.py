"""Looks at a page as it is: pictures in build/screens, axe-core, nothing that scrolls sideways."""

from __future__ import annotations

import os
from importlib.resources import files
from itertools import product
from pathlib import Path

from .window import Window

SCREENS = Path(__file__).parents[2] / "build" / "screens"
WIDTHS = {"narrow": (400, 800), "wide": (1600, 900)}
# No test looks at a picture, and each is dear: the processes that share the suite leave none.
PICTURES = "PYTEST_XDIST_WORKER" not in os.environ or "ROWLOCK_SCREENS" in os.environ
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
# Half of axe's time goes into reading the same few colours again for each element and its parents.
ONCE = """(() => {
  const { Color } = axe.commons.color;
  const read = Color.prototype.parseString;
  const known = new Map();
  Color.prototype.parseString = function (text) {
    const seen = known.get(text);
    if (seen) return Object.assign(this, seen);
    read.call(this, text);
    known.set(text, { r: this.r, g: this.g, b: this.b, alpha: this.alpha });
    return this;
  };
})()"""
RUN = """async (rules) => {
  const only = rules ? { runOnly: { type: "rule", values: rules } } : {};
  const { violations } = await axe.run({ resultTypes: ["violations"], ...only });
  const nodes = (v) => v.nodes.slice(0, 3).map((n) => `${n.html} ${n.failureSummary}`);
  return violations.filter((v) => ["serious", "critical"].includes(v.impact))
    .map((v) => [v.id, v.help, ...nodes(v)].join(": "));
}"""


def faults_of(own: Window, name: str) -> list[str]:
    """What is wrong with a page at both widths, light and dark; leaves pictures where asked."""
    if not own.value("'axe' in window"):
        own.value(f"{AXE}; {ONCE}; null")
    found: list[str] = []
    for (width, size), scheme in product(WIDTHS.items(), ("light", "dark")):
        own.page.set_viewport_size({"width": size[0], "height": size[1]})
        own.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        if PICTURES:
            SCREENS.mkdir(parents=True, exist_ok=True)
            picture = SCREENS / f"{name}-{width}-{scheme}.png"
            own.page.screenshot(path=picture, animations="disabled", full_page=True)
        wide, room = own.value("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= room, "it scrolls sideways"
        # Of what axe looks at, only contrast is another in the dark.
        rules = ["color-contrast"] if scheme == "dark" else None
        found += [f"{width} {scheme}: {problem}" for problem in own.page.evaluate(RUN, rules)]
    return found
