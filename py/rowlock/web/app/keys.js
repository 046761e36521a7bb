// Keys of one letter: pages bind them, the help lists them. They rest while somebody types.

const KEPT = "rowlock.keys";
const bindings = new Set();

export const enabled = () => localStorage.getItem(KEPT) !== "off";
export const enable = (on) => (on ? localStorage.removeItem(KEPT) : localStorage.setItem(KEPT, "off"));

/** Entries: { key, does, run(event), group?, always? }; `always`: also while keys are switched off. */
export function bind(signal, entries) {
  if (signal?.aborted) return;
  for (const entry of entries) bindings.add(entry);
  signal?.addEventListener("abort", () => { for (const entry of entries) bindings.delete(entry); });
}

export const listed = () => [...bindings].filter((entry) => entry.does);

const typing = (target) =>
  target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName)
  || (target.tagName === "INPUT" && !/^(checkbox|radio|button)$/.test(target.type));

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
  if (document.querySelector("dialog[open]")) return;
  for (const entry of bindings) {
    if (entry.key !== event.key) continue;
    if (typing(event.target) && entry.key !== "Escape") continue;
    if (!enabled() && !entry.always) continue;
    if (entry.run(event) !== false) {
      event.preventDefault();
      return;
    }
  }
});
