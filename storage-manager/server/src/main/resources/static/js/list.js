// The list of domains: those in trouble first, then the busiest.

import { h, text } from './dom.js';
import { count } from './format.js';

const SEARCH_FROM = 8;

export class DomainList {
  #box;
  #list;
  #filter;
  #names;
  #items = new Map();
  #order = '';
  #last = [[], null];

  constructor(box, list, filter, names) {
    this.#box = box;
    this.#list = list;
    this.#filter = filter;
    this.#names = names;
    filter.addEventListener('input', () => this.render(...this.#last));
  }

  render(domains, chosen) {
    this.#last = [domains, chosen];
    this.#box.hidden = domains.length === 0;
    this.#filter.hidden = domains.length < SEARCH_FROM;
    const sought = this.#filter.value.trim().toLowerCase();
    const shown = domains
      .filter((d) => `${d.domain} ${this.#names.of(d).title}`.toLowerCase().includes(sought))
      .sort((a, b) => (b.troubledQueues + b.doctor.wrong > 0) - (a.troubledQueues + a.doctor.wrong > 0) || this.#names.of(a).title.localeCompare(this.#names.of(b).title, 'en', { numeric: true }));
    for (const slug of [...this.#items.keys()]) {
      if (!domains.some((d) => d.slug === slug)) this.#items.delete(slug);
    }
    const items = shown.map((d) => this.#item(d, d.slug === chosen));
    const order = shown.map((d) => d.slug).join();
    if (order !== this.#order) {
      this.#list.replaceChildren(...items);
      this.#order = order;
    }
  }

  #item(domain, chosen) {
    let item = this.#items.get(domain.slug);
    if (!item) {
      const parts = {
        title: h('span.name'),
        mode: h('span.mode'),
        bar: h('meter.load', { min: 0, max: 1, 'aria-label': 'usage of the capacity' }),
        load: h('span.figure'),
        trouble: h('span.trouble', { hidden: true }),
      };
      item = { parts, li: h('li', {}, h('a', { href: `#/d/${domain.slug}` },
        h('span.row', {}, parts.title, parts.mode),
        parts.bar,
        h('span.row', {}, parts.load, parts.trouble))) };
      this.#items.set(domain.slug, item);
    }
    const { parts, li } = item;
    const upper = domain.capacity.upperIops;
    text(parts.title, this.#names.of(domain).title);
    parts.title.title = domain.domain;
    text(parts.mode, domain.mode.toLowerCase());
    parts.mode.dataset.mode = domain.mode;
    parts.bar.hidden = upper === undefined;
    parts.bar.value = upper ? Math.min(1, domain.usageIops / upper) : 0;
    text(parts.load, `${count(domain.usageIops)} IOPS · ${domain.queues} queue${domain.queues === 1 ? '' : 's'}`);
    const trouble = Math.max(domain.troubledQueues, domain.doctor.wrong);
    parts.trouble.hidden = trouble === 0;
    text(parts.trouble, `${trouble} in trouble`);
    li.firstChild.toggleAttribute('aria-current', chosen);
    return li;
  }
}
