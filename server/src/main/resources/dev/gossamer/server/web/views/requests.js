/** Requests as they are made, and those of before. */
import {get} from '../api.js';
import {attempt} from '../dialog.js';
import {button, h, later, write} from '../dom.js';
import {bytes, count, span, time} from '../format.js';
import {MOST_ROWS, pager, table} from '../table.js';
import {showWhy} from './why.js';

const PART = 100;

export function requests(context, query) {
  const asking = {q: query.get('q') ?? '', host: query.get('host') ?? '', status: query.get('status') ?? '', before: ''};
  let rows = [];
  let isHeld = false;

  const filter = h('input', {type: 'search', value: asking.q, placeholder: 'Filter URLs', 'aria-label': 'Filter URLs', 'data-key': '/', class: 'wide', oninput: later(300, () => load({q: filter.value.trim(), before: ''}))});
  const host = h('input', {type: 'search', value: asking.host, placeholder: 'Host', 'aria-label': 'Host', oninput: later(300, () => load({host: host.value.trim(), before: ''}))});
  const status = h('select', {'aria-label': 'Status', onchange: () => load({status: status.value, before: ''})},
    [['', 'All answers'], ['2xx', '2xx'], ['3xx', '3xx'], ['4xx', '4xx'], ['5xx', '5xx'], ['error', 'Errors']].map(([value, text]) => h('option', {value}, text)));
  status.value = asking.status;
  const hold = button('Hold', () => {
    isHeld = !isHeld;
    write(hold, isHeld ? 'Go on' : 'Hold');
    hold.setAttribute('aria-pressed', String(isHeld));
    if (!isHeld) load({before: ''});
  }, {'aria-pressed': 'false'});
  const note = h('span', {class: 'quiet'});
  const list = table({
    label: 'Requests', key: row => row.offset ?? `${row.time} ${row.url}`, open: row => showWhy(context, row.url), empty: 'No requests.',
    columns: [
      {label: 'Time', kind: 'tight', cell: row => time(row.time)},
      {label: 'Status', kind: 'tight', mark: row => row.status, cell: row => code(row)},
      {label: 'Took', kind: 'number tight', cell: row => (row.millis > 0 ? span(row.millis / 1000) : '< 1 ms')},
      {label: 'Size', kind: 'number tight', cell: row => bytes(row.bytes)},
      {label: 'Type', kind: 'tight', cell: row => (row.type ?? '').replace('application/', '').replace('text/', '')},
      {label: 'URL', kind: 'url', cell: row => row.url},
    ],
  });
  list.root.classList.add('cards');
  const pages = pager(before => load({before}));
  const root = h('div', {}, h('div', {class: 'bar'}, filter, host, status, note, hold), h('div', {class: 'sheet flush'}, list.root, pages.root));

  function isWanted(row) {
    if (asking.q && !row.url.includes(asking.q)) return false;
    if (asking.host && hostOf(row.url) !== asking.host) return false;
    if (asking.status === 'error') return row.status === 0 || row.status >= 400;
    return !asking.status || String(row.status).startsWith(asking.status[0]);
  }

  async function load(change) {
    Object.assign(asking, change);
    const answer = await attempt(() => get(context.path('requests'), {...asking, limit: PART}));
    if (!answer) return;
    rows = answer.items;
    list.show(rows);
    pages.show(asking.before, answer.next);
  }

  function log(data) {
    const all = data.items ?? data.lines ?? [data];
    if (isHeld || asking.before) return;
    write(note, data.of > all.length ? `${count(all.length)} of ${count(data.of)} lines shown` : '');
    const fresh = all.filter(isWanted).sort((a, b) => (a.time < b.time ? 1 : -1));
    if (!fresh.length) return;
    const known = new Set(rows.map(row => row.offset));
    rows = [...fresh.filter(row => row.offset === undefined || !known.has(row.offset)), ...rows].slice(0, MOST_ROWS);
    list.show(rows);
  }

  load({});
  return {root, log, topics: 'status,changes,log'};
}

function hostOf(url) {
  try {
    return new URL(url).hostname;
  } catch {
    return '';
  }
}

/** The status of an answer, or why there was none. */
export function code(row) {
  if (!row.status) return h('span', {class: 'code c0'}, row.fault || 'none');
  return h('span', {class: `code c${String(row.status)[0]}`}, row.status);
}
