// Takes a role away, or says what still names it.

import { button, fill, h } from "../../../dom.js";
import { go } from "../../../router.js";
import { question } from "../../../parts/dialog.js";
import { remove } from "../../../api.js";
import { say } from "../../../say.js";
import { roleRefusal } from "./words.js";

const BUILT_IN = ["admin", "superadmin"];

export function makeRemoval(source) {
  const body = h("div", {});
  const el = h("section", { class: "removal group-of", "aria-labelledby": "removal-title" }, h("h2", { id: "removal-title" }, "Delete"), body);

  async function ask() {
    const done = await question({
      title: `Delete the role ${source.role}?`,
      body: [h("p", {}, "Its settings go, and so do all versions of its schemas. Rows that ended in it keep its name."),
        h("p", {}, "This can't be undone.")],
      act: "Delete",
      danger: true,
      send: async () => {
        try {
          return await remove(source.path);
        } catch (error) {
          throw new Error(await roleRefusal(error));
        }
      },
    });
    if (!done) return;
    say(`The role ${source.role} is deleted.`);
    go("/admin/roles");
  }
  fill(body, BUILT_IN.includes(source.role)
    ? h("p", { class: "soft" }, "This role is built in: global access hangs on it, so it stays.")
    : [h("p", { class: "soft" }, "Only a role that nothing names any more can be deleted: no account, no persona, no other role and no row that waits."),
      button("Delete this role…", ask)]);
  return { el };
}
