// Who is looking: a cookie for the code in the address, or for a token that is pasted.

import { byId, h, text } from './dom.js';

const LINK = /^#login=(.+)$/;

// A link that is opened where the page is open already changes the address's end only.
addEventListener('hashchange', () => LINK.test(location.hash) && location.reload());

/** Returns once somebody is known; until then asks on the page. */
export async function signIn(main) {
  const link = location.hash.match(LINK);
  let hint = '';
  if (link) {
    // The code is good once, and leaves the address before anything else is asked for.
    history.replaceState(null, '', `${location.pathname}#/`);
    const begun = await begin(decodeURIComponent(link[1]), 'That link was used before or is too old.');
    if (begun.who) return shown(begun.who);
    hint = begun.problem;
  }
  const answer = await fetch('/api/v1/session');
  if (answer.status === 200) return shown(await answer.json());
  return shown(await asked(main, hint));
}

/** Whether the session is over although the manager answers. */
export async function isOver() {
  try {
    return (await fetch('/api/v1/session')).status === 204;
  } catch {
    return false;
  }
}

async function begin(proof, refused) {
  try {
    const reply = await fetch('/api/v1/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ proof }),
    });
    if (reply.ok) return { who: await reply.json() };
    const body = await reply.json().catch(() => ({}));
    return { problem: reply.status === 401 || !body.detail ? refused : body.detail };
  } catch {
    return { problem: 'The manager does not answer.' };
  }
}

function asked(main, hint) {
  return new Promise((resolve) => {
    const token = h('input', { type: 'password', id: 'token', required: true, autocomplete: 'off',
      placeholder: 'Token' });
    const problem = h('p.problem', { role: 'alert', hidden: !hint }, hint);
    const form = h('form', { onsubmit: send }, h('label', { for: 'token' }, 'Token'), token, problem,
      h('div.buttons', {}, h('button.primary', { type: 'submit' }, 'Sign in')));
    main.replaceChildren(h('section.card.empty.sign-in', {},
      h('h1', {}, 'Who is looking?'),
      h('p', {}, 'On the host of the manager, as who runs it, this prints a link that opens the page:'),
      h('pre', {}, h('code', {}, './oasis login')),
      h('p', {}, 'Or paste a token: of a token file of that host, or of your company\u2019s issuer.'), form));
    token.focus();

    async function send(event) {
      event.preventDefault();
      const begun = await begin(token.value.trim(), 'That is not a token that is known here.');
      if (begun.who) {
        main.replaceChildren();
        resolve(begun.who);
        return;
      }
      text(problem, begun.problem);
      problem.hidden = false;
      token.value = '';
    }
  });
}

function shown(who) {
  text(byId('who'), who.role);
  byId('who').title = who.name;
  byId('who').hidden = false;
  const out = byId('sign-out');
  out.hidden = false;
  out.addEventListener('click', async () => {
    await fetch('/api/v1/session', { method: 'DELETE' });
    location.reload();
  });
  return who;
}
