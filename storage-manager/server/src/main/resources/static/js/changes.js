// Who changed a domain's mode and guard rails, when and why.

import { h } from './dom.js';
import { clock, words } from './format.js';

const MOST = 10;

export class ChangeList {
  #list = h('ol.decisions');
  #shown = '';

  constructor(slug) {
    this.slug = slug;
    const csv = `/api/v1/audit?domain=${slug}&format=csv`;
    this.element = h('section.card', { id: 'changes' },
      h('div.card-head', {}, h('h2', {}, 'Changes by people'),
        h('a', { href: csv, download: `audit-${slug}.csv` }, 'CSV')), this.#list);
  }

  /** Asks again when the revision is another. */
  async render(domain) {
    const key = `${this.slug} ${domain.revision}`;
    if (this.#shown === key) return;
    this.#shown = key;
    try {
      // The record of a change arrives a moment after the change itself.
      let changes = [];
      for (let i = 0; i < 5; i++) {
        const answer = await fetch(`/api/v1/audit?domain=${this.slug}&limit=${MOST}`);
        if (!answer.ok) return;
        ({ changes } = await answer.json());
        if (!domain.revision || changes[0]?.revision >= domain.revision) break;
        await new Promise((next) => { setTimeout(next, 500); });
      }
      const items = changes.map((change) => h('li', {},
        h('time', { datetime: change.at, title: change.at }, clock(change.at)),
        h('div', {}, h('p', {}, said(change)), ...change.differences.slice(0, MOST).map((d) =>
          h('p.note', {}, words(`${d.field}: ${d.before ?? 'none'} \u2192 ${d.after ?? 'none'}`))))));
      this.#list.replaceChildren(...(items.length ? items
        : [h('li.none', {}, 'Nobody has changed anything yet.')]));
    } catch {
      // The banner says that the manager does not answer; what is shown stays.
    }
  }
}

function said(change) {
  const why = change.reason ? `: ${change.reason}` : ', without a reason';
  return `${change.actor ?? 'Somebody'}${why}`;
}
