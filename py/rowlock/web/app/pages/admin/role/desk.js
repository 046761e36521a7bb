// Where a schema is written: its text, what is wrong with it, and what became of the version it starts from.

import * as session from "../../../session.js";
import { attribute, button, h } from "../../../dom.js";
import { say } from "../../../say.js";
import { EXAMPLE } from "./example.js";
import { asStored, format } from "./json_format.js";
import { makeEditor } from "./editor.js";
import { makeMoved } from "./moved.js";
import { makeProblems, problemsOf } from "./problems.js";
import { makeSheets } from "./sheets.js";
import { read } from "./json_text.js";
import { askToSave } from "./saving.js";

/** `link(changes)`: the address with another query; `preview`: draws what is written. */
export function makeDesk(source, preview, link) {
  const may = session.isAdminOf([source.role]);
  const sheets = makeSheets(source, may);
  const editor = makeEditor({ change });
  const problems = makeProblems(editor);
  const moved = makeMoved(source, link, {
    take: () => { sheets.take(kind); paint(); },
    keep: () => { sheets.rebase(kind); paint(); },
  });
  const save = button("Save…", submit, { class: "primary" });
  const tidy = button("Tidy up", () => rewrite(format(editor.text())));
  const undo = button("Discard changes", () => { sheets.take(kind); paint(); editor.goTo(1, 1); });
  const start = button("Start from an example", () => { rewrite(EXAMPLE); editor.goTo(1, 1); });
  const differs = h("a", { class: "button" }, "What differs");
  const el = h("div", { class: "desk" }, moved.el, editor.el, problems.el, may
    ? h("div", { class: "acts" }, save, differs, tidy, start, undo)
    : h("p", { class: "soft" }, "You may look at it. To change it you need to be an admin of this role."));
  let kind = null;
  let parsed = {};
  let shown = false;
  let timer = null;

  source.signal.addEventListener("abort", () => clearTimeout(timer));

  /** What is written, as it would come back: set out alike, so that only what differs differs. */
  const text = () => {
    const { value, fault } = read(editor.text() || "null");
    return fault ? editor.text() : value === null ? "" : format(JSON.stringify(asStored(value)));
  };

  function change() {
    sheets.write(kind, editor.text());
    clearTimeout(timer);
    timer = setTimeout(check, 150);
    paintActs();
  }
  function rewrite(text) {
    editor.write(text);
    change();
    check();
  }

  function check() {
    clearTimeout(timer);
    timer = null;
    const written = editor.text();
    parsed = written.trim() ? read(written) : { value: null, places: new Map() };
    problems.show(parsed.fault ? [parsed.fault] : []);
    // While a version is looked at, the preview is of that one.
    if (shown && kind.of === "form") {
      preview.stale(Boolean(parsed.fault));
      if (!parsed.fault) preview.paint(parsed.value ?? true);
    }
    paintActs();
  }
  function paintActs() {
    const dirty = sheets.isDirty(kind);
    const { version } = sheets.of(kind).base;
    const empty = !editor.text().trim();
    save.disabled = !dirty || Boolean(parsed.fault);
    undo.hidden = !dirty;
    tidy.disabled = Boolean(parsed.fault) || empty;
    start.hidden = kind.of !== "form" || !empty;
    differs.hidden = !dirty || !version;
    attribute(differs, "href", link({ against: version, version: null }));
  }

  function paint() {
    moved.show(sheets.reconcile(kind));
    if (editor.text() !== sheets.of(kind).text) {
      editor.write(sheets.of(kind).text);
      check();
    }
    paintActs();
  }

  /** Whether a refusal is shown here: at its lines, or as a version that has moved on. */
  function refused(error) {
    if (error.code === "role_schema_version") {
      paint();
      return true;
    }
    const found = problemsOf(error, editor.text(), parsed.places ?? new Map());
    if (!found) return false;
    problems.show(found);
    say(`The service cannot use it: ${found.length === 1 ? "one place is" : `${found.length} places are`} marked in the text.`, { fault: true });
    return true;
  }

  async function submit() {
    check();
    if (parsed.fault || !sheets.isDirty(kind)) return;
    const saving = kind;
    const { base } = sheets.of(saving);
    if (text() === base.text) {
      say("Nothing differs but how it is set out, and that is not kept.");
      return;
    }
    const answer = await askToSave(source, saving, { value: parsed.value, text: text() }, base, { refused });
    if (answer) await settled(saving, answer);
  }
  /** It is saved: what is written starts from it. */
  async function settled(saved, answer) {
    say(`Saved as version ${answer[saved.counter]}.`);
    await source.renew();
    sheets.take(saved);
    paint();
  }

  function open(next) {
    kind = next;
    editor.name(`${kind.name}, as JSON`);
    editor.fix(!may);
    moved.show(sheets.reconcile(kind));
    const sheet = sheets.of(kind);
    if (sheet.kept) say("What you had not saved yet was kept in this browser.");
    sheet.kept = false;
    editor.write(sheet.text);
    check();
  }

  return {
    el, open, refused, settled, text,
    settle: () => { if (timer) check(); },
    paint: () => { if (kind) paint(); },
    /** Whether the editor is what is shown. */
    show(on) { shown = on; },
  };
}
