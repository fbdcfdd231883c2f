// The table of queues.

import { h, text } from './dom.js';
import { application, bytes, count, micros } from './format.js';

const FEW = 20;

/** Rows change places no more often than this, so that one can read them. */
const SORT_MILLIS = 15_000;

const STATES = {
  VERIFIED: ['good', 'verified', 'read back, and seen to hold'],
  WRITTEN: ['info', 'written', 'read back; no demand above it yet'],
  INERT: ['bad', 'inert', 'read back, but it holds nothing back'],
  VIOLATED: ['bad', 'violated', 'more passes than it allows'],
  CONFLICT: ['bad', 'conflict', 'somebody else wrote there; Oasis stopped'],
  STUCK: ['bad', 'stuck', 'the target does not answer'],
  REFUSED: ['bad', 'refused', 'the adapter refused it'],
  RELEASED: ['none', 'released', 'let go'],
};
const BOUNDS = {
  DEMAND: 'gets all it wants', LIMIT: 'limited by a guard rail', RESERVE: 'held up by a guard rail',
  FAIR_SHARE: 'fair share', STEP: 'on its way', DEAD_BAND: 'close enough', RULE: 'rule',
  EXCLUDED: 'never limited',
};

/** What waits behind its limit, as far as that is known. */
function waits(q) {
  if (q.heldIos === undefined) return 'what waits is not known';
  return q.heldIos >= 0.5 ? `${count(q.heldIos)} I/Os wait` : 'nothing waits';
}

export class QueueTable {
  #rows = new Map();
  #body = h('tbody');
  #more;
  #all = false;
  #select;
  #order = '';
  #sequence = [];
  #sortedAt = 0;
  #last = null;

  constructor(box, select) {
    this.#select = select;
    this.#more = h('button', { type: 'button', class: 'quiet more', hidden: true,
      onclick: () => { this.#all = !this.#all; this.render(...this.#last); } });
    const heads = ['Application', 'Uses', 'Wants', 'Target', 'Limit', 'State', 'Why'];
    box.replaceChildren(h('table.queues', {},
      h('thead', {}, h('tr', {}, ...heads.map((head, i) =>
        h('th', { scope: 'col', class: i > 0 && i < 5 ? 'num' : null }, head)))), this.#body), this.#more);
  }

  render(view, selected, palette) {
    this.#last = [view, selected, palette];
    const sorted = this.#sort(view.queues);
    const shown = this.#all ? sorted : sorted.slice(0, FEW);
    for (const slug of [...this.#rows.keys()]) {
      if (!shown.some((q) => q.slug === slug)) this.#rows.delete(slug);
    }
    const rows = shown.map((q) => this.#row(q, view.domain.mode, selected, palette));
    const order = shown.map((q) => q.slug).join();
    if (order !== this.#order) {
      this.#body.replaceChildren(...rows);
      this.#order = order;
    }
    const total = view.queues.length + view.rest.queues;
    this.#more.hidden = view.queues.length <= FEW;
    text(this.#more, this.#all ? 'Show fewer' : total > view.queues.length
      ? `Show the busiest ${count(view.queues.length)} of ${count(total)} queues` : `Show all ${count(total)} queues`);
  }

  /** Those in trouble, then the busiest; between two sorts newcomers come last. */
  #sort(queues) {
    const byName = new Map(queues.map((q) => [q.slug, q]));
    if (performance.now() - this.#sortedAt > SORT_MILLIS || !this.#sequence.length) {
      this.#sortedAt = performance.now();
      this.#sequence = [...byName.keys()];
    } else {
      this.#sequence = [...new Set([...this.#sequence, ...byName.keys()])].filter((s) => byName.has(s));
    }
    const bad = (q) => (STATES[q.state]?.[0] === 'bad' ? 0 : 1);
    return this.#sequence.map((slug) => byName.get(slug)).sort((a, b) => bad(a) - bad(b));
  }

  #row(q, mode, selected, palette) {
    let row = this.#rows.get(q.slug);
    if (!row) {
      row = this.#make(q);
      this.#rows.set(q.slug, row);
    }
    const { tr, c } = row;
    tr.toggleAttribute('aria-selected', q.slug === selected);
    c.swatch.style.background = palette.color(q.slug);
    text(c.uses, count(q.usageIops));
    text(c.usesNote, q.unservedIos === undefined
      ? `${bytes(q.usageBytesPerSecond)} · ${micros(q.meanLatencyMicros)}` : 'device does others first');
    c.usesCell.title = q.unservedIos === undefined ? ''
      : `the device does not get to ${count(Math.max(1, q.unservedIos))} I/Os; some may be its own`;
    const sign = { OBSERVED: '', CENSORED: '≥ ', STALE: '~ ' }[q.demandQuality];
    text(c.wants, sign + count(q.demandIops));
    text(c.wantsNote, q.demandQuality === 'OBSERVED' ? 'observed' : q.demandQuality === 'STALE' ? 'stale'
      : q.demandEstimateIops ? `perhaps ${count(q.demandEstimateIops)}` : 'held back');
    c.wantsCell.title = q.demandReason;
    text(c.target, count(q.targetIops));
    const limit = q.limitIops !== undefined ? count(q.limitIops)
      : q.limitBytesPerSecond !== undefined ? bytes(q.limitBytesPerSecond) : null;
    text(c.limit, limit ?? (q.grantedIops !== undefined ? count(q.grantedIops) : '–'));
    text(c.limitNote, limit ? waits(q) : q.grantedIops !== undefined ? 'not enforced' : 'none');
    c.limitCell.classList.toggle('faint', !limit);
    const [tone, name, meaning] = q.state ? STATES[q.state]
      : limit ? ['info', 'sent', 'pushed; the adapter has not answered yet'] : ['none', mode === 'ENFORCE' ? 'free' : 'shadow', 'no limit of ours in force'];
    text(c.state, mode === 'OBSERVE' && !q.state ? 'observed' : name);
    c.state.dataset.state = tone;
    c.state.title = meaning;
    text(c.why, tone === 'bad' && q.cause ? q.cause : q.reason);
    c.why.title = q.reason;
    text(c.bound, BOUNDS[q.bound] ?? q.bound);
    c.bound.dataset.bound = q.bound;
    return tr;
  }

  #make(q) {
    const { host, name, path } = application(q.application);
    const c = {};
    for (const part of ['uses', 'usesNote', 'wants', 'wantsNote', 'target', 'limit', 'limitNote']) {
      c[part] = h(part.endsWith('Note') ? 'small' : 'span');
    }
    c.swatch = h('i.swatch');
    c.state = h('span.badge');
    c.bound = h('span.bound');
    c.why = h('span');
    c.usesCell = h('td.num', { 'data-label': 'Uses' }, c.uses, c.usesNote);
    c.wantsCell = h('td.num', { 'data-label': 'Wants' }, c.wants, c.wantsNote);
    c.limitCell = h('td.num', { 'data-label': 'Limit' }, c.limit, c.limitNote);
    const pick = h('button', { type: 'button', class: 'pick', title: `${path} · ${q.lun}`,
      onclick: () => this.#select(q.slug) }, c.swatch, h('span', {}, name, h('small', {}, host)));
    const tr = h('tr', { onclick: (e) => e.target.closest('button') || this.#select(q.slug) },
      h('th', { scope: 'row' }, pick),
      c.usesCell, c.wantsCell,
      h('td.num', { 'data-label': 'Target' }, c.target), c.limitCell,
      h('td', { 'data-label': 'State' }, c.state),
      h('td.why', { 'data-label': 'Why' }, c.bound, c.why));
    return { tr, c };
  }
}
