// The database: what is kept for how long, how large it has become, and what holds vacuum back.

import * as live from "../../store/live.js";
import { adminSections } from "./sections.js";
import { button, fill, h } from "../../dom.js";
import { bytes, number, timeOf } from "../../format.js";
import { get, now } from "../../api.js";
import { makeHolders } from "./database/holders.js";
import { makeReaders, makeRuns } from "./database/runs.js";
import { makeRules } from "./database/rules.js";
import { makeSizes } from "./database/sizes.js";
import { refusal } from "../../words.js";
import { say } from "../../say.js";
import { setTitle } from "../../router.js";

const SOON = 400;
const RUNS = 10;

export async function open({ root, at: first, signal }) {
  setTitle("Database");
  let at = first;
  let report;
  let timer;
  const about = h("p", { class: "soft" });
  const body = h("div", { class: "parts" });
  const again = button("Look again", look, { hidden: true });
  fill(root, h("div", { class: "admin database" }, adminSections(at.path),
    h("div", { class: "titled" }, h("h1", { tabindex: "-1", "data-first": true }, "Database"), again), about, body));
  const rules = makeRules(renew);
  const readers = makeReaders(renew);
  const runs = makeRuns();
  const holders = makeHolders();
  const sizes = makeSizes();

  const readRuns = () => get("/api/retention/runs", { limit: RUNS, after: at.query.get("runs") }, signal);

  /** What events tell of: rules and what they did. */
  async function renew() {
    timer = null;
    try {
      const [known, told, done] = await Promise.all([get("/api/retention/rules", {}, signal), get("/api/events/consumers", {}, signal), readRuns()]);
      rules.paint(known);
      readers.paint(told);
      await runs.paint(done, at);
    } catch (error) {
      if (error.name === "AbortError") return;
      if (!report) throw error;
      say(await refusal(error), { fault: true });
    }
  }

  /** Sizes are measured when somebody looks. */
  async function measure() {
    report = await get("/api/database", {}, signal);
    const time = timeOf(new Date(now()).toISOString());
    fill(about, `${report.name}: ${bytes(report.bytes)}, Postgres ${report.version}${report.is_standby ? ", a standby" : ""}; `
      + `${number(report.connections)} of ${number(report.connection_limit)} connections of the server. Looked at `, time, ".");
    holders.paint(report);
    sizes.paint(report, at);
  }

  async function look() {
    again.disabled = true;
    try {
      await Promise.all([measure(), renew()]);
    } catch (error) {
      if (error.name !== "AbortError") say(await refusal(error), { fault: true });
    } finally {
      again.disabled = false;
    }
  }

  const slow = setTimeout(() => fill(body, h("p", { class: "soft" }, "Measuring the database…")), 200);
  const soon = () => { timer ??= setTimeout(renew, SOON); };
  live.listen(signal, { topics: ["retention.>"], event: () => { if (report) soon(); }, gap: () => { if (report) soon(); } });
  signal.addEventListener("abort", () => { clearTimeout(timer); clearTimeout(slow); });

  async function begin() {
    try {
      await Promise.all([measure(), renew()]);
    } catch (error) {
      if (error.name === "AbortError") throw error;
      report = null;
      fill(body, h("div", { class: "panel fault", role: "alert" }, h("p", {}, await refusal(error)),
        error.status === 403 ? null : button("Try again", begin)));
      return;
    } finally {
      clearTimeout(slow);
    }
    again.hidden = false;
    fill(body, rules.el, readers.el, runs.el, holders.el, sizes.el);
  }
  await begin();

  return {
    async update(to) {
      const paged = to.query.get("runs") !== at.query.get("runs");
      at = to;
      if (!report) return;
      sizes.paint(report, at);
      try {
        if (paged) await runs.paint(await readRuns(), at);
      } catch (error) {
        if (error.name !== "AbortError") say(await refusal(error), { fault: true });
      }
    },
  };
}
