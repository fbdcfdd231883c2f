// Small helpers around the DOM; text is always set as text, never as HTML.

/** h('p.note', { title: 'x' }, 'text', child) */
export function h(spec, attributes = {}, ...children) {
  const [tag, ...classes] = spec.split('.');
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(' ');
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value') element.value = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((c) => c !== undefined && c !== null && c !== false));
  return element;
}

export function byId(id) {
  return document.getElementById(id);
}

/** Sets text only when it differs, so that selections and screen readers are left alone. */
export function text(element, value) {
  if (element.textContent !== value) element.textContent = value;
}
