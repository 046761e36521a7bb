// What happened, said once: to everybody as a note that goes away, or to screen readers alone.

import { button, fill, h } from "./dom.js";

const quiet = h("div", { class: "unseen", role: "status" });
const notes = h("div", { class: "notes", role: "status" });
const alarms = h("div", { class: "notes", role: "alert" });
document.body.append(quiet, h("div", { class: "corner" }, notes, alarms));

let later;

/** For screen readers: what a look at the page would tell. */
export function announce(words) {
  quiet.textContent = "";
  clearTimeout(later);
  later = setTimeout(() => { quiet.textContent = words; }, 50);
}

/** A note; a fault stays for longer. `action`: [label, what to do]. */
export function say(words, { fault = false, action } = {}) {
  const note = h("div", { class: fault ? "note fault" : "note" }, h("p", {}, words));
  const close = () => note.remove();
  let timer;
  const wait = () => { timer = setTimeout(close, fault ? 15000 : 7000); };
  const halt = () => clearTimeout(timer);
  if (action) note.append(button(action[0], () => { close(); action[1](); }));
  note.append(button("×", close, { class: "plain", "aria-label": "Dismiss" }));
  for (const name of ["pointerenter", "focusin"]) note.addEventListener(name, halt);
  for (const name of ["pointerleave", "focusout"]) note.addEventListener(name, () => { halt(); wait(); });
  const stack = fault ? alarms : notes;
  stack.append(note);
  while (stack.children.length > 3) stack.firstElementChild.remove();
  wait();
  return close;
}

export const silence = () => { fill(notes); fill(alarms); };
