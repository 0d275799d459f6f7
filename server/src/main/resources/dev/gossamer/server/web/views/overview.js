/** All crawls. */
import {get} from '../api.js';
import {attempt} from '../dialog.js';
import {h, later} from '../dom.js';
import {bytes, count, elapsed, rate, share, short} from '../format.js';
import {spark} from '../chart.js';
import {errorsOf, History} from '../history.js';
import {watch} from '../live.js';
import {showLink} from '../link.js';
import {reason} from '../reasons.js';
import {table} from '../table.js';
import {tileRow} from '../tiles.js';
import {clusterList} from './clusters.js';

const SPARK_POINTS = 40;

export function overview() {
  const crawls = new Map();
  const histories = new Map();
  let sort = 'name';
  let part = '';
  let order = [];

  const filter = h('input', {type: 'search', placeholder: 'Filter by name', 'aria-label': 'Filter by name', 'data-key': '/', class: 'wide',
    oninput: later(200, () => { part = filter.value.trim(); load(); })});
  const state = h('select', {'aria-label': 'State', onchange: load}, h('option', {value: ''}, 'All states'),
    ['running', 'paused', 'created', 'stopped', 'finished', 'crashed'].map(each => h('option', {value: each}, each)));
  const tiles = tileRow(['Running', 'Paused', 'Pages', 'Pages a second', 'Queued', 'Downloaded']);
  const list = table({
    label: 'Crawls', sort, key: row => row.id,
    open: row => { location.hash = `#/crawls/${encodeURIComponent(row.id)}`; },
    sorted: by => { sort = by; load(); },
    empty: 'No crawls here. Press n for a new one.',
    columns: [
      {label: 'Name', key: 'name', kind: 'name-cell', mark: row => row.id, cell: row => h('a', {href: `#/crawls/${encodeURIComponent(row.id)}`}, row.id)},
      {label: 'State', key: 'state', kind: 'tight', mark: row => row.state, cell: row => h('span', {class: `state ${row.state}`}, row.state)},
      {label: 'Time', kind: 'number', cell: row => elapsed(row.seconds)},
      {label: 'Pages', key: 'pages', down: true, kind: 'number', cell: row => count(row.pages)},
      {label: 'Pages/s', kind: 'number', cell: row => (row.state === 'running' ? rate(speed(row)) : '–')},
      {label: '', name: 'Pages a second', kind: 'spark-cell', mark: row => (row.state === 'running' ? row.seconds : 0), cell: row => sparkOf(row)},
      {label: 'Queue', key: 'queued', down: true, kind: 'number', cell: row => count(row.queued)},
      {label: 'Errors', kind: 'number', cell: row => share(errorsOf(row), row.requests)},
      {label: 'Size', kind: 'number', cell: row => bytes(row.bytes)},
      {label: 'What holds it', kind: 'url', cell: row => reason(row, speed(row))},
    ],
  });
  list.root.classList.add('cards');
  const clusters = clusterList();
  const root = h('div', {class: 'stack'},
    h('h1', {}, 'Crawls'), tiles.root,
    h('div', {}, h('div', {class: 'bar'}, filter, state), h('div', {class: 'sheet flush'}, list.root)),
    clusters.root);

  function historyOf(row) {
    if (!histories.has(row.id)) histories.set(row.id, new History());
    return histories.get(row.id);
  }

  function speed(row) {
    return historyOf(row).speed()[0];
  }

  function sparkOf(row) {
    const values = historyOf(row).rates(each => [each.pages]).slice(-SPARK_POINTS).map(each => each.v[0]);
    return spark(row.state === 'running' ? values : []);
  }

  async function load() {
    const answer = await attempt(() => get('/crawls', {sort, q: part, state: state.value, limit: 200}));
    if (!answer) return;
    order = answer.items.map(each => each.id);
    crawls.clear();
    answer.items.forEach(take);
    draw();
  }

  function take(row) {
    crawls.set(row.id, row);
    if (row.state === 'running') historyOf(row).add(row, Date.now());
  }

  function draw() {
    const rows = order.map(id => crawls.get(id)).filter(Boolean);
    list.show(rows);
    const sum = of => rows.reduce((all, row) => all + of(row), 0);
    tiles.say([
      count(sum(row => Number(row.state === 'running'))), count(sum(row => Number(row.state === 'paused'))),
      short(sum(row => row.pages)), rate(sum(row => (row.state === 'running' ? speed(row) : 0))),
      short(sum(row => row.queued)), bytes(sum(row => row.bytes)),
    ]);
  }

  const drawSoon = later(100, draw);
  const stream = watch({topics: 'status'}, {
    status(row) {
      if (!crawls.has(row.id)) return void loadSoon();
      take(row);
      drawSoon();
    },
    gone: () => loadSoon(),
    link: showLink,
  });
  const loadSoon = later(500, load);
  load();
  return {root, title: '', close() { stream.close(); clusters.close(); }};
}
