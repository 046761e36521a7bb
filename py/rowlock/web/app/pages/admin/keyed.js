// A list whose entries stay the elements they are while they are told anew: focus and open menus stay too.

/** Gives `paint(entries)`; `key(entry)` tells them apart, `make(key)` gives { el, paint(entry) }. */
export function keyed(el, key, make) {
  const rows = new Map();
  return (entries) => {
    const next = entries.map((entry) => {
      const id = key(entry);
      if (!rows.has(id)) rows.set(id, make(id));
      rows.get(id).paint(entry);
      return id;
    });
    for (const id of rows.keys()) if (!next.includes(id)) rows.delete(id);
    const wanted = next.map((id) => rows.get(id).el);
    if (wanted.length === el.children.length && wanted.every((one, i) => el.children[i] === one)) return;
    const held = el.contains(document.activeElement) ? document.activeElement : null;
    el.replaceChildren(...wanted);
    // Whoever stood on what is gone stands on the heading of the list.
    if (held) (el.contains(held) ? held : el.closest("section")?.querySelector("h2"))?.focus();
  };
}
