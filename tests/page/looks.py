"""Looks at a page as it is: pictures in build/screens, axe-core, nothing that scrolls sideways."""

from __future__ import annotations

from importlib.resources import files
from itertools import product
from pathlib import Path

from .window import Window

SCREENS = Path(__file__).parents[2] / "build" / "screens"
WIDTHS = {"narrow": (400, 800), "wide": (1600, 900)}
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RUN = """async (rules) => {
  const only = rules ? { runOnly: { type: "rule", values: rules } } : {};
  const { violations } = await axe.run({ resultTypes: ["violations"], ...only });
  const nodes = (v) => v.nodes.slice(0, 3).map((n) => `${n.html} ${n.failureSummary}`);
  return violations.filter((v) => ["serious", "critical"].includes(v.impact))
    .map((v) => [v.id, v.help, ...nodes(v)].join(": "));
}"""


def faults_of(own: Window, name: str) -> list[str]:
    """What is wrong with a page at both widths, light and dark; leaves its pictures."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    own.value(AXE + "; null")
    found: list[str] = []
    for (width, size), scheme in product(WIDTHS.items(), ("light", "dark")):
        own.page.set_viewport_size({"width": size[0], "height": size[1]})
        own.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        picture = SCREENS / f"{name}-{width}-{scheme}.png"
        own.page.screenshot(path=picture, animations="disabled", full_page=True)
        wide, room = own.value("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= room, "it scrolls sideways"
        # Of what axe looks at, only contrast is another in the dark.
        rules = ["color-contrast"] if scheme == "dark" else None
        found += [f"{width} {scheme}: {problem}" for problem in own.page.evaluate(RUN, rules)]
    return found
