// The head of the page: what it is, how it stands, what else can be done with it.

import { attribute, button, h, text } from "../../dom.js";
import { count, isPast, left, showTime, since } from "../../format.js";
import { standing } from "../inbox/standing.js";

const PRIORITIES = { 1: "Priority 1, most urgent", 4: "Priority 4, least urgent" };

export function makeTop(verbs) {
  const title = h("h1", { tabindex: "-1", "data-first": true });
  const state = h("span", { class: "standing" });
  const priority = h("span", {});
  const kind = h("span", {});
  const role = h("a", {});
  const level = h("span", { class: "at-level" });
  const age = h("time", {});
  const deadline = h("time", { class: "deadline" });
  const people = h("span", {});
  const escalate = button("Escalate…", verbs.escalate);
  const cancel = button("Cancel…", verbs.cancel);
  const el = h("header", { class: "top" },
    h("p", { class: "way" }, h("a", { href: "/" }, "Inbox")),
    h("div", { class: "line" }, title, h("span", { class: "acts" }, escalate, cancel)),
    h("p", { class: "marks" }, state, priority, kind, h("span", {}, "in ", role), level, age, deadline, people));

  function tick(record) {
    const { is, words } = standing(record);
    el.dataset.is = is;
    text(state, words);
    showTime(age, record.created_at, (iso) => `asked ${since(iso)} ago`);
    const open = is !== "ended";
    showTime(deadline, open && record.expires_at, (iso) => (isPast(iso) ? "overdue" : `due in ${left(iso)}`));
    escalate.hidden = cancel.hidden = !open || !verbs.may();
  }

  function paint(record) {
    text(title, record.description || record.type);
    text(priority, PRIORITIES[record.priority] ?? `Priority ${record.priority}`);
    priority.className = record.priority === 1 ? "urgent" : "";
    text(kind, record.subtype && record.subtype !== record.type ? `${record.type} · ${record.subtype}` : record.type);
    text(role, record.role || "no role");
    text(level, record.level ? `level ${record.level}` : "");
    attribute(role, "href", `/?${new URLSearchParams({ role: record.role })}`);
    const several = record.approvals_required > 1;
    text(people, several ? `${record.approvals} of ${count(record.approvals_required, "person", "people")} agree` : "");
    tick(record);
  }
  return { el, paint, tick, words: () => state.textContent };
}
