// Who changed a domain's mode and guard rails, when and why.

import { h } from './dom.js';
import { clock, words } from './format.js';

const MOST = 10;

export class ChangeList {
  #list = h('ol.decisions');
  #unmatched = h('p.harm', { role: 'status', 'data-state': 'busy', hidden: true });
  #shown = '';

  constructor(slug) {
    this.slug = slug;
    const all = `/api/v1/audit?domain=${slug}`;
    this.element = h('section.card', { id: 'changes' },
      h('div.card-head', {}, h('h2', {}, 'Changes by people'),
        h('span', {}, h('a', { href: `${all}&format=csv`, download: `audit-${slug}.csv` }, 'CSV'), ' \u00b7 ',
          h('a', { href: all, download: `audit-${slug}.json` }, 'JSON'))), this.#unmatched, this.#list);
  }

  /** Asks again when the revision is another. */
  async render(domain) {
    const key = `${this.slug} ${domain.revision}`;
    if (this.#shown === key) return;
    this.#shown = key;
    try {
      this.#names(await fetch(`/api/v1/domains/${this.slug}/guard-rails`));
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

  /** Rails for names that no queue has: they are in force and limit nothing. */
  async #names(answer) {
    if (!answer.ok) return;
    const unmatched = (await answer.json()).unmatched ?? [];
    this.#unmatched.hidden = !unmatched.length;
    this.#unmatched.textContent = `Guard rails for names that no queue has: ${unmatched.join(', ')}.`;
  }
}

function said(change) {
  const why = change.reason ? `: ${change.reason}` : ', without a reason';
  return `${change.actor ?? 'Somebody'}${why}`;
}
