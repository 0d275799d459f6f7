/** One crawl: its head with what can be done, and the tabs below. */
import {crawlPath, get, send} from '../api.js';
import {asked, attempt, confirmed, say} from '../dialog.js';
import {button, fill, h, later} from '../dom.js';
import {elapsed} from '../format.js';
import {watch} from '../live.js';
import {showLink} from '../link.js';
import {changes} from './changes.js';
import {charts} from './charts.js';
import {dropped} from './dropped.js';
import {errors} from './errors.js';
import {hosts} from './hosts.js';
import {links} from './links.js';
import {pages} from './pages.js';
import {report} from './report.js';
import {requests} from './requests.js';
import {search} from './search.js';
import {settings, told} from './settings.js';

const TABS = [
  ['', 'Live', charts], ['hosts', 'Hosts', hosts], ['requests', 'Requests', requests], ['errors', 'Errors', errors],
  ['dropped', 'Dropped', dropped], ['search', 'Search', search], ['links', 'Links', links], ['pages', 'Pages', pages],
  ['report', 'Report', report], ['settings', 'Settings', settings], ['changes', 'Changes', changes],
];

export function crawlView(id) {
  const head = h('div', {class: 'head'});
  const body = h('div');
  const nav = h('nav', {class: 'tabs', 'aria-label': 'Parts of the crawl'},
    TABS.map(([name, label]) => h('a', {href: address(name)}, label)));
  const root = h('div', {}, head, nav, body);
  let crawl = null;
  let tab = null;
  let drawn = '';

  function address(name, query = {}) {
    const text = new URLSearchParams(query).toString();
    return `#/crawls/${encodeURIComponent(id)}${name ? `/${name}` : ''}${text ? `?${text}` : ''}`;
  }

  /** What tabs get of their crawl. */
  const context = {
    id,
    path: (...rest) => crawlPath(id, ...rest),
    address,
    go(name, query) { location.hash = address(name, query); },
    get crawl() { return crawl; },
    reload: load,
  };

  async function load() {
    try {
      crawl = await get(context.path());
    } catch (e) {
      fill(head, h('h1', {}, id));
      fill(body, h('p', {class: 'sheet fault'}, e.message));
      nav.hidden = true;
      return;
    }
    drawHead();
    tab?.view.crawl?.(crawl);
  }

  function drawHead() {
    const key = [crawl.state, crawl.settings.rate, crawl.settings.delay, crawl.elsewhere].join();
    if (key !== drawn) {
      drawn = key;
      fill(head, h('h1', {}, id), h('span', {class: `state ${crawl.state}`}, crawl.state), h('span', {class: 'quiet', id: 'age'}), h('span', {class: 'grow'}), h('div', {class: 'actions'}, buttons()));
    }
    document.getElementById('age')?.replaceChildren(crawl.seconds > 0 ? elapsed(crawl.seconds) : '');
  }

  function buttons() {
    const isAlive = crawl.state === 'running' || crawl.state === 'paused';
    const key = h('kbd', {}, 'p');
    return [
      crawl.state === 'running' && button(['Pause ', key], () => act('pause', 'Paused.'), {'data-key': 'p'}),
      crawl.state === 'paused' && button(['Resume ', key], () => act('resume', 'It goes on.'), {'data-key': 'p', class: 'primary'}),
      ['stopped', 'crashed', 'finished'].includes(crawl.state) && button(['Resume ', key], () => act('resume', 'It is being started.'), {'data-key': 'p', class: 'primary'}),
      crawl.state === 'created' && button(['Start ', key], () => act('start', 'It is being started.'), {'data-key': 'p', class: 'primary'}),
      isAlive && button(`Rate ${crawl.settings.rate > 0 ? `${crawl.settings.rate}/s` : 'unlimited'} ✎`, () => change('rate', 'Requests a second', '0 means no limit')),
      isAlive && button(`Delay ${crawl.settings.delay} ✎`, () => change('delay', 'Delay between two requests to a host', 'Such as 500ms, 2s or 1m')),
      isAlive && button('Add URLs', addSeeds),
      isAlive && button('Checkpoint', () => act('checkpoint', 'Its state is saved.')),
      isAlive && button('Stop', stop),
      !isAlive && crawl.state !== 'created' && button('Build index', () => act('index', 'The index is being built.')),
      !isAlive && !crawl.elsewhere && button('Delete', remove),
    ];
  }

  async function act(action, done) {
    await attempt(() => send('POST', context.path('actions'), {action}), done);
    await load();
  }

  async function change(name, label, hint) {
    const values = await asked(`Change ${name}`, [{name, label, hint, value: String(crawl.settings[name] ?? '')}]);
    if (!values) return;
    const answer = await attempt(() => send('PATCH', context.path('settings'), {[name]: values[name]}, {'If-Match': `"${crawl.revision}"`}));
    if (answer) say(told(answer));
    await load();
  }

  async function addSeeds() {
    const values = await asked('Add URLs to start from', [{name: 'urls', label: 'URLs, with spaces between them'}], 'Add');
    if (!values?.urls) return;
    const answer = await attempt(() => send('POST', context.path('seeds'), {urls: values.urls.split(/\s+/)}));
    if (answer) say(`${answer.queued} queued, ${answer.known} known before, ${answer.refused.length} refused${answer.refused.length ? ` (${answer.refused[0].filter})` : ''}.`, answer.refused.length ? 'bad' : 'good');
  }

  async function stop() {
    if (await confirmed(`Stop ${id}?`, 'Its process ends after saving its state. Resume goes on where it ended.', 'Stop')) await act('stop', 'It is being stopped.');
  }

  async function remove() {
    if (!await confirmed(`Delete ${id}?`, 'Its folder is moved to .trash in the folder of the server.', 'Delete', id)) return;
    const done = await attempt(() => send('DELETE', `${context.path()}?confirm=${encodeURIComponent(id)}`), 'Moved to .trash.');
    if (done) location.hash = '#/';
  }

  /** Shows the tab of an address; the stream of events is opened again only if the tab wants another one. */
  function move({parts, query}) {
    const name = parts[2] ?? '';
    const [, label, make] = TABS.find(([each]) => each === name) ?? TABS[0];
    nav.querySelectorAll('a').forEach((each, i) => {
      if (TABS[i][1] === label) each.setAttribute('aria-current', 'page');
      else each.removeAttribute('aria-current');
    });
    document.title = `${id} ${label} · Gossamer`;
    if (tab?.name === label && tab.view.move) {
      tab.view.move(query);
      return;
    }
    tab?.view.close?.();
    const view = make(context, query);
    const topics = view.topics ?? 'status,changes';
    if (tab?.topics !== topics) follow(topics);
    tab = {name: label, view, topics};
    fill(body, view.root);
    nav.querySelector('[aria-current]')?.scrollIntoView({block: 'nearest', inline: 'center'});
    if (crawl) view.crawl?.(crawl);
  }

  let stream = null;
  const reloadSoon = later(300, load);

  function follow(topics) {
    stream?.close();
    stream = watch({crawl: id, topics}, {
      status(status) {
        if (status.id !== undefined && status.id !== id) return;
        if (!crawl) return;
        const before = crawl.state;
        crawl = {...crawl, ...status};
        drawHead();
        if (crawl.state !== before) reloadSoon();
        tab?.view.status?.(crawl);
      },
      log: data => tab?.view.log?.(data),
      change(data) {
        reloadSoon();
        tab?.view.change?.(data);
      },
      link: showLink,
    });
  }

  load();
  return {root, title: id, move, close() { tab?.view.close?.(); stream?.close(); }};
}
