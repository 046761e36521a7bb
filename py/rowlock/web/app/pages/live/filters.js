// Which events: patterns of topics, a role, an origin. What is chosen goes to the address.

import * as session from "../../session.js";
import { attribute, field, fill, h, select } from "../../dom.js";
import { get } from "../../api.js";
import { go, withQuery } from "../../router.js";
import { unfiltered } from "./query.js";

const ANY = ["", "Any role"];

export function makeFilters(signal) {
  const given = { spellcheck: "false", autocomplete: "off" };
  const topic = h("input", { ...given, name: "topic", placeholder: "*" });
  const origin = h("input", { ...given, name: "origin_id" });
  const role = select([ANY], "", { name: "role", onchange: () => send() });
  const fault = h("p", { class: "fault", role: "alert", id: "topic-fault" });
  const clear = h("a", { class: "button" }, "Clear");
  const topicField = field("Topics", topic, "Patterns by commas: escalation.* has one word more, run.> one or more, *.created any first word");
  topicField.append(fault);
  const el = h("form", { class: "asking", role: "search", "aria-label": "Which events", onsubmit: (event) => { event.preventDefault(); send(); } },
    topicField, field("Role", role), field("Origin", origin),
    h("div", { class: "acts" }, h("button", { type: "submit" }, "Show"), clear));

  const send = () => go(withQuery({ topic: topic.value.trim(), role: role.value, origin_id: origin.value.trim() }));

  function choose(names, value) {
    const known = [...new Set([...names, ...(value ? [value] : [])])];
    fill(role, [ANY, ...known.map((name) => [name, name])].map(([name, words]) => h("option", { value: name }, words)));
    role.value = value;
  }

  let names = [];
  async function load() {
    names = session.readable() ?? (await get("/api/roles", {}, signal)).roles.map((one) => one.role);
    choose(names, role.value);
  }

  return {
    el, load,
    show(asked) {
      topic.value = asked.topic;
      origin.value = asked.origin;
      choose(names, asked.role);
      clear.href = withQuery(unfiltered);
      clear.hidden = !asked.narrowed;
    },
    /** What is wrong with the patterns, in words; none: nothing. */
    blame(words) {
      fill(fault, words);
      attribute(topic, "aria-invalid", words ? "true" : null);
      attribute(topic, "aria-describedby", words ? `${topic.id}-hint topic-fault` : `${topic.id}-hint`);
      if (words) topic.focus();
    },
  };
}
