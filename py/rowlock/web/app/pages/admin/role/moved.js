// Somebody else has saved a version while one was writing: who, and what one can do about it.

import { button, fill, h } from "../../../dom.js";
import { learn } from "../../../store/names.js";
import { author, when } from "./versions.js";

/** `take()`: theirs, mine is lost; `keep()`: mine goes on from theirs. */
export function makeMoved(source, link, { take, keep }) {
  const el = h("div", { class: "moved", role: "alert" });
  let shown = null;

  function draw({ from, to }, version) {
    fill(el,
      h("p", {}, version ? [`${author(version)} saved version ${to} at `, when(version.created_at), version.change_summary ? `: ${version.change_summary}` : null, ". "] : `There is a version ${to} by now. `,
        from ? `What you write starts from version ${from}.` : "What you write starts from none.", " It is not saved over theirs unless you say so."),
      h("div", { class: "acts" },
        h("a", { class: "button", href: link({ version: to, against: from }) }, from ? "See what they changed" : "Look at theirs"),
        button("Keep mine, on top of theirs", keep), button("Take theirs, discard mine", take)));
  }

  return {
    el,
    /** `now`: { kind, from, to }, or null when nothing has moved. */
    async show(now) {
      const key = now && `${now.kind.of} ${now.from} ${now.to}`;
      if (key === shown) return;
      shown = key;
      fill(el);
      if (!now) return;
      draw(now, null);
      try {
        const { versions: [version] } = await source.history(now.kind);
        await learn([version.created_by]);
        if (shown === key && version.version === now.to) draw(now, version);
      } catch {
        // It is told without who it was.
      }
    },
  };
}
