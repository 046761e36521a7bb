// Live events: the journal as it happens, newest first; the address says of which topics, role and origin.

import * as keys from "../keys.js";
import * as live from "../store/live.js";
import { announce } from "../say.js";
import { attribute, button, fill, h, text } from "../dom.js";
import { back, end, WANTED } from "./live/newest.js";
import { count, number } from "../format.js";
import { KEPT, makeList } from "./live/list.js";
import { makeFilters } from "./live/filters.js";
import { read, unfiltered } from "./live/query.js";
import { refusal } from "../words.js";
import { setTitle, withQuery } from "../router.js";

export function open({ root, at, signal }) {
  setTitle("Live events");
  const list = makeList(signal, { changed: paint, opened: () => { if (!list.held()) hold(true); } });
  const filters = makeFilters(signal);
  const total = h("span", { class: "soft total" });
  const pause = button("Pause", () => hold(!list.held()), { class: "pause" });
  const blank = h("div", { class: "blank" });
  const foot = h("div", { class: "foot" });
  const further = button("Look further back", () => older());
  const told = h("span", { class: "soft" });
  let asked = null;
  let leave = null;
  let from = null;
  let all = false;
  let ready = false;
  let drawn = "";

  root.append(h("section", { class: "live", "aria-labelledby": "title" },
    h("div", { class: "titled" }, h("h1", { id: "title", tabindex: "-1", "data-first": true }, "Live events"), total, pause),
    filters.el, list.el, blank, foot));

  function paint() {
    const size = list.size();
    const full = size >= KEPT;
    text(pause, !list.held() ? "Pause" : list.waits() ? `Resume, ${number(list.waits())} new` : "Resume");
    attribute(pause, "data-held", list.held());
    text(total, ready && size ? `${count(size, "event")}${full ? ", the newest" : ""}` : "");
    // What stands is left alone: this is called for every frame.
    const state = `${ready} ${size > 0} ${full} ${all} ${asked?.narrowed}`;
    if (!ready || state === drawn) return;
    drawn = state;
    fill(blank, size ? null : h("div", { class: "empty" },
      h("p", {}, asked.narrowed ? "No event of late fits these filters." : "The journal has no event that you may read yet."),
      asked.narrowed ? h("p", {}, h("a", { href: withQuery(unfiltered) }, "Clear filters")) : null,
      h("p", { class: "soft" }, "New ones come here as they happen.")));
    text(told, full ? `No more than ${KEPT} are kept here.` : all ? "Nothing older is kept." : "");
    fill(foot, full || all ? null : further, told);
  }

  function hold(on) {
    list.hold(on);
    announce(on ? "Paused. New events wait." : "Following.");
    paint();
  }

  async function older() {
    const { signal: mine } = leave;
    further.disabled = true;
    try {
      const found = await back(from, asked.query, mine);
      ({ from, all } = found);
      const first = list.more(found.events);
      paint();
      announce(`${count(found.events.length, "older event")}`);
      first?.querySelector("button").focus({ preventScroll: true });
    } catch (error) {
      if (error.name !== "AbortError") fill(foot, further, h("span", { class: "fault", role: "alert" }, await refusal(error)));
    } finally {
      further.disabled = false;
    }
  }

  async function load() {
    leave?.abort();
    const mine = leave = new AbortController();
    ready = false;
    drawn = "";
    list.empty();
    fill(foot);
    const bones = setTimeout(() => fill(blank, h("p", { class: "soft empty" }, "Reading the journal…")), 200);
    try {
      const last = await end(asked.query, mine.signal);
      filters.blame("");
      // Followed before it is read, so that none is missed between the two.
      live.listen(mine.signal, { topics: asked.topics, event: (event) => { if (asked.fits(event)) list.take(event); }, gap: load });
      const found = await back(last, asked.query, mine.signal);
      ({ from, all } = found);
      ready = true;
      list.start(found.events, last);
      paint();
      announce(`${found.events.length < WANTED ? "" : "The newest "}${count(found.events.length, "event")}`);
    } catch (error) {
      if (error.name !== "AbortError" && mine === leave) await fault(error);
    } finally {
      clearTimeout(bones);
    }
  }

  async function fault(error) {
    const words = await refusal(error);
    text(total, "");
    if (error.detail?.field === "topics") {
      fill(blank);
      filters.blame(words);
      return;
    }
    fill(blank, h("div", { class: "panel fault", role: "alert" }, h("p", {}, words), button("Try again", load)));
  }

  function update(to) {
    asked = read(to);
    filters.show(asked);
    return load();
  }
  keys.bind(signal, [{ key: "p", does: "Pause, or follow again", run: () => { hold(!list.held()); }, group: "Live events" }]);
  signal.addEventListener("abort", () => leave?.abort());
  update(at).then(() => { if (!signal.aborted) filters.load().catch(() => {}); });
  return { update };
}
