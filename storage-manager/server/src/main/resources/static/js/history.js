// The last five minutes of a domain, kept in the browser.

export const WINDOW_MILLIS = 5 * 60_000;

/**
 * Points of one domain: { at, queues: Map(slug -> [usage, demand, grant]), rest, lower, upper }.
 * While nothing is granted (SHADOW) the grant is what it would be, once a capacity is known.
 */
export class History {
  #points = [];

  add(view) {
    const at = Date.parse(view.domain.at);
    const last = this.#points.at(-1);
    if (last && at <= last.at) return;
    const queues = new Map();
    const known = view.domain.capacity.upperIops !== undefined;
    for (const q of view.queues) {
      queues.set(q.slug, [q.usageIops, q.demandIops, q.grantedIops ?? (known && q.bound !== 'EXCLUDED' ? q.targetIops : null)]);
    }
    const rest = view.rest;
    this.#points.push({
      at,
      queues,
      rest: [rest.usageIops, rest.demandIops, rest.grantedIops],
      lower: view.domain.capacity.lowerIops,
      upper: view.domain.capacity.upperIops ?? null,
    });
    while (this.#points.length && this.#points[0].at < at - WINDOW_MILLIS - 5_000) {
      this.#points.shift();
    }
  }

  get points() {
    return this.#points;
  }

  /** Slugs of the queues that used or wanted most over the window, the most first. */
  top(most) {
    const sums = new Map();
    for (const point of this.#points) {
      for (const [slug, [usage, demand]] of point.queues) {
        sums.set(slug, (sums.get(slug) ?? 0) + Math.max(usage, demand));
      }
    }
    return [...sums].sort((a, b) => b[1] - a[1]).slice(0, most).map(([slug]) => slug);
  }
}
