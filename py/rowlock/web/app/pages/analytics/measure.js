// What flow and histogram measure, and how the times of flow are drawn.

import { h, select } from "../../dom.js";
import { go, withQuery } from "../../router.js";
import { MEASURES } from "./asked.js";

export function makeMeasure() {
  const measure = select(MEASURES, "age", {
    "aria-label": "What is measured", onchange: ({ target }) => go(withQuery({ measure: target.value === "age" ? null : target.value })),
  });
  const scale = select([["", "Even scale"], ["orders", "By orders of magnitude"]], "", {
    "aria-label": "Scale", onchange: ({ target }) => go(withQuery({ scale: target.value })),
  });
  return {
    el: h("div", { class: "measure" }, measure, scale),
    show(asked) {
      measure.value = asked.measure;
      scale.value = asked.scale === "orders" ? "orders" : "";
    },
  };
}
