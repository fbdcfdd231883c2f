// What the doctor says of each limit in force.

import { h } from './dom.js';
import { application, clock, count } from './format.js';

const TONES = { VERIFIED: 'good', PENDING: 'info', INERT: 'bad', VIOLATED: 'bad', CONFLICT: 'bad', STUCK: 'bad' };
const WORDS = {
  riops: 'reads/s', wiops: 'writes/s', rbps: 'bytes read/s', wbps: 'bytes written/s',
  iops: 'I/Os/s', bps: 'bytes/s', weight: 'weight',
};

/** In short: [tone, words, when]; null while nobody has looked. */
export function diagnosis(doctor) {
  if (!doctor?.at) return null;
  const { limits, wrong, verified } = doctor;
  const when = `looked at ${clock(doctor.at)}`;
  if (!limits) return ['none', 'no limits', when];
  return wrong
    ? ['bad', `${wrong} of ${limits} limits ${wrong === 1 ? 'needs' : 'need'} attention`, when]
    : ['good', 'nothing wrong', `${verified} of ${limits} limits verified, the rest not tested yet; ${when}`];
}

export class DoctorList {
  #badge = h('span.badge');
  #note = h('span.note');
  #list = h('ul.findings');
  #section;

  constructor() {
    this.#section = h('section.card', { id: 'doctor', hidden: true },
      h('div.card-head', {}, h('h2', {}, 'Doctor'), h('span', {}, this.#badge, ' ', this.#note)), this.#list);
  }

  get element() {
    return this.#section;
  }

  render(domain, findings) {
    const short = diagnosis(domain.doctor);
    this.#section.hidden = !short || short[0] === 'none';
    if (this.#section.hidden) return;
    [this.#badge.dataset.state, this.#badge.textContent, this.#note.textContent] = short;
    const left = domain.doctor.limits - findings.length;
    this.#list.replaceChildren(...findings.map((f) => this.#item(f)),
      left > 0 && h('li.note', {}, `${count(left)} more, of which nothing is wrong or that are listed by REST`) || '');
  }

  #item(f) {
    const who = f.queue ? application(f.queue.split('|')[0]).name : f.place;
    const figure = (name, value) => value === undefined ? null : h('span', {}, `${name} `, h('b', {}, count(value)));
    const badge = h('span.badge', { 'data-state': TONES[f.verdict] }, f.verdict.toLowerCase());
    return h('li', {}, badge,
      h('div', {},
        h('p', { title: `${f.place} on ${f.device}` }, h('b', {}, who), ` ${WORDS[f.limit] ?? f.limit} `,
          h('span.figures', {}, figure('desired', f.desired), figure('written', f.written),
            figure('read back', f.readBack), figure('observed', f.observedPerSecond))),
        f.cause && h('p', {}, f.cause), f.cause && h('p.note', {}, `Mend: ${f.mend}`)));
  }
}
