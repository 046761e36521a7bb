// Whether somebody looks at this tab.

/** `left()` when nobody has for so many milliseconds, `back()` whenever somebody does again. */
export function watch(wait, { left, back }) {
  let timer;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(left, wait);
    else back();
  });
}
