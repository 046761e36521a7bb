// Who holds it and for how long yet: claim, hold longer, give back.

import { attribute, button, fill, h, text } from "../../dom.js";
import { called } from "../../store/names.js";
import { clock, isPast } from "../../format.js";
import { announce } from "../../say.js";
import { actsFor, isHeld, isMine } from "../inbox/standing.js";
import { now } from "../../api.js";
import * as session from "../../session.js";

// Half of a claim may be gone before anybody looks; this much is left to do something about it.
const SOON = 90;

const two = (number) => String(number).padStart(2, "0");
const countdown = (seconds) => (seconds >= 3600
  ? `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`);

function stateOf(record) {
  if (record.gone || record.status !== "pending" || (record.expires_at && isPast(record.expires_at))) return "ended";
  if (isMine(record)) return "mine";
  if (isHeld(record)) return "held";
  return record.assigned_to === session.id() && record.assigned_until ? "lapsed" : "free";
}

export function makeClaim(verbs) {
  const words = h("p", {});
  const time = h("span", { class: "countdown", role: "timer", "aria-live": "off" });
  const claim = button("Claim", verbs.claim, { class: "primary" });
  const extend = button("Hold longer", verbs.claim);
  const release = button("Give back", verbs.release);
  const el = h("section", { class: "claim panel", "aria-label": "Claim" }, words, time, h("span", { class: "acts" }, claim, extend, release));
  let was = null;
  let warned = null;

  function tick(record) {
    const is = stateOf(record);
    const seconds = is === "mine" ? Math.max(0, Math.floor((Date.parse(record.assigned_until) - now()) / 1000)) : null;
    const soon = seconds !== null && seconds <= SOON;
    text(time, seconds === null ? "" : countdown(seconds));
    attribute(el, "data-soon", soon);
    extend.className = soon ? "primary" : "";
    if (soon && warned !== record.assigned_until) {
      warned = record.assigned_until;
      announce(`Your claim ends in ${seconds} seconds. Press c to hold it longer.`);
    }
    if (is !== was || is === "held") paint(record);
  }

  function paint(record) {
    const is = stateOf(record);
    if (was === "mine" && is === "lapsed") announce("Your claim has lapsed. What you wrote is kept; claim again to go on.");
    was = is;
    el.dataset.is = is;
    el.hidden = is === "ended";
    const may = verbs.may();
    claim.hidden = !may || !["free", "lapsed"].includes(is);
    text(claim, is === "lapsed" ? "Claim again" : "Claim");
    extend.hidden = release.hidden = is !== "mine";
    const said = {
      mine: ["You hold this until ", h("time", { datetime: record.assigned_until }, record.assigned_until && clock(record.assigned_until)), "."],
      held: [`${called(record.assigned_to)} holds this until ${record.assigned_until && clock(record.assigned_until)}.`],
      lapsed: ["Your claim has lapsed. What you wrote is kept; claim it again to go on, unless somebody else was quicker."],
      free: [!may ? "You may look at this, but not act on it."
        : record.assigned_to && record.assigned_to !== session.id()
          ? `Meant for ${called(record.assigned_to)}; ${actsFor(record.assigned_to, record.role) ? "you act for them. Claim it to answer." : "held by nobody."}`
          : record.assigned_to ? "Meant for you. Claim it to answer." : "Held by nobody. Claim it to answer."],
    }[is] ?? [""];
    const first = said[0].charAt(0).toUpperCase() + said[0].slice(1);
    if (words.textContent !== [first, ...said.slice(1)].map((part) => part.textContent ?? part).join("")) fill(words, first, said.slice(1));
  }
  return { el, paint: (record) => { paint(record); tick(record); }, tick };
}

export { stateOf };
