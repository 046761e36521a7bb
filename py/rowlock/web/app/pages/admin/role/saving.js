// Saves a schema: says before what that means, and never over what somebody else has saved meanwhile.

import { field, h } from "../../../dom.js";
import { patch } from "../../../api.js";
import { question } from "../../../parts/dialog.js";
import { refusal } from "../../../words.js";
import { comparison, extent } from "./compare.js";

// The page shows by itself what is wrong.
const SHOWN = Symbol("shown");

/** What it means, loaded when it is asked for; without the service nothing is saved either. */
const words = async (...given) => import("./meaning.js").then(({ meaning }) => meaning(...given), () => null);

/**
 * Asks and saves; the promise has the role as it is then, null when it was left. `given`: { value, text }, what is
 * to be saved; `base`: { version, text }, from what it starts; `summary`: what is proposed to be said of it;
 * `refused(error)`: whether the page shows by itself what is wrong, and takes the dialog away.
 */
export async function askToSave(source, kind, given, base, { summary = "", refused }) {
  const record = source.record();
  const next = (base.version ?? 0) + 1;
  const why = h("input", { maxlength: "10000", autocomplete: "off", value: summary });
  let saved = null;
  /** The refusal, if it is one. */
  async function attempt(expected) {
    try {
      saved = await patch(source.path, { [kind.field]: given.value, [kind.expected]: expected, change_summary: why.value.trim() || null });
      return null;
    } catch (error) {
      return error;
    }
  }
  const answer = await question({
    title: given.value === null ? `Remove it? That becomes version ${next}.` : `Save version ${next}?`,
    body: [await words(kind, record, given.value),
      h("details", {}, h("summary", {}, base.text === null ? "What differs" : `What differs: ${extent(base.text, given.text)}`),
        comparison("What is saved, beside what it starts from", base.text ?? "", given.text)),
      field("What changes, and why", why, "For the history; may stay empty.")],
    act: given.value === null ? "Remove" : "Save",
    danger: given.value === null,
    wide: true,
    send: async () => {
      let error = await attempt(base.version);
      if (error?.code === "role_schema_version" && await isSame()) error = await attempt(source.record()[kind.counter]);
      if (!error) return saved;
      if (!refused(error)) throw new Error(await refusal(error));
      return SHOWN;
    },
  });
  return answer === SHOWN ? null : answer;

  /** The counter counts two schemas: was it the other one that changed? */
  async function isSame() {
    await source.renew();
    return base.text !== null && source.text(kind.field) === base.text;
  }
}
