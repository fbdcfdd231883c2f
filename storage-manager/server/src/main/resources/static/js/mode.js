// Changing a domain's mode: shows what it will do, asks why, and says what came of it.

import { byId, h } from './dom.js';
import { words } from './format.js';

const MEANING = {
  OBSERVE: 'Measures only. Oasis makes no decisions and lets go of every limit it set.',
  SHADOW: 'Decides and shows what it would do. Oasis lets go of every limit it set.',
  ENFORCE: 'Pushes limits to the scheduler and checks that they hold.',
};

export async function changeMode(slug, title, mode) {
  const dialog = byId('mode-dialog');
  const answer = await fetch(`/api/v1/domains/${slug}/mode`);
  const now = answer.ok ? await answer.json() : null;
  const reason = h('input', { type: 'text', id: 'reason', required: true, maxlength: 500,
    placeholder: 'Why? It is kept with the decision', autocomplete: 'off' });
  const problem = h('p.problem', { role: 'alert', hidden: true });
  const go = h('button', { type: 'submit', class: mode === 'ENFORCE' ? 'primary strong' : 'primary' },
    `Switch to ${mode}`);
  const form = h('form', { method: 'dialog', onsubmit: send },
    h('h2', { id: 'mode-title' }, `${title}: ${mode}`),
    h('p', {}, MEANING[mode]),
    mode === 'ENFORCE' ? effect(now) : null,
    h('label', { for: 'reason' }, 'Reason'), reason, problem,
    h('div.buttons', {},
      h('button', { type: 'button', class: 'quiet', onclick: () => dialog.close() }, 'Leave as it is'),
      go));
  dialog.replaceChildren(form);
  dialog.showModal();
  reason.focus();

  async function send(event) {
    event.preventDefault();
    go.disabled = true;
    problem.hidden = true;
    try {
      const reply = await fetch(`/api/v1/domains/${slug}/mode`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ mode, reason: reason.value, revision: now?.revision }),
      });
      if (reply.ok) {
        dialog.close();
        return;
      }
      const body = await reply.json().catch(() => ({}));
      problem.textContent = body.detail ?? `The manager refused (${reply.status}).`;
    } catch {
      problem.textContent = 'The manager does not answer; nothing was changed.';
    }
    problem.hidden = false;
    go.disabled = false;
  }
}

function effect(now) {
  if (!now) return null;
  const [, ...rest] = now.words;
  const lines = rest.length ? rest : ['Right now nobody would be limited: there is enough for all.'];
  return h('div.effect', {},
    h('h3', {}, now.enforceWouldLimit
      ? `Right now it would limit ${now.enforceWouldLimit} queue${now.enforceWouldLimit === 1 ? '' : 's'}`
      : 'Right now'),
    h('ul', {}, ...lines.map((line) => h('li', {}, words(line)))));
}
