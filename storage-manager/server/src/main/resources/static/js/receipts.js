// Where the latency of the selected queue came from, by the minute: stacked, and the newest in a sentence.

import { Chart, css, frame } from './chart.js';
import { h, text } from './dom.js';

/** Of an instant in ISO 8601, up to the tens of its seconds: the service is asked that often. */
const TEN_SECONDS = 18;

const PARTS = [
  ['device', 'deviceMicros', '--series-1'],
  ['neighbours', 'neighboursMicros', '--series-6'],
  ['our limit', 'limitMicros', '--accent'],
  ['its own I/O', 'applicationMicros', '--series-2'],
  ['unexplained', 'unexplainedMicros', '--rest'],
];

function millis(micros) {
  return `${(micros / 1_000).toFixed(1)} ms`;
}

export class Receipts {
  #title = h('h2');
  #canvas = h('div.chart.low');
  #words = h('p.note');
  #chart = new Chart(this.#canvas);
  #marks = PARTS.map(() => h('i.swatch'));
  #section;
  #asked = '';
  #minutes = [];

  constructor() {
    const legend = PARTS.map(([name], i) => h('span.others', {}, this.#marks[i], name));
    this.#section = h('section.card', { id: 'receipts', hidden: true },
      h('div.card-head', {}, this.#title), this.#canvas, h('div.legend', {}, ...legend), this.#words);
  }

  get element() {
    return this.#section;
  }

  dispose() {
    this.#chart.dispose();
  }

  /** Of this queue; hidden until a minute is over. */
  show(domain, queue, name, at) {
    text(this.#title, `Where the latency of ${name} comes from, by the minute`);
    const question = `${domain} ${queue} ${at.slice(0, TEN_SECONDS)}`;
    if (question !== this.#asked) {
      this.#asked = question;
      this.#ask(domain, queue, question);
    }
    this.#draw();
  }

  async #ask(domain, queue, question) {
    try {
      const answer = await fetch(`/api/v1/domains/${domain}/queues/${queue}/receipts`);
      if (!answer.ok) return;
      const { words, minutes } = await answer.json();
      if (question !== this.#asked) return;
      text(this.#words, words);
      this.#minutes = minutes.reverse();
      this.#draw();
    } catch {
      // The banner says that the manager does not answer; what is shown stays.
    }
  }

  #draw() {
    this.#section.hidden = !this.#minutes.length;
    if (this.#section.hidden) return;
    PARTS.forEach(([, , color], i) => (this.#marks[i].style.background = css(color)));
    const { xAxis, yAxis, ...option } = frame();
    this.#chart.set({
      ...option,
      xAxis: {
        type: 'category', axisLine: xAxis.axisLine, axisTick: xAxis.axisTick,
        axisLabel: { color: css('--ink-2') }, data: this.#minutes.map(({ at }) => hourAndMinute(at)),
      },
      yAxis: { ...yAxis, name: 'ms' },
      series: PARTS.map(([name, field, color]) => ({
        id: name, name, type: 'bar', stack: 'all', barMaxWidth: 28, color: css(color),
        data: this.#minutes.map((minute) => minute[field] / 1_000), emphasis: { disabled: true },
      })),
      tooltip: { ...option.tooltip, formatter: (items) => tip(this.#minutes[items[0].dataIndex], items) },
    });
  }
}

function hourAndMinute(at) {
  return new Date(at).toLocaleTimeString([], { hour12: false, hour: '2-digit', minute: '2-digit' });
}

function tip(minute, items) {
  const row = (color, name, micros) => {
    const mark = h('i.swatch');
    mark.style.background = color;
    return h('p.tip-row', {}, mark, h('span', {}, name), h('b', {}, millis(micros)));
  };
  return h('div', {}, h('p.tip-time', {}, `minute to ${hourAndMinute(minute.at)}`),
    ...items.map((item) => row(item.color, item.seriesName, minute[PARTS[item.seriesIndex][1]])).reverse(),
    row('transparent', 'an I/O took', minute.totalMicros));
}
