// What is written down about an account: its names, times, and metadata.

import { askFields } from "./ask.js";
import { button, fill, h } from "../../dom.js";
import { day, timeOf } from "../../format.js";
import { makeJson } from "../../form/inputs.js";
import { mayChange } from "./may.js";
import { patch } from "../../api.js";
import { say } from "../../say.js";
import { shown } from "../../parts/json.js";

const FACTS = [["external_id", null], ["email", "E-mail"], ["id", "Id"]];
const TIMES = [["created_at", "Made"], ["updated_at", "Changed"]];

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** What makes one object of another, key by key: what others did to other keys stays. */
function difference(before, after) {
  const same = (key) => JSON.stringify(before[key]) === JSON.stringify(after[key]);
  return {
    assign: Object.fromEntries(Object.entries(after).filter(([key]) => !(key in before) || !same(key))),
    remove: Object.keys(before).filter((key) => !(key in after)),
  };
}

export function makeRecord(source) {
  const { kind } = source;
  const facts = h("dl", { class: "record" });
  const metadata = h("div", {});
  const edit = button("Edit…", askEdit, { "aria-label": "Edit the metadata" });
  const el = h("section", { class: "facts", "aria-labelledby": "record-title" }, h("h2", { id: "record-title" }, "Record"), facts,
    h("div", { class: "titled" }, h("h2", {}, "Metadata"), edit), metadata);
  let drawn = null;

  async function askEdit() {
    const before = source.state().account.metadata ?? {};
    const json = makeJson({}, { change: () => {} }, 10);
    json.write(before);
    const read = () => {
      const given = json.read() ?? {};
      if (!isObject(given)) throw new Error("Give an object, like {\"team\": \"north\"}.");
      return given;
    };
    const done = await askFields({
      title: "Metadata", act: "Save", wide: true,
      fields: [["metadata", { ...json, read }, { title: "As JSON", help: "Names and values for programs of yours; rowlock itself reads none of them." }]],
      send: ({ metadata: after }) => patch(`${source.account}/metadata`, difference(before, after)),
    });
    if (done) say("The metadata was changed.");
    await source.renew().catch(() => {});
  }

  const row = (label, ...value) => h("div", {}, h("dt", {}, label), h("dd", {}, value));

  function paint({ account, memberships }) {
    edit.hidden = !mayChange(memberships);
    const now = JSON.stringify(account);
    if (now === drawn) return;
    drawn = now;
    fill(facts, FACTS.filter(([key]) => account[key]).map(([key, label]) => row(label ?? kind.named, h("bdi", { class: key === "id" ? "mono" : null }, account[key]))),
      TIMES.map(([key, label]) => {
        const at = timeOf(account[key], day);
        return row(label, at);
      }));
    fill(metadata, Object.keys(account.metadata ?? {}).length ? shown(account.metadata) : h("p", { class: "soft" }, "None."));
  }
  return { el, paint };
}
