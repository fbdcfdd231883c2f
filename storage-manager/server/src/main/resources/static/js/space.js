// One line about the file systems of a domain: who asks for space, else the fullest.

import { h, text } from './dom.js';

/** Hosts speak of them twice a minute. */
const PAUSE = 30_000;

export class SpaceLine {
  element = h('p.note', { hidden: true });
  #slug;
  #asked = -PAUSE;

  constructor(slug) {
    this.#slug = slug;
  }

  async refresh() {
    if (performance.now() - this.#asked < PAUSE) return;
    this.#asked = performance.now();
    try {
      const answer = await fetch(`/api/v1/domains/${this.#slug}/space`);
      if (!answer.ok) return;
      const { fileSystems: all } = await answer.json();
      const asking = all.filter((each) => each.askedBytes > 0);
      const shown = asking.length ? asking : all.filter((each) => each.fill).sort((a, b) => part(b) - part(a));
      this.element.hidden = !shown.length;
      const more = shown.length > 1 ? ` And ${shown.length - 1} more.` : '';
      text(this.element, shown.length ? `Space: ${shown[0].words.join(' ')}${more}` : '');
    } catch {
      // The banner says that the manager does not answer; what is shown stays.
    }
  }
}

function part({ fill }) {
  return fill.usedBytes / Math.max(1, fill.usedBytes + fill.freeBytes);
}
