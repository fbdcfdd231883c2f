// The page of one domain.

import { METRICS, Palette, QueueChart, StackChart } from './chart.js';
import { ChangeList } from './changes.js';
import { DoctorList, diagnosis } from './doctor.js';
import { h, text } from './dom.js';
import { application, bytes, clock, count, duration, words } from './format.js';
import { changeMode } from './mode.js';
import { QueueTable } from './queues.js';
import { Receipts } from './receipts.js';
import { SpaceLine } from './space.js';

const MODES = ['OBSERVE', 'SHADOW', 'ENFORCE'];

/** Intervals without a move after which allocations are called calm. */
const STILL = 10;

const SOURCES = {
  NONE: 'nothing measured yet',
  UNSATURATED: 'never seen full: at least this',
  KNEE: 'seen full, where more waiting brought no more throughput',
  CHANGE_POINT: 'changed of late; being learned anew',
};

export class DomainPage {
  #names;
  #main;
  #palette = new Palette();
  #metric = 'usage';
  #selected = null;
  #chosen = false;
  #view = null;
  #history = null;
  #frame = 0;
  #parts = {};
  #stack;
  #single;
  #table;
  #receipts = new Receipts();
  #doctor = new DoctorList();
  #changes;
  #space;
  #explained = '';
  #decisions = '';

  constructor(main, slug, names) {
    this.slug = slug;
    this.#main = main;
    this.#names = names;
    this.#changes = new ChangeList(slug);
    this.#space = new SpaceLine(slug);
    this.#build();
  }

  dispose() {
    cancelAnimationFrame(this.#frame);
    this.#stack.dispose();
    this.#single.dispose();
    this.#receipts.dispose();
  }

  /** A new interval. */
  update(view, history) {
    this.#view = view;
    this.redraw(history);
  }

  redraw(history) {
    this.#history = history;
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  /** The figures on top; also known before the first interval arrived. */
  summary(domain) {
    if (!domain) return;
    const p = this.#parts;
    const { title, detail } = this.#names.of(domain);
    text(p.title, title);
    text(p.id, detail);
    for (const button of p.modes.children) {
      button.setAttribute('aria-pressed', button.dataset.mode === domain.mode);
    }
    text(p.grantKey, domain.mode === 'ENFORCE' ? 'is granted' : 'would get');
    this.#capacity(domain);
    text(p.usage, count(domain.usageIops));
    text(p.usageNote, `${bytes(domain.usageBytesPerSecond)} by ${domain.queues} queue${domain.queues === 1 ? '' : 's'}`);
    const calm = domain.stability;
    const still = calm.converged || calm.intervalsSinceMove > STILL;
    text(p.calm, still ? 'Calm' : 'Moving');
    p.calm.dataset.state = still ? 'good' : 'busy';
    text(p.calmNote, `last move ${count(calm.intervalsSinceMove)} ${calm.intervalsSinceMove === 1 ? 'interval' : 'intervals'} ago · ${count(calm.reversals)} reversals · ${count(calm.pushes)} limits pushed`);
    this.#adapter(domain);
    const { phase, last } = domain.harm;
    p.harm.hidden = !last;
    p.harm.dataset.state = phase.startsWith('TRIAL') ? 'busy' : last.endsWith('limits were the cause') ? 'bad' : 'none';
    text(p.harm, last && `Do no harm: ${words(last)}.`);
  }

  #capacity(domain) {
    const p = this.#parts;
    const c = domain.capacity;
    const upper = c.upperIops;
    text(p.capacity, c.source === 'NONE' ? '–'
      : upper === undefined ? `≥ ${count(c.lowerIops)}` : `${count(c.lowerIops)} – ${count(upper)}`);
    text(p.capacityNote, SOURCES[c.source] + (c.source === 'KNEE' ? `; ${duration(c.ageMillis)} ago` : ''));
    const most = Math.max(upper ?? c.lowerIops, domain.usageIops, 1) * 1.1;
    p.band.style.left = `${(100 * c.lowerIops) / most}%`;
    p.band.style.right = `${100 - (100 * (upper ?? c.lowerIops)) / most}%`;
    p.fill.style.width = `${(100 * domain.usageIops) / most}%`;
    p.gauge.dataset.full = c.saturated;
  }

  #adapter(domain) {
    const p = this.#parts;
    const a = domain.adapter;
    const trouble = domain.troubledQueues;
    text(p.limits, trouble ? `${trouble} in trouble` : a && !a.alive ? 'Adapter silent'
      : domain.limitedQueues ? `${domain.limitedQueues} in force` : 'None');
    p.limits.dataset.state = trouble || (a && !a.alive) ? 'bad' : domain.limitedQueues ? 'good' : 'none';
    const unread = a?.software?.cannotRead ?? [];
    text(p.limitsNote, a ? `by ${a.adapter}${a.alive ? '' : `, last seen ${clock(a.lastSeen)}`}${
      unread.length ? `, release ${a.software.release}, which is too old to understand ${unread.join(', ')}` : ''}`
      : 'no adapter has reported: nothing can be limited');
    const short = diagnosis(domain.doctor);
    p.checkup.hidden = !short || short[0] === 'none';
    if (!short) return;
    p.checkup.dataset.state = short[0];
    p.checkup.title = `${short[1]}; ${short[2]}`;
    text(p.checkup, domain.doctor.wrong ? `Doctor: ${count(domain.doctor.wrong)} wrong` : 'Doctor: all well');
  }

