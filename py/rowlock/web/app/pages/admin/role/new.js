// Makes a role: its name cannot be changed afterwards, all the rest can.

import { attribute, field, h } from "../../../dom.js";
import { post } from "../../../api.js";
import { question } from "../../../parts/dialog.js";
import { refusal } from "../../../words.js";

/** The name of the new role; null when it was left. */
export function askNew() {
  const role = h("input", { maxlength: "200", autocomplete: "off", spellcheck: "false", autocapitalize: "none", class: "mono" });
  const title = h("input", { maxlength: "200", autocomplete: "off" });
  const description = h("textarea", { rows: "3", maxlength: "10000" });
  const inputs = { role, title, description };
  const refuse = (input, words) => {
    attribute(input, "aria-invalid", "true");
    throw new Error(words);
  };
  return question({
    title: "New role",
    body: [field("Name", role, "A letter a–z, then letters, digits, _ and -. It stays for good: programs use it."),
      field("Name that people see", title, "May stay empty."), field("What it is for", description, "May stay empty.")],
    act: "Create",
    send: async () => {
      for (const input of Object.values(inputs)) attribute(input, "aria-invalid", null);
      const given = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.value.trim() || null]));
      if (!given.role) refuse(role, "It needs a name.");
      let answer;
      try {
        answer = await post("/api/roles", given);
      } catch (error) {
        refuse(inputs[error.detail?.field] ?? role, await refusal(error));
      }
      if (!answer.created) refuse(role, "There is a role of that name already; nothing was changed.");
      return answer.role.role;
    },
  });
}
