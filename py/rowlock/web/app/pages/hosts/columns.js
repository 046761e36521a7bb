// What the list tells of a host, cell by cell, and what can be done with it.

import { attribute, button, h, text } from "../../dom.js";
import { called } from "../../store/names.js";
import { count, showTime } from "../../format.js";
import { showTag } from "../runs/shared.js";
import { words } from "../runs/keyed.js";
import { lastBeat, platformWord, statusTag, suspectTag, takes } from "./words.js";

function status() {
  const is = h("span", {});
  const suspect = h("span", {});
  const can = h("span", { class: "soft why" });
  return { el: h("div", { class: "status" }, is, " ", suspect, can), paint(host) {
    showTag(is, ...statusTag(host));
    showTag(suspect, ...suspectTag(host));
    text(can, takes(host));
  } };
}

function beat() {
  const el = h("time", {});
  return { el, paint(host) {
    showTime(el, host.last_seen_at, lastBeat);
    if (!host.last_seen_at) text(el, "Never");
  } };
}

function runs(say) {
  const el = h("a", {});
  return { el, paint(host) {
    text(el, say(host));
    attribute(el, "href", `/runs?${new URLSearchParams({ host: host.id, status: "open" })}`);
    attribute(el, "aria-label", `${host.open_runs} open runs of ${host.name}`);
  } };
}

const bot = (host) => (host.bot_id ? called(host.bot_id) : "operators alone");

/** Host and platform; where there is little room, the rest stands below. */
function name() {
  const said = h("span", {});
  const what = h("span", { class: "soft platform" });
  const heard = beat();
  const open = runs((host) => count(host.open_runs, "open run"));
  return { el: h("div", {}, said, " ", what, h("span", { class: "soft rest" }, heard.el, h("br", {}), open.el)), paint(host) {
    text(said, host.name);
    text(what, platformWord(host.platform));
    heard.paint(host);
    open.paint(host);
  } };
}

/** `acts`: { edit, suspicion, turn } of a host; without them it is only looked at. */
export function columns(acts) {
  function offers() {
    let now = null;
    const suspicion = button("Suspicion…", () => acts.suspicion(now));
    const edit = button("Edit…", () => acts.edit(now));
    const turn = button("", () => acts.turn(now));
    return { el: h("div", { class: "acts" }, suspicion, edit, turn), paint(host) {
      now = host;
      suspicion.hidden = !host.instance_suspect;
      text(turn, host.status === "disabled" ? "Enable" : "Disable…");
      for (const [one, verb] of [[suspicion, "Suspicion of"], [edit, "Edit"], [turn, host.status === "disabled" ? "Enable" : "Disable"]]) {
        attribute(one, "aria-label", `${verb} ${host.name}`);
      }
    } };
  }
  return [
    { name: "Host", make: name, head: true },
    { name: "Status", make: status },
    { name: "Last heard of", make: beat, class: "roomy" },
    { name: "Open runs", make: () => runs((host) => host.open_runs), number: true, class: "roomy" },
    { name: "Spoken for by", make: words(bot), class: "roomy" },
    ...(acts ? [{ name: "What to do", make: offers }] : []),
  ];
}
