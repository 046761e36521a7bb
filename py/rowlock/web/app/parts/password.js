// One's own password, changed for the old one.

import * as session from "../session.js";
import { h } from "../dom.js";
import { makeFrame } from "../form/frame.js";
import { post } from "../api.js";
import { question } from "./dialog.js";
import { refusal } from "../words.js";
import { say } from "../say.js";

function secret(title, autocomplete) {
  const control = h("input", { type: "password", autocomplete });
  return makeFrame({ el: control, control, read: () => control.value, focus: () => control.focus() }, { title });
}

export async function askPassword() {
  const old = secret("The old one", "current-password");
  const next = secret("The new one", "new-password");
  const done = await question({
    title: "Change your password", act: "Change",
    body: [h("input", { type: "text", autocomplete: "username", hidden: true, value: session.actor().account.external_id }),
      old.el, next.el, h("p", { class: "soft" }, "What is signed in with the old one stays so for up to a day.")],
    send: async () => {
      for (const frame of [old, next]) frame.fault(frame.read() ? null : "This is needed.");
      if (!old.read() || !next.read()) throw new Error("");
      try {
        await post("/api/me/password", { old_password: old.read(), password: next.read() });
        return true;
      } catch (error) {
        const words = await refusal(error);
        const wrong = error.code === "password_valid" ? old : error.detail?.field === "password" ? next : null;
        if (!wrong) throw new Error(words);
        wrong.fault(words);
        throw new Error("");
      }
    },
  });
  if (done) say("Your password was changed.");
}
