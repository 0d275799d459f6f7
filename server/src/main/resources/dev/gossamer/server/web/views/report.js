/** The report of a crawl: how it went over time, and all tables, folded. */
import {download, get} from '../api.js';
import {chart} from '../chart.js';
import {attempt} from '../dialog.js';
import {button, fill, h, later} from '../dom.js';
import {bytes, count, rate, span, time} from '../format.js';

const MOST_ROWS = 100;

/** How long to wait before asking again for a report that is being made. */
const AGAIN_MILLIS = 5000;

export function report(context) {
  const root = h('div', {class: 'stack'}, h('p', {class: 'quiet'}, 'Making the report …'));
  const aborted = new AbortController();
  let again;

  async function load() {
    try {
      const answer = await get(context.path('report'), {}, aborted.signal);
      if (answer.state === 'making') {
        fill(root, h('p', {class: 'quiet'}, 'Making the report: this crawl is large, it may take minutes …'));
        again = setTimeout(load, AGAIN_MILLIS);
      } else draw(answer);
    } catch (e) {
      if (!aborted.signal.aborted) fill(root, h('p', {class: 'sheet fault'}, e.message));
    }
  }

  function draw(answer) {
    const tables = Object.entries(answer.tables ?? {});
    const groups = tables.map(([name, table]) => ({name, table, root: group(name, table)}));
    const filter = h('input', {type: 'search', class: 'wide', placeholder: 'Filter tables', 'aria-label': 'Filter tables', 'data-key': '/', oninput: later(100, () => {
      const part = filter.value.trim().toLowerCase();
      for (const each of groups) each.root.hidden = !`${each.name} ${each.table.title}`.toLowerCase().includes(part);
    })});
    const save = path => attempt(() => download(context.path(path), {}, `${context.id}-${path.replace(/report$/, 'report.json')}`));
    fill(root,
      h('div', {class: 'bar'}, filter, h('span', {class: 'quiet'}, `Made ${time(answer.made)}`),
        button('report.html', () => save('report.html'), {title: 'Download as a page that needs nothing else'}),
        button('report.json', () => save('report'), {title: 'Download for programs'})),
      h('div', {class: 'charts four'}, (answer.series ?? []).map(line)),
      h('div', {class: 'sheet flush'}, groups.map(each => each.root)));
  }

  load();
  return {root, close: () => { clearTimeout(again); aborted.abort(); }};
}

function line(series) {
  const format = {'B/s': bytes, s: span}[series.unit] ?? rate;
  const label = {'B/s': 'per second', s: 'p95'}[series.unit] ?? series.unit;
  const picture = chart({title: series.title, format, series: [{label, colour: 'ink-1'}]});
  picture.show(series.times.map((each, i) => ({t: Date.parse(each), v: [series.values[i]]})));
  return picture.root;
}

function group(name, table) {
  const body = h('div');
  const root = h('details', {class: 'group', ontoggle: () => { if (root.open && !body.firstChild) fill(body, grid(table)); }},
    h('summary', {}, table.title, h('span', {class: 'mark'}, count(table.total))), body);
  if (name === 'totals') root.open = true;
  return root;
}

function grid(table) {
  if (!table.rows.length) return h('p', {class: 'quiet'}, 'None.');
  const isNumber = table.columns.map(column => table.rows.every(row => typeof row[column] === 'number'));
  return [
    h('div', {class: 'scroll', tabindex: '0', role: 'group', 'aria-label': table.title}, h('table', {},
      h('thead', {}, h('tr', {}, table.columns.map((column, i) => h('th', {scope: 'col', class: isNumber[i] ? 'number' : ''}, words(column))))),
      h('tbody', {}, table.rows.slice(0, MOST_ROWS).map(row => h('tr', {}, table.columns.map((column, i) => h('td', {class: isNumber[i] ? 'number' : 'breaks'}, shown(column, row[column]))))))),
    ),
    table.total > MOST_ROWS && h('p', {class: 'quiet pad'}, `The first ${MOST_ROWS} of ${count(table.total)} are shown; gossamer report writes all of them as CSV.`),
  ];
}

/** `linkedFrom` as Linked from. */
function words(name) {
  const text = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function shown(column, value) {
  if (typeof value !== 'number') return value;
  if (/bytes|size/i.test(column)) return bytes(value);
  if (/millis/i.test(column)) return span(value / 1000);
  return Number.isInteger(value) ? count(value) : String(Math.round(value * 1000) / 1000);
}
