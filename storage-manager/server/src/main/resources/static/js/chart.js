// The charts of a domain over the last minutes: all queues stacked under the capacity, and one queue by itself.

import * as echarts from '/webjars/echarts/echarts.esm.min.js';
import { WINDOW_MILLIS } from './history.js';
import { count } from './format.js';
import { h } from './dom.js';

const SLOTS = 7;
const GAP_MILLIS = 4_000;
const MINUTE = 60_000;

/** Where 'now' is on the axis: a round time, so that the axis' marks are whole minutes ago. */
const NOW = Date.UTC(2000, 0, 1, 12, 30);
export const METRICS = ['usage', 'demand', 'grant'];

export function css(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Which colour a queue has: the top ones keep theirs as long as they stay on top. */
export class Palette {
  #slots = new Map();

  assign(top) {
    for (const slug of this.#slots.keys()) {
      if (!top.includes(slug)) this.#slots.delete(slug);
    }
    for (const slug of top) {
      if (this.#slots.has(slug)) continue;
      const taken = new Set(this.#slots.values());
      for (let slot = 0; slot < SLOTS; slot++) {
        if (!taken.has(slot)) {
          this.#slots.set(slug, slot);
          break;
        }
      }
    }
    return [...this.#slots].sort((a, b) => a[1] - b[1]).map(([slug]) => slug);
  }

  slot(slug) {
    return this.#slots.get(slug);
  }

  color(slug, other = '--rest') {
    const slot = this.#slots.get(slug);
    return css(slot === undefined ? other : `--series-${slot + 1}`);
  }

  static get slots() {
    return SLOTS;
  }
}

/** A chart as large as its element. */
export class Chart {
  #chart = null;
  #element;
  #observer;

  constructor(element) {
    this.#element = element;
    this.#observer = new ResizeObserver(() => this.#chart?.resize());
    this.#observer.observe(element);
  }

  set(option) {
    if (!this.#element.clientWidth) return;
    this.#chart ??= echarts.init(this.#element, null, { renderer: 'canvas' });
    this.#chart.setOption(option, { replaceMerge: ['series'] });
  }

  dispose() {
    this.#observer.disconnect();
    this.#chart?.dispose();
    this.#chart = null;
  }
}

/** What all charts have in common. */
export function frame() {
  const ink = css('--ink-2');
  const line = css('--line');
  return {
    animation: false,
    useUTC: true,
    textStyle: { fontFamily: css('--font') },
    grid: { left: 8, right: 14, top: 30, bottom: 4, containLabel: true },
    xAxis: {
      type: 'time',
      min: NOW - WINDOW_MILLIS,
      max: NOW,
      axisLine: { lineStyle: { color: line } },
      axisTick: { show: false },
      splitLine: { show: false },
      splitNumber: 5,
      axisLabel: { color: ink, hideOverlap: true, showMaxLabel: true, formatter: ago },
    },
    yAxis: {
      type: 'value',
      name: 'IOPS',
      nameTextStyle: { color: ink, align: 'right', padding: [0, 6, 0, 0] },
      nameGap: 12,
      min: 0,
      splitNumber: 4,
      axisLabel: { color: ink, formatter: (v) => count(v) },
      splitLine: { lineStyle: { color: line } },
    },
    tooltip: {
      trigger: 'axis',
      confine: true,
      transitionDuration: 0,
      className: 'tip',
      axisPointer: { type: 'line', lineStyle: { color: ink, type: 'solid', width: 1 } },
    },
  };
}

/** Values over time, counted back from the newest; a hole in the data is a hole in the line. */
function line(points, pick) {
  const now = points.at(-1).at;
  const data = [];
  let last = 0;
  for (const point of points) {
    if (last && point.at - last > GAP_MILLIS) data.push([NOW + last + 1 - now, null]);
    data.push([NOW + point.at - now, pick(point)]);
    last = point.at;
  }
  return data;
}

function ago(at) {
  const minutes = Math.round((NOW - at) / MINUTE);
  return minutes <= 0 ? 'now' : `−${minutes} min`;
}

function tip(rows, now, x) {
  const at = now + (x ?? NOW) - NOW;
  return h(
    'div',
    {},
    h('p.tip-time', {}, new Date(at).toLocaleTimeString([], { hour12: false })),
    ...rows.map(([color, name, value]) => {
      const mark = h('i.swatch');
      mark.style.background = color;
      return h('p.tip-row', {}, mark, h('span', {}, name), h('b', {}, `${count(value)}`));
    }),
  );
}

function rowsOf(items) {
  return items
    .filter((item) => item.value[1] !== null && item.value[1] !== undefined)
    .map((item) => [item.color, item.seriesName, item.value[1]]);
}

/** Usage, demand or grant of all queues, stacked: the top ones by name, the others together. */
export class StackChart {
  #chart;

  constructor(element) {
    this.#chart = new Chart(element);
  }

  draw({ points, shown, palette, metric, selected, nameOf }) {
    if (!points.length) return;
    const at = METRICS.indexOf(metric);
    const others = (point) => {
      let sum = point.rest[at] ?? 0;
      for (const [slug, values] of point.queues) {
        if (!shown.includes(slug)) sum += values[at] ?? 0;
      }
      return sum;
    };
    const series = shown.map((slug) =>
      area(nameOf(slug), line(points, (p) => p.queues.get(slug)?.[at] ?? 0), palette.color(slug),
        selected && selected !== slug ? 0.35 : 0.85));
    const last = points.at(-1);
    if (last.queues.size + (last.rest[0] ? 1 : 0) > shown.length) {
      series.push(area('all others', line(points, others), css('--rest'), selected ? 0.35 : 0.75));
    }
    series.push(bound('capacity, at most', line(points, (p) => p.upper), [6, 4]));
    series.push(bound('capacity, at least', line(points, (p) => p.lower), [2, 3]));
    const option = frame();
    option.series = series;
    option.tooltip.formatter = (items) =>
      tip(rowsOf(items.filter((i) => i.value[1] > 0)).reverse(), last.at, items[0]?.value[0]);
    this.#chart.set(option);
  }

  dispose() {
    this.#chart.dispose();
  }
}

function area(name, data, color, opacity) {
  return {
    id: `area ${name}`,
    name,
    type: 'line',
    stack: 'all',
    symbol: 'none',
    data,
    color,
    lineStyle: { width: 1, color: css('--card') },
    areaStyle: { opacity, color },
    emphasis: { disabled: true },
  };
}

function bound(name, data, dash) {
  return {
    id: name,
    name,
    type: 'line',
    symbol: 'none',
    data,
    color: css('--ink'),
    lineStyle: { width: 1.5, type: dash, color: css('--ink') },
    emphasis: { disabled: true },
    z: 5,
  };
}

/** What one queue wants, was granted and uses. */
export class QueueChart {
  #chart;

  constructor(element) {
    this.#chart = new Chart(element);
  }

  draw({ points, slug, color }) {
    if (!points.length) return;
    const pick = (at) => line(points, (p) => p.queues.get(slug)?.[at] ?? null);
    const option = frame();
    option.series = [
      {
        id: 'usage', name: 'uses', type: 'line', symbol: 'none', data: pick(0), color,
        lineStyle: { width: 2, color }, areaStyle: { opacity: 0.22, color },
        emphasis: { disabled: true },
      },
      {
        id: 'demand', name: 'wants', type: 'line', symbol: 'none', data: pick(1),
        color: css('--ink-2'), lineStyle: { width: 1.5, type: [3, 3], color: css('--ink-2') },
        emphasis: { disabled: true },
      },
      {
        id: 'grant', name: 'granted', type: 'line', step: 'end', symbol: 'none', data: pick(2),
        color: css('--accent'), lineStyle: { width: 2, color: css('--accent') },
        emphasis: { disabled: true },
      },
    ];
    option.tooltip.formatter = (items) => tip(rowsOf(items), points.at(-1).at, items[0]?.value[0]);
    this.#chart.set(option);
  }

  dispose() {
    this.#chart.dispose();
  }
}
