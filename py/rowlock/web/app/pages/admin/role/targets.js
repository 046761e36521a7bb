// Where rows of a role may be passed on to, and from where they come.

import { button, fill, h } from "../../../dom.js";
import { get, put } from "../../../api.js";
import { say } from "../../../say.js";
import { roleRefusal } from "./words.js";
import { makeRoleSet } from "./role_set.js";

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const links = (roles) => roles.map((role, i) => [i ? ", " : null, h("a", { href: `/admin/roles/${encodeURIComponent(role)}` }, role)]);

export function makeTargets(source, { known, may }) {
  const set = makeRoleSet({ known, self: source.role, change: paintActs, label: "rows may be passed on to it" });
  const fault = h("p", { class: "fault", role: "alert" });
  const meanwhile = h("p", { class: "meanwhile", role: "status" });
  const save = button("Save", submit, { class: "primary" });
  const undo = button("Discard", () => { set.write(base); fill(meanwhile); paintActs(); });
  const acts = h("div", { class: "acts", hidden: true }, undo, save);
  const incoming = h("p", {});
  const el = h("section", { class: "targets group-of", "aria-labelledby": "targets-title" },
    h("h2", { id: "targets-title" }, "Passing on"),
    h("fieldset", { class: "field", disabled: !may, "aria-describedby": "targets-hint" },
      h("legend", {}, "Rows may be passed on to"),
      h("p", { class: "hint", id: "targets-hint" }, "Whoever works on a row of this role may hand it to these. Global admins may hand it to any role."),
      set.el, meanwhile, fault, acts), incoming);
  let base = [];

  function paintActs() {
    acts.hidden = same(set.value(), base);
  }

  async function submit() {
    fill(fault);
    save.disabled = true;
    try {
      const { targets } = await put(`${source.path}/escalation-targets`, { target_roles: set.read() });
      base = targets;
      set.write(base);
      fill(meanwhile);
      say("Saved.");
    } catch (error) {
      fill(fault, error.status === undefined ? null : await roleRefusal(error));
    } finally {
      save.disabled = false;
      paintActs();
    }
  }

  async function readIncoming() {
    try {
      const { chains } = await get("/api/roles/escalation-chains", { target_role: source.role }, source.signal);
      const from = chains.map((chain) => chain.source_role);
      fill(incoming, "Rows come here from: ", from.length ? links(from) : h("span", { class: "soft" }, "no other role"));
    } catch (error) {
      if (error.name !== "AbortError") fill(incoming, h("span", { class: "fault" }, await roleRefusal(error)));
    }
  }

  return {
    el, draw: set.draw,
    paint(record) {
      const next = record.escalation_targets;
      if (same(set.value(), base)) set.write(next);
      else if (!same(next, base)) fill(meanwhile, `Somebody has set these to ${next.join(", ") || "none"} meanwhile. Saving puts yours in their place.`);
      base = next;
      paintActs();
      readIncoming();
    },
  };
}
