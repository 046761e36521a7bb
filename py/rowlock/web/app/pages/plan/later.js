// What has changed and is to be read anew: changes come in bursts, and one look is for all of them.

const SOON = 250;
// From the end of one look to the next, at least: changes may come without a pause.
const PACE = 1000;
const AWAY = 5000;

export class Later {
  #stale = new Set();

  #timer = null;

  #looked = -PACE;

  /** `read(key)` reads one of them, `done()` when all are read; `soon`: how long changes are gathered. */
  constructor(read, signal, done, soon = SOON) {
    Object.assign(this, { read, signal, done, soon });
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  touch(...keys) {
    for (const key of keys) this.#stale.add(key);
    this.#plan(Math.max(this.soon, this.#looked + PACE - performance.now()));
  }

  #plan(wait) { this.#timer ??= setTimeout(() => this.look(), wait); }

  /** Now. */
  async look() {
    clearTimeout(this.#timer);
    this.#timer = null;
    if (this.signal.aborted) return;
    const stale = [...this.#stale];
    this.#stale.clear();
    try {
      for (const key of stale) await this.read(key);
    } catch {
      // The stream's state tells that the service is away.
      for (const key of stale) this.#stale.add(key);
      if (!this.signal.aborted) this.#plan(AWAY);
    }
    this.#looked = performance.now();
    if (!this.signal.aborted) this.done();
  }
}
