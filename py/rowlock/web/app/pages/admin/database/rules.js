// The rules of retention: what is kept for how long, changed here, tried and run.

import { askFields, confirm, line, oneOf } from "../ask.js";
import { button, fill, h, text } from "../../../dom.js";
import { clock, count, isPast, showTime } from "../../../format.js";
import { countNow, runNow } from "./reports.js";
import { interval, ruleWords, subject } from "./words.js";
import { keyed } from "../keyed.js";
import { part, patch, put, remove } from "../../../api.js";
import { say } from "../../../say.js";

const SWITCH = [["true", "On: it runs by itself"], ["false", "Off: only when somebody runs it"]];
const WAIT = [["false", "Stop at the slowest reader"], ["true", "Delete what it has not read too"]];
const AGE = "Like 90 days, 6 months or 12 hours.";
const path = (name) => `/api/retention/rules/${part(name)}`;
const plain = { spellcheck: "false", autocapitalize: "none" };

function fieldsOf({ older_than: age, every, batch_rows: rows, enabled, subject: of, past_consumers: past }) {
  return [
    ["older_than", line(interval(age) || "0 days", plain), { title: "Kept for", required: true, help: AGE }],
    ["enabled", oneOf(SWITCH, String(enabled)), { title: "This rule is" }],
    ["every", line(interval(every), plain), { title: "Looks every", required: true, help: "From 1 minute to 30 days." }],
    ["batch_rows", line(String(rows), { inputmode: "numeric" }), { title: "Rows at a time", required: true, help: "Up to 100,000 in one transaction." }],
    ...(of === "event" ? [["past_consumers", oneOf(WAIT, String(past)), { title: "Programs that declared that they read the journal" }]] : []),
  ];
}

const TYPES = { enabled: JSON.parse, past_consumers: JSON.parse, batch_rows: (given) => (/^\d+$/.test(given) ? Number(given) : given) };
const typed = (given) => Object.fromEntries(Object.entries(given)
  .filter(([, value]) => value !== undefined).map(([name, value]) => [name, (TYPES[name] ?? String)(value)]));
const warning = ({ subject: of, action }) => (of === "escalation" && action === "delete"
  ? " Escalations that are deleted are gone for good, from figures and timelines too." : "");

export function makeRules(renew) {
  let rules = [];
  let subjects = [];
  const list = h("ul", { class: "grants rules", role: "list" });
  const none = h("p", { class: "soft" }, "There is no rule: everything is kept for ever.");
  const add = button("Add a rule…", askNew);
  const el = h("section", { "aria-labelledby": "rules-title" },
    h("div", { class: "titled" }, h("h2", { id: "rules-title", tabindex: "-1" }, "Retention"), h("span", { class: "acts" },
      button("Count what would go", () => countNow()), button("Run now…", async () => { if (await runNow()) renew(); }), add)),
    h("p", { class: "soft" }, "How long rows are kept. What no rule is about that is on is kept for ever."), none, list);

  async function after(asking, words) {
    if (!(await asking)) return;
    say(words);
    await renew();
  }

  const askEdit = (rule) => after(askFields({
    title: `Change ${rule.name}`, act: "Save",
    lead: h("p", { class: "soft" }, `${subject(rule.subject)}, counted from ${rule.counted_from}. A rule that is on runs within a minute of the change.${warning(rule)}`),
    fields: fieldsOf(rule),
    send: (given) => {
      const before = typed(Object.fromEntries(fieldsOf(rule).map(([name, kind]) => [name, kind.read()])));
      return patch(path(rule.name), Object.fromEntries(Object.entries(typed(given)).filter(([name, value]) => value !== before[name])));
    },
  }), `${rule.name} was changed.`);

  const askEnd = ({ name }) => after(confirm({
    title: `Delete the rule ${name}?`, act: "Delete the rule",
    body: h("p", {}, "The rows it speaks of stay; unless another rule speaks of them too, they are kept for ever."),
    send: () => remove(path(name)),
  }), `The rule ${name} was deleted.`);

  function askNew() {
    const actions = oneOf([], "");
    const what = oneOf(subjects.map((one) => [one.subject, subject(one.subject)]), subjects[0].subject, { onchange: choose });
    const words = { archive: "Archived: moved aside, and read as before", delete: "Deleted for good" };
    function choose() {
      const { actions: all } = subjects.find((one) => one.subject === what.read());
      fill(actions.control, all.map((one) => h("option", { value: one }, words[one] ?? one)));
    }
    choose();
    return after(askFields({
      title: "Add a rule", act: "Add",
      lead: h("p", { class: "soft" }, "It is off until you turn it on, so that you can count first what it would do."),
      fields: [
        ["name", line("", plain), { title: "Name", required: true, help: "A letter a–z, then letters, digits, _ and -." }],
        ["subject", what, { title: "Which rows" }], ["action", actions, { title: "They are" }],
        ["older_than", line("", plain), { title: "Kept for", required: true, help: AGE }],
      ],
      send: ({ name, ...given }) => {
        if (rules.some((rule) => rule.name === name)) throw new Error("There is a rule of that name; choose another one.");
        return put(path(name), { ...given, enabled: false });
      },
    }), "The rule was added; it is off.");
  }

  const paintAll = keyed(list, ({ name }) => name, (name) => {
    let rule;
    const words = h("p", {});
    const state = h("span", { class: "tag" });
    const lately = h("time", {});
    const next = h("time", {});
    const times = h("p", { class: "soft" });
    const act = (label, what, does) => button(label, does, { class: "plain", "aria-label": `${what} ${name}` });
    const el = h("li", {}, h("div", { class: "what" }, h("p", {}, h("strong", {}, name), " ", state), words, times),
      h("span", { class: "acts" }, act("Count", "Count", () => countNow([name])), act("Run…", "Run", async () => { if (await runNow([name])) renew(); }),
        act("Change…", "Change", () => askEdit(rule)), act("Delete…", "Delete", () => askEnd(rule))));
    return { el, paint(entry) {
      rule = entry;
      text(words, ruleWords(rule));
      const failing = rule.streak > 0;
      text(state, failing ? `failed ${count(rule.streak, "time")}` : rule.enabled ? "on" : "off");
      state.className = `tag ${failing ? "bad" : rule.enabled ? "good" : ""}`;
      showTime(lately, rule.finished_at, clock);
      showTime(next, rule.due_at, clock);
      const coming = !rule.enabled ? "" : isPast(rule.due_at) ? ", due now" : [", next ", next];
      fill(times, rule.finished_at ? ["Last ran ", lately] : "Has not run yet", coming, ".");
    } };
  });

  function paint(answer) {
    ({ rules, subjects } = answer);
    none.hidden = rules.length > 0;
    paintAll(rules);
  }
  return { el, paint };
}
