// A question to whoever sits there: a dialog that is answered or left. Escape leaves it.

import { button, fill, h } from "../dom.js";
import { titles } from "../router.js";

/**
 * Asks; the promise has what `read` returns once it is answered, and null when it was left.
 * `act`: the label of the button that answers; `danger`: it takes something away.
 * `send`: does it, and throws words that are shown in the dialog, which then stays.
 */
export function question({ title, body, act, danger = false, send = null, wide = false }) {
  return new Promise((resolve) => {
    const fault = h("p", { class: "fault", role: "alert" });
    const yes = h("button", { type: "submit", class: danger ? "danger" : "primary" }, act);
    const form = h("form", { novalidate: true }, h("h2", { id: "dialog-title" }, title), body, fault,
      h("div", { class: "acts" }, act === "Close" ? null : button("Back", () => dialog.close()), yes));
    const dialog = h("dialog", { "aria-labelledby": "dialog-title", class: wide ? "wide" : null }, form);
    let answer = null;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      fill(fault);
      yes.disabled = true;
      try {
        answer = send ? await send() : true;
        dialog.close();
      } catch (error) {
        fill(fault, error.message);
        form.querySelector("[aria-invalid='true']")?.focus();
      } finally {
        yes.disabled = false;
      }
    });
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    // It asks about what stood on the page that is left.
    const leave = () => dialog.close();
    titles.addEventListener("page", leave);
    dialog.addEventListener("close", () => {
      titles.removeEventListener("page", leave);
      dialog.remove();
      resolve(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
    (act === "Close" ? yes : form.querySelector("input, select, textarea") ?? yes).focus();
  });
}

/** Shows something that only needs to be read. */
export const show = (title, body, wide = false) => question({ title, body, act: "Close", wide });
