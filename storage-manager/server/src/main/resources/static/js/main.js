// Routes, connection state, and what is shared by the pages.

import { DomainPage } from './domain.js';
import { byId, h, text } from './dom.js';
import { Feed } from './feed.js';
import { duration } from './format.js';
import { DomainList } from './list.js';
import { History } from './history.js';
import { LunNames } from './names.js';
import { isOver, signIn } from './session.js';

const domains = new Map();
const histories = new Map();
const names = new LunNames(() => render());
const list = new DomainList(byId('domains'), byId('domain-list'), byId('filter'), names);
let page = null;
let known = false;
let status = { deciding: true, reason: '' };
let link = 'connecting';
let silent = [];

const feed = new Feed({
  domains(data) {
    domains.clear();
    data.domains.forEach((d) => domains.set(d.slug, d));
    known = true;
    names.refresh(domains);
    route();
  },
  domain(data) {
    const fresh = !domains.has(data.slug);
    domains.set(data.slug, data);
    if (fresh) {
      names.refresh(domains);
      route();
    } else {
      render();
    }
  },
  view(view) {
    domains.set(view.domain.slug, view.domain);
    const slug = view.domain.slug;
    if (!histories.has(slug)) histories.set(slug, new History());
    histories.get(slug).add(view);
    if (page?.slug === slug) page.update(view, histories.get(slug));
    render();
  },
  gone(data) {
    domains.delete(data.slug);
    route();
  },
  heartbeat(data) {
    status = data;
    banner();
    askManagers();
  },
  link(state) {
    link = state;
    banner();
  },
  async closed() {
    if (await isOver()) location.reload();
  },
});

/** The domain the address names; without one the busiest, where there is room for both. */
function wanted() {
  const match = location.hash.match(/^#\/d\/(.+)$/);
  if (match) return decodeURIComponent(match[1]);
  const wide = matchMedia('(min-width: 900px)').matches;
  if (!domains.size || (!wide && domains.size > 1)) return null;
  return [...domains.values()].sort((a, b) => b.usageIops - a.usageIops)[0].slug;
}

function route() {
  const slug = wanted();
  if (page?.slug !== slug || !page) {
    page?.dispose();
    page = null;
    if (slug && domains.has(slug)) {
      page = new DomainPage(byId('page'), slug, names);
      if (histories.has(slug)) page.redraw(histories.get(slug));
    }
  }
  feed.show(page ? slug : null);
  render();
}

function render() {
  const named = location.hash.startsWith('#/d/');
  document.body.dataset.page = page && named ? 'domain' : 'home';
  list.render([...domains.values()], page?.slug);
  if (!page) empty();
  page?.summary(domains.get(page.slug));
}

function empty() {
  const main = byId('page');
  if (!known || domains.size) {
    main.replaceChildren();
    if (known && location.hash.startsWith('#/d/')) {
      main.append(h('section.card.empty', {},
        h('h1', {}, 'This domain is not here'),
        h('p', {}, 'It is gone, or the manager that decides for it does not answer.'),
        h('p', {}, h('a', { href: '#/' }, 'All domains'))));
    }
    return;
  }
  if (main.querySelector('.empty.first')) return;
  const command = (line) => h('pre', {}, h('code', {}, line));
  main.replaceChildren(h('section.card.empty.first', {},
    h('h1', {}, 'No agent has reported yet'),
    h('p', {}, 'A domain appears here by itself as soon as an agent sees an application use a block device.'),
    h('p', {}, 'Start an agent on a host that has storage:'),
    command('./oasis agent --bootstrap <broker of this manager>'),
    h('p', {}, 'or everything on this host, which measures and shows and limits nobody:'),
    command('./oasis up')));
}

/** Who of the managers that share the domains does not answer. */
async function askManagers() {
  try {
    const answer = await fetch('/api/v1/managers');
    silent = answer.ok ? (await answer.json()).unanswered ?? [] : [];
    banner();
  } catch {
    // This one does not answer either, which the banner says.
  }
}

function banner() {
  const box = byId('banner');
  const state = link === 'live' && !status.deciding ? 'waiting' : link;
  byId('link').dataset.state = state;
  text(byId('link'), { connecting: 'Connecting', live: 'Live', lost: 'No connection',
    waiting: 'Not deciding' }[state]);
  document.body.classList.toggle('stale', state === 'lost');
  if (state === 'lost') {
    const age = feed.lastHeard ? ` What you see is ${duration(Date.now() - feed.lastHeard)} old.` : '';
    text(box, `The manager does not answer; trying again.${age} Limits in force end with their lease.`);
  } else if (state === 'waiting') {
    text(box, `The manager is not deciding: ${status.reason}.`);
  } else if (silent.length) {
    text(box, `Domains are missing or old: ${silent.map((m) => `${m.manager} ${m.why}`).join('; ')}.`);
  }
  box.hidden = state !== 'lost' && state !== 'waiting' && !silent.length;
}

function theme() {
  const order = ['auto', 'light', 'dark'];
  const button = byId('theme');
  const show = (choice) => {
    if (choice === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = choice;
    text(button, { auto: 'Theme: auto', light: 'Theme: light', dark: 'Theme: dark' }[choice]);
    if (page && histories.has(page.slug)) page.redraw(histories.get(page.slug));
  };
  let choice = localStorage.getItem('oasis-theme') ?? 'auto';
  button.addEventListener('click', () => {
    choice = order[(order.indexOf(choice) + 1) % order.length];
    localStorage.setItem('oasis-theme', choice);
    show(choice);
  });
  show(choice);
}

theme();
await signIn(byId('page'));
addEventListener('hashchange', route);
matchMedia('(min-width: 900px)').addEventListener('change', route);
setInterval(banner, 1_000);
feed.show(wanted());
