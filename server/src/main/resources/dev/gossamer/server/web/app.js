/** The start of the dashboard: the bar at the top, and which view an address stands for. */
import {ApiProblem, get, setToken, takeToken} from './api.js';
import {showKeys} from './dialog.js';
import {button, fill, h, svg} from './dom.js';
import {listen} from './keys.js';
import {clusterView} from './views/cluster.js';
import {crawlView} from './views/crawl.js';
import {newCrawl} from './views/new-crawl.js';
import {overview} from './views/overview.js';

const main = document.getElementById('main');
let shown = null;

/** `#/crawls/docs/hosts?q=x` as parts and query. */
function place() {
  const [path, query = ''] = location.hash.replace(/^#/, '').split('?');
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent);
  return {parts, query: new URLSearchParams(query)};
}

function viewOf({parts, query}) {
  if (parts[0] === 'new') return newCrawl(query);
  if (parts[0] === 'crawls' && parts[1]) return crawlView(parts[1]);
  if (parts[0] === 'clusters' && parts[1]) return clusterView(parts[1]);
  return overview(query);
}

function show() {
  if (!location.hash.startsWith('#/')) {
    if (location.hash === '#main') main.focus();
    if (shown) return;
  }
  const where = place();
  const key = where.parts.slice(0, 2).join('/');
  if (shown?.key === key && shown.view.move) {
    shown.view.move(where);
    return;
  }
  shown?.view.close?.();
  const view = viewOf(where);
  shown = {key, view};
  fill(main, view.root);
  view.move?.(where);
  document.title = view.title ? `${view.title} · Gossamer` : 'Gossamer';
  scrollTo(0, 0);
}

/** The web of the icon, in the accent colour. */
function mark() {
  const web = 'M16 3v26M4.7 9.5l22.6 13M27.3 9.5l-22.6 13M16 9q2.5 3 6.1 3.5-1.4 3.5 0 7-3.6.5-6.1 3.5-2.5-3-6.1-3.5 1.4-3.5 0-7Q13.5 12 16 9z';
  return svg('svg', {viewBox: '0 0 32 32', 'aria-hidden': 'true'}, svg('path', {d: web}));
}

function topBar() {
  const themes = {'': 'Colours: as the system', light: 'Colours: light', dark: 'Colours: dark'};
  const signs = {'': '◐', light: '☀', dark: '☾'};
  const turn = button('', () => {
    const order = ['', 'light', 'dark'];
    const next = order[(order.indexOf(document.documentElement.dataset.theme ?? '') + 1) % 3];
    localStorage.setItem('theme', next);
    if (next) document.documentElement.dataset.theme = next;
    else delete document.documentElement.dataset.theme;
    label();
  }, {class: 'plain', id: 'theme'});
  function label() {
    const now = document.documentElement.dataset.theme ?? '';
    fill(turn, h('span', {'aria-hidden': 'true'}, signs[now]));
    turn.title = themes[now];
    turn.setAttribute('aria-label', themes[now]);
  }
  label();
  fill(document.getElementById('top'),
    h('a', {class: 'brand', href: '#/', 'data-up': true}, mark(), 'Gossamer'),
    h('span', {class: 'grow'}),
    h('span', {class: 'link', id: 'link'}, 'live'),
    turn,
    button('?', showKeys, {class: 'plain', 'aria-label': 'Keys', title: 'Keys'}),
    h('a', {class: 'button primary', href: '#/new', 'data-key': 'n'}, '+ New crawl ', h('kbd', {}, 'n')));
}

/** Asks for the token where the address had none. */
function askToken(why) {
  const field = h('input', {autocomplete: 'off', spellcheck: 'false', type: 'password', required: true});
  fill(main, h('form', {class: 'sheet stack pad', onsubmit: event => {
    event.preventDefault();
    setToken(field.value.trim());
    start();
  }},
  h('h1', {}, 'Token'),
  h('p', {class: 'quiet'}, 'Open the address that ', h('code', {}, 'gossamer serve'), ' printed, or paste the token that stands behind ', h('code', {}, '#token='), '.'),
  h('label', {class: 'field'}, h('span', {}, 'Token'), field, h('small', {class: 'fault'}, why)),
  h('div', {class: 'actions'}, h('button', {class: 'primary'}, 'Go on'))));
  field.focus();
}

async function start() {
  try {
    await get('/crawls', {limit: 1});
  } catch (e) {
    if (e instanceof ApiProblem && e.status === 401) {
      askToken(sessionStorage.getItem('token') ? 'The server does not know this token.' : '');
      return;
    }
    fill(main, h('p', {class: 'pad fault'}, `The server cannot be reached: ${e.message}`));
    return;
  }
  window.addEventListener('hashchange', () => {
    takeToken();
    show();
  });
  show();
}

takeToken();
topBar();
listen();
start();