  #build() {
    const p = this.#parts;
    const card = (label, value, note, ...more) =>
      h('section.card.stat', {}, h('h2', {}, label), value, ...more, note);
    p.title = h('h1');
    p.id = h('p.id');
    p.harm = h('p.harm', { role: 'status', hidden: true });
    p.modes = h('div.segments', { role: 'group', 'aria-label': 'Mode' }, ...MODES.map((mode) =>
      h('button', { type: 'button', 'data-mode': mode, 'aria-pressed': 'false',
        onclick: (e) => e.currentTarget.getAttribute('aria-pressed') === 'true'
          || changeMode(this.slug, p.title.textContent, mode) }, mode)));
    for (const name of ['capacity', 'usage', 'calm', 'limits']) {
      p[name] = h('p.value');
      p[`${name}Note`] = h('p.note');
    }
    p.checkup = h('span.badge', { hidden: true });
    p.fill = h('i.fill');
    p.band = h('i.band');
    p.gauge = h('div.gauge', { 'aria-hidden': 'true' }, p.fill, p.band);
    p.stack = h('div.chart');
    p.legend = h('div.legend');
    p.metrics = h('div.segments.small', { role: 'group', 'aria-label': 'What the chart shows' },
      ...METRICS.map((metric) => h('button', { type: 'button', 'aria-pressed': String(metric === this.#metric),
        onclick: () => this.#show(metric) }, metric)));
    p.single = h('div.chart.low');
    p.singleTitle = h('h2');
    p.grantKey = h('span');
    p.singleKey = h('div.key', {}, h('span', {}, h('i.k-usage'), 'uses'),
      h('span', {}, h('i.k-demand'), 'wants'), h('span', {}, h('i.k-grant'), p.grantKey));
    p.explain = h('ul.explain');
    p.table = h('div');
    p.decisions = h('ol.decisions');
    this.#main.replaceChildren(
      h('div.head', {}, h('div', {}, h('a.back', { href: '#/' }, 'All domains'), p.title, p.id, this.#space.element), p.modes),
      p.harm,
      h('div.stats', {}, card('Capacity learned, IOPS', p.capacity, p.capacityNote, p.gauge),
        card('In use, IOPS', p.usage, p.usageNote), card('Allocations', p.calm, p.calmNote),
        card('Limits', p.limits, p.limitsNote, p.checkup)),
      h('div.charts', {},
        h('section.card', {}, h('div.card-head', {}, h('h2', {}, 'Everybody, last 5 minutes'), p.metrics), p.stack, p.legend),
        h('section.card', {}, h('div.card-head', {}, p.singleTitle, p.singleKey), p.single, p.explain)),
      this.#receipts.element, h('section.card', {}, h('h2', {}, 'Queues'), p.table), this.#doctor.element,
      h('section.card', {}, h('h2', {}, 'Latest decisions'), p.decisions), this.#changes.element);
    this.#stack = new StackChart(p.stack);
    this.#single = new QueueChart(p.single);
    this.#table = new QueueTable(p.table, (slug) => this.#select(slug));
  }

  #show(metric) {
    this.#metric = metric;
    [...this.#parts.metrics.children].forEach((b, i) => b.setAttribute('aria-pressed', String(METRICS[i] === metric)));
    this.redraw(this.#history);
  }

  #select(slug) {
    this.#chosen = this.#selected !== slug || !this.#chosen;
    this.#selected = slug;
    this.#explained = '';
    this.redraw(this.#history);
  }

  #draw() {
    const view = this.#view;
    if (!view || !this.#history) return;
    const byName = new Map(view.queues.map((q) => [q.slug, q]));
    const shown = this.#palette.assign(this.#history.top(Palette.slots).filter((s) => byName.has(s)));
    if (!this.#selected || !byName.has(this.#selected)) {
      this.#selected = interesting(view.queues)?.slug ?? null;
      this.#chosen = false;
      this.#explained = '';
    }
    const nameOf = (slug) => application(byName.get(slug)?.application ?? slug).name;
    const points = this.#history.points;
    this.#stack.draw({ points, shown, palette: this.#palette, metric: this.#metric, nameOf,
      selected: this.#chosen && shown.includes(this.#selected) ? this.#selected : null });
    this.#legend(view, shown, nameOf);
    if (this.#selected) {
      const { name, host } = application(byName.get(this.#selected).application);
      text(this.#parts.singleTitle, host ? `${name} on ${host}` : name);
      this.#receipts.show(this.slug, this.#selected, name, view.domain.at);
      this.#single.draw({ points, slug: this.#selected, color: this.#palette.color(this.#selected, '--series-1') });
      this.#explain();
    }
    this.#table.render(view, this.#selected, this.#palette);
    this.#doctor.render(view.domain, view.findings);
    this.#changes.render(view.domain);
    this.#space.refresh();
    this.#words(view);
  }

  #legend(view, shown, nameOf) {
    const rest = view.queues.length + view.rest.queues - shown.length;
    const chips = shown.map((slug) => {
      const mark = h('i.swatch');
      mark.style.background = this.#palette.color(slug);
      return h('button', { type: 'button', 'aria-pressed': String(this.#chosen && slug === this.#selected),
        onclick: () => this.#select(slug) }, mark, nameOf(slug));
    });
    if (rest > 0) chips.push(h('span.others', {}, h('i.swatch.rest'), `${rest} other${rest === 1 ? '' : 's'}`));
    chips.push(h('span.others', {}, h('i.dash'), 'capacity'));
    const signature = chips.map((c) => c.outerHTML).join();
    if (this.#parts.legend.dataset.signature !== signature) {
      this.#parts.legend.dataset.signature = signature;
      this.#parts.legend.replaceChildren(...chips);
    }
  }

  async #explain() {
    const key = `${this.#selected} ${this.#view.domain.version}`;
    if (this.#explained === key) return;
    this.#explained = key;
    try {
      const answer = await fetch(`/api/v1/domains/${this.slug}/queues/${this.#selected}/explain`);
      if (!answer.ok) return;
      const { words: lines } = await answer.json();
      this.#parts.explain.replaceChildren(...lines.map((line) => h('li', {}, words(line))));
    } catch {
      // The banner says that the manager does not answer; what is shown stays.
    }
  }

  #words(view) {
    const signature = view.decisions.map((d) => d.version).join();
    if (signature === this.#decisions) return;
    this.#decisions = signature;
    const items = view.decisions.map((d) => h('li', {},
      h('time', { datetime: d.at, title: `version ${d.version}` }, clock(d.at)),
      h('div', {}, ...(d.words.length ? d.words : ['Nothing moved.']).map((w) => h('p', {}, words(w))))));
    this.#parts.decisions.replaceChildren(...(items.length ? items
      : [h('li.none', {}, 'Nothing had to change yet.')]));
  }
}

/** What to show first: whoever is in trouble, else whoever is held back most, else the busiest. */
function interesting(queues) {
  const want = (q) => (q.demandEstimateIops ?? q.demandIops) - q.usageIops;
  return queues.find((q) => ['CONFLICT', 'STUCK', 'VIOLATED', 'INERT', 'REFUSED'].includes(q.state))
    ?? queues.filter((q) => q.demandQuality === 'CENSORED').sort((a, b) => want(b) - want(a))[0]
    ?? queues[0];
}
