// Sign in by name and password.

import * as session from "../session.js";
import { begin } from "../main.js";
import { button, field, fill, h } from "../dom.js";
import { go, setTitle } from "../router.js";
import { refusal } from "../words.js";

export function open({ root }) {
  setTitle("Sign in");
  const name = h("input", {
    name: "username", autocomplete: "username", autocapitalize: "none", spellcheck: "false", required: true,
    "data-first": true,
  });
  const password = h("input", {
    name: "password", type: "password", autocomplete: "current-password", required: true,
  });
  const shown = button("Show", () => {
    const hide = password.type === "text";
    password.type = hide ? "password" : "text";
    shown.textContent = hide ? "Show" : "Hide";
    shown.setAttribute("aria-pressed", String(!hide));
  }, { class: "plain", "aria-label": "Show the password", "aria-pressed": "false" });
  const fault = h("p", { class: "fault", role: "alert", id: "sign-in-fault" });
  const act = h("button", { type: "submit", class: "primary" }, "Sign in");
  const secret = field("Password", password);
  secret.append(shown);
  secret.classList.add("secret");

  async function submit(event) {
    event.preventDefault();
    fill(fault);
    const missing = [name, password].find((input) => !input.value);
    if (missing) {
      fill(fault, missing === name ? "Give your name." : "Give your password.");
      missing.focus();
      return;
    }
    act.disabled = true;
    try {
      const to = session.wanted();
      await session.signIn(name.value.trim(), password.value);
      await begin();
      await go(to, { replace: true });
    } catch (error) {
      fill(fault, await refusal(error));
      password.select();
    } finally {
      act.disabled = false;
    }
  }

  root.append(h("form", { class: "panel sign-in", onsubmit: submit, novalidate: true, "aria-describedby": fault.id },
    h("h1", {}, "Sign in"), field("Name", name), secret, fault, act));
  name.focus();
}
