// Saves a schema: says before what that means, and never over what somebody else has saved meanwhile.

import { field, h } from "../../../dom.js";
import { patch } from "../../../api.js";
import { question } from "../../../parts/dialog.js";
import { refusal } from "../../../words.js";
import { comparison, extent } from "./compare.js";
import { meaning } from "./meaning.js";

/**
 * Asks and saves; the promise has the role as it is then, null when it was left. `given`: { value, text }, what is
 * to be saved; `base`: { version, text }, from what it starts; `summary`: what is proposed to be said of it;
 * `refused(error)`: whether the page shows by itself what is wrong, and takes the dialog away.
 */
export async function askToSave(source, kind, given, base, { summary = "", refused }) {
  const record = source.record();
  const next = (base.version ?? 0) + 1;
  const why = h("input", { maxlength: "10000", autocomplete: "off", value: summary });
  const send = async (expected) => patch(source.path, {
    [kind.field]: given.value, [kind.expected]: expected, change_summary: why.value.trim() || null,
  });
  let taken = null;
  const answer = await question({
    title: given.value === null ? `Remove it as version ${next}?` : `Save version ${next}?`,
    body: [await meaning(kind, record, given.value),
      h("details", {}, h("summary", {}, base.text === null ? "What differs" : `What differs: ${extent(base.text, given.text)}`),
        comparison("What is saved, beside what it starts from", base.text ?? "", given.text)),
      field("What changes, and why", why, "For the history; may stay empty.")],
    act: given.value === null ? "Remove" : "Save",
    danger: given.value === null,
    wide: true,
    send: async () => {
      try {
        return await send(base.version);
      } catch (error) {
        const again = error.code === "role_schema_version" && await sameText();
        if (again) {
          try {
            return await send(source.record()[kind.counter]);
          } catch (second) {
            throw new Error(await refusal(second));
          }
        }
        if (!refused(error)) throw new Error(await refusal(error));
        taken = error;
        return { taken };
      }
    },
  });
  return answer === null || answer.taken ? null : answer;

  /** The counter counts two schemas: was it the other one that changed? */
  async function sameText() {
    await source.renew();
    return base.text !== null && source.text(kind.field) === base.text;
  }
}
