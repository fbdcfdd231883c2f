// Numbers, names and times for people.

const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** 0.4, 12, 1,234, 12.3 k, 4.5 M */
export function count(value) {
  if (value === undefined || value === null) return '–';
  const size = Math.abs(value);
  if (size >= 1e6) return `${fine.format(value / 1e6)} M`;
  if (size >= 1e4) return `${fine.format(value / 1e3)} k`;
  return size < 10 && size > 0 ? fine.format(value) : plain.format(value);
}

export function bytes(perSecond) {
  if (perSecond === undefined || perSecond === null) return '–';
  if (perSecond >= 1e9) return `${fine.format(perSecond / 1e9)} GB/s`;
  if (perSecond >= 1e6) return `${fine.format(perSecond / 1e6)} MB/s`;
  return `${plain.format(perSecond / 1e3)} kB/s`;
}

export function micros(value) {
  if (!value) return '–';
  return value >= 1000 ? `${fine.format(value / 1000)} ms` : `${plain.format(value)} µs`;
}

/** 3 s, 2 min, 5 h */
export function duration(millis) {
  const seconds = Math.max(0, Math.round(millis / 1000));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

export function clock(instant) {
  return new Date(instant).toLocaleTimeString([], { hour12: false });
}

/** An application id, host:path, as { host, name }: the last part of its path is what people know. */
export function application(id) {
  const colon = id.indexOf(':');
  const host = colon > 0 ? id.slice(0, colon) : '';
  const path = colon > 0 ? id.slice(colon + 1) : id;
  const name = path.slice(path.lastIndexOf('/') + 1) || path;
  return { host, name: name.replace(/\.(service|scope|slice)$/, ''), path };
}

/** Sentences of the service with ids cut to what people know. */
export function words(text) {
  return text.replace(/([\w.-]+):[^\s|:]*?([^\s|/:]+?)(?:\.service|\.scope)? on [\w-]+:[^\s:]+/g, '$2');
}

/** A long id with its middle left out. */
export function short(id, most = 34) {
  return id.length <= most ? id : `${id.slice(0, most / 2 - 1)}…${id.slice(-most / 2)}`;
}
