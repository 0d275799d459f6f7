/** The hosts of a running crawl: what they do, and how to hold one back. */
import {get, send} from '../api.js';
import {asked, attempt, confirmed, say} from '../dialog.js';
import {button, fill, h, later, write} from '../dom.js';
import {count, plural, span} from '../format.js';
import {HOST_STATES} from '../history.js';
import {pager, table} from '../table.js';
import {showWhy} from './why.js';

const AGAIN_MILLIS = 3000;
const PART = 100;

/** A number that a crawl that does not run may not know. */
function known(n) {
  return n < 0 ? '–' : count(n);
}

export function hosts(context, query) {
  const asking = {q: query.get('q') ?? '', state: query.get('state') ?? '', sort: 'queued', after: ''};
  const note = h('p', {class: 'quiet empty'});
  const detail = h('div');
  let loadedAt = 0;
  let isClosed = false;

  const filter = h('input', {type: 'search', value: asking.q, placeholder: 'Filter hosts', 'aria-label': 'Filter hosts', 'data-key': '/', class: 'wide',
    oninput: later(250, () => load({q: filter.value.trim(), after: ''}))});
  const state = h('select', {'aria-label': 'State', onchange: () => load({state: state.value, after: ''})},
    h('option', {value: ''}, 'All states'), HOST_STATES.map(each => h('option', {value: each}, each === 'aside' ? 'set aside' : each)));
  state.value = asking.state;
  const list = table({
    label: 'Hosts', sort: '-queued', key: row => row.host, sorted: sort => load({sort: sort.replace('-', ''), after: ''}), oneWay: true, open: row => showHost(row.host),
    empty: 'No host of this kind.',
    columns: [
      {label: 'Host', key: 'name', kind: 'name-cell', cell: row => row.host},
      {label: 'State', kind: 'tight', mark: row => row.state, cell: row => h('span', {class: `state ${row.state}`}, row.state === 'aside' ? 'set aside' : row.state)},
      {label: 'Queued', key: 'queued', down: true, kind: 'number', cell: row => known(row.queued)},
      {label: 'Answered', key: 'pages', down: true, kind: 'number', cell: row => count(row.pages)},
      {label: 'Parked', kind: 'number', cell: row => known(row.parked)},
      {label: 'Failures', key: 'failures', down: true, kind: 'number', cell: row => (row.failures ? `${count(row.failures)} ${row.reason}` : '0')},
      {label: 'Next', kind: 'number', cell: row => (row.state === 'idle' || row.state === 'blocked' || row.nextSeconds < 0 ? '–' : row.nextSeconds === 0 ? 'now' : span(row.nextSeconds))},
      {label: 'Delay', kind: 'number', cell: row => (row.queued < 0 ? '–' : span(row.delaySeconds))},
      {label: '', kind: 'tight', mark: row => row.state === 'blocked', cell: row => actions(row.host, row.state === 'blocked')},
    ],
  });
  list.root.classList.add('cards');
  const pages = pager(after => load({after}));
  const root = h('div', {}, h('div', {class: 'bar'}, filter, state, button('Block a domain', blockDomain)), detail, h('div', {class: 'sheet flush'}, note, list.root, pages.root));

  function actions(host, isBlocked) {
    return h('div', {class: 'actions'},
      button('Pace', () => pace(host), {class: 'small', 'aria-label': `Pace of ${host}`}),
      isBlocked
        ? button('Unblock', () => unblock(host), {class: 'small', 'data-key': 'b', 'aria-label': `Unblock ${host}`})
        : button('Block', () => block(host), {class: 'small', 'data-key': 'b', 'aria-label': `Block ${host}`}));
  }

  async function block(hosts, drop = false) {
    const answer = await attempt(() => send('PUT', context.path('blocks', hosts), {drop}));
    if (answer) say(`${hosts} is blocked${drop ? `; ${plural(answer.dropped, 'URL')} dropped` : '; what is queued stays'}.`);
    await load({});
  }

  async function unblock(host) {
    const blocks = context.crawl?.settings.block ?? [];
    const hosts = blocks.find(each => each === host) ?? blocks.find(each => each.startsWith('*.') && `.${host}`.endsWith(each.slice(1))) ?? host;
    if (hosts !== host && !await confirmed(`Unblock ${hosts}?`, `${host} is blocked with its domain. All hosts of ${hosts} will be asked again.`, 'Unblock')) return;
    await attempt(() => send('DELETE', context.path('blocks', hosts)), `${hosts} is asked again.`);
    await load({});
  }

  async function blockDomain() {
    const values = await asked('Block a host or a domain', [{name: 'hosts', label: 'Host', hint: 'With *. before it all hosts of a domain: *.example.org'}], 'Block');
    if (values?.hosts) await block(values.hosts);
  }

  async function drop(host) {
    if (await confirmed(`Drop the queue of ${host}?`, 'The host is blocked, and the URLs that wait for it are dropped. They do not come back when it is unblocked.', 'Drop')) await block(host, true);
  }

  async function pace(host) {
    const values = await asked(`Pace of ${host}`, [
      {name: 'delay', label: 'Delay', hint: 'Such as 500ms or 5s; empty for that of all hosts'},
      {name: 'connections', label: 'Connections', hint: 'Empty for that of all hosts'},
      {name: 'maxPages', label: 'Most answers', hint: 'Empty for that of all hosts'}]);
    if (!values) return;
    const wanted = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '').map(([name, value]) => [name, name === 'delay' ? value : Number(value)]));
    await attempt(() => (Object.keys(wanted).length ? send('PUT', context.path('pace', host), wanted) : send('DELETE', context.path('pace', host))), 'The pace is changed.');
    await load({});
  }

  async function showHost(name) {
    const host = await attempt(() => get(context.path('hosts', name)));
    if (!host) return;
    fill(detail, h('section', {class: 'sheet stack', 'aria-label': `Host ${name}`},
      h('div', {class: 'head'}, h('h2', {}, name), h('span', {class: `state ${host.state}`}, host.state), h('span', {class: 'grow'}),
        h('div', {class: 'actions'}, button('Requests', () => context.go('requests', {host: name})), host.live && button('Drop queue', () => drop(name)), button('Close', () => fill(detail), {'aria-label': 'Close the host'}))),
      h('p', {class: 'quiet'}, host.live
        ? `${plural(host.queued, 'URL')} queued, ${count(host.parked)} parked, ${plural(host.connections, 'connection')} in use, ${span(host.delaySeconds)} between requests${host.reason ? `, last failure: ${host.reason}` : ''}.`
        : `${plural(host.pages, 'answer')}, ${plural(host.failures, 'failure')}.`),
      host.next?.length > 0 && h('h3', {}, 'Next in its queue'),
      host.next?.length > 0 && h('ul', {class: 'plain-list mono'}, host.next.map(url => h('li', {}, button(url, () => showWhy(context, url), {class: 'linkish'}))))));
    detail.scrollIntoView({block: 'nearest'});
  }

  async function load(change) {
    Object.assign(asking, change);
    loadedAt = performance.now();
    try {
      const answer = await get(context.path('hosts'), {...asking, limit: PART});
      if (isClosed) return;
      note.hidden = true;
      list.root.hidden = false;
      list.show(answer.items);
      pages.show(asking.after, answer.next);
    } catch (e) {
      write(note, e.message);
      note.hidden = false;
      list.root.hidden = true;
      pages.show('', '');
    }
  }

  note.hidden = true;
  load({});
  return {
    root,
    status() { if (performance.now() - loadedAt > AGAIN_MILLIS && !asking.after) load({}); },
    close() { isClosed = true; },
  };
}
