// One role: what is set of it, where its rows may go, and the way to its schemas.

import * as live from "../../store/live.js";
import * as session from "../../session.js";
import { count } from "../../format.js";
import { fill, h } from "../../dom.js";
import { get } from "../../api.js";
import { setTitle } from "../../router.js";
import { adminSections } from "./sections.js";
import { makeDialForm } from "./role/dial_form.js";
import { makeLevels } from "./role/levels.js";
import { makeRemoval } from "./role/removal.js";
import { makeSource } from "./role/source.js";
import { makeTargets } from "./role/targets.js";
import { refill } from "./role/refill.js";
import { roleRefusal } from "./role/words.js";
import { settling } from "./role/settling.js";

const schemas = [["form", "Form of answers", "form_schema"], ["metadata", "Metadata", "metadata_schema"], ["list", "List", "list_schema"]];

export async function open({ root, at, signal }) {
  const { role } = at.params;
  const home = `/admin/roles/${encodeURIComponent(role)}`;
  setTitle(role);
  const source = makeSource(role, signal);
  const may = session.isAdminOf([role]);
  let names = [];
  let below = [];
  const renew = settling(signal, async () => {
    try {
      await source.renew();
    } catch (error) {
      if (error.status !== 404) throw error;
      gone();
    }
  });
  const readNames = async () => {
    const { roles } = await get("/api/roles", {}, signal);
    names = roles.map((one) => one.role);
    below = roles.filter((one) => one.parent_role === role).map((one) => one.role);
    paintNames();
  };
  const renewNames = settling(signal, readNames);
  live.listen(signal, { topics: ["role.>"], gap: () => { renew(); renewNames(); }, event: (event) => (event.role === role ? renew : renewNames)() });
  try {
    await source.renew();
    signal.throwIfAborted();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    fill(root, adminSections(at.path), h("p", { class: "fault panel", role: "alert" }, await roleRefusal(error)),
      h("p", {}, h("a", { href: "/admin/roles" }, "All roles")));
    return;
  }

  const known = () => names;
  const form = makeDialForm(source, { known, may });
  const targets = makeTargets(source, { known, may });
  const levels = makeLevels(source, { known, may });
  const title = h("h1", {});
  const tag = h("span", { class: "tag mono" }, role);
  const facts = h("p", { class: "soft" });
  const list = h("ul", { class: "schema-list" });
  fill(root, h("article", { class: "role-admin one-role" }, adminSections(at.path),
    h("header", { class: "titled" }, title, h("div", { class: "acts" },
      h("a", { class: "button", href: `/?view=all&role=${encodeURIComponent(role)}` }, "Its rows"),
      h("a", { class: "button", href: `/admin/users?role=${encodeURIComponent(role)}` }, "Its people"))),
    facts, may ? null : h("p", { class: "panel" }, "You may look at this role. To change it you need to be an admin of it."),
    h("div", { class: "halves" }, form.el, h("div", { class: "aside" },
      h("section", { class: "group-of", "aria-labelledby": "schemas-title" }, h("h2", { id: "schemas-title" }, "Schemas"), list),
      targets.el, levels.el, session.isGlobal() ? makeRemoval(source).el : null))));

  function paintNames() {
    refill(facts, count(source.record().member_count, "account is", "accounts are"), " in it.",
      below.length ? [" Below it: ", below.map((one, i) => [i ? ", " : null, h("a", { href: `/admin/roles/${encodeURIComponent(one)}` }, one)])] : null);
    form.draw();
    targets.draw();
    levels.draw();
  }
  function paint() {
    const record = source.record();
    setTitle(record.title || role);
    fill(title, record.title || role, record.title ? [" ", tag] : null);
    paintNames();
    fill(list, schemas.map(([of, name, field]) => h("li", {},
      h("a", { href: of === "form" ? `${home}/schema` : `${home}/schema?of=${of}` }, name), " ",
      record[field] === null ? h("span", { class: "soft" }, "not set")
        : h("span", { class: "tag" }, `version ${of === "list" ? record.current_list_schema_version : record.current_schema_version}`),
      of === "form" && record[field] !== null ? [" ", h("span", { class: "soft" }, record.enforce_schema ? "enforced" : "only drawn")] : null)));
    form.paint(record);
    targets.paint(record);
    levels.renew();
  }
  function gone() {
    fill(root, adminSections(at.path), h("p", { class: "panel", role: "alert" }, `The role ${role} was deleted.`),
      h("p", {}, h("a", { href: "/admin/roles" }, "All roles")));
  }

  source.onChange(paint);
  paint();
  try {
    await readNames();
  } catch (error) {
    // Without the names of the others everything can still be set: the service knows them.
    if (error.name === "AbortError") throw error;
  }
}
