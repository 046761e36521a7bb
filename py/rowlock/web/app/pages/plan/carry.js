// Moving without dragging: an item is taken up, one goes where it belongs, and puts it there. Escape leaves it.

import { announce, say } from "../../say.js";
import { button, h, text } from "../../dom.js";

export function makeCarry(tree, grid, put) {
  let carried = null;
  const words = h("p", {});
  const el = h("div", { class: "carry", role: "group", "aria-label": "Moving an item", hidden: true }, words,
    button("Put it inside", () => lay("inside"), { class: "primary" }), button("Before", () => lay("before")),
    button("After", () => lay("after")), button("Leave it", () => leave()));

  function leave() {
    if (!carried) return;
    grid.node(carried)?.classList.remove("carried");
    carried = null;
    el.hidden = true;
    if (grid.at()) grid.moveTo(grid.at());
  }

  function take(id) {
    if (!id) return;
    leave();
    carried = id;
    const { title } = tree.items.get(id);
    grid.node(id)?.classList.add("carried");
    text(words, `Moving “${title}”: go to another row, then put it inside (Enter), before (b) or after it (f).`);
    el.hidden = false;
    grid.moveTo(id);
    announce(words.textContent);
  }

  async function lay(where) {
    const target = grid.at();
    const id = carried;
    if (!target || target === id) {
      say("Go to another row first, where it belongs.");
      return;
    }
    leave();
    if (where === "inside") await put(id, target, null);
    else await put(id, tree.parentOf(target), where === "before" ? target : await tree.after(target, id));
  }

  return {
    el, take,
    /** Whether a key meant the item that is carried. */
    keyed(event) {
      if (!carried || event.altKey || event.ctrlKey || event.metaKey) return false;
      const does = { Enter: () => lay("inside"), b: () => lay("before"), f: () => lay("after"), Escape: leave }[event.key];
      does?.();
      return Boolean(does);
    },
  };
}
