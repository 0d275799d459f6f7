/** The links of a page: to it, from it, and a picture of what is around it. */
import {get} from '../api.js';
import {fill, h} from '../dom.js';
import {count, plural} from '../format.js';
import {graph} from '../graph.js';
import {table} from '../table.js';

const WAYS = [['to', 'Links to it'], ['from', 'Links from it'], ['picture', 'Picture'], ['top', 'Most linked'], ['dead', 'Broken links']];
const MOST = 200;

export function links(context, query) {
  const field = h('input', {type: 'search', class: 'wide mono', placeholder: 'URL of a page', 'aria-label': 'URL of a page', 'data-key': '/', spellcheck: 'false'});
  const hops = h('select', {'aria-label': 'How far', onchange: () => go(way)}, [1, 2, 3].map(n => h('option', {value: n}, plural(n, 'link'))));
  const body = h('div', {class: 'stack'});
  const tabs = h('div', {class: 'actions', role: 'group', 'aria-label': 'What to show'});
  const root = h('div', {}, h('form', {class: 'bar', onsubmit: event => { event.preventDefault(); go(way === 'top' || way === 'dead' ? 'to' : way); }}, field, hops, h('button', {class: 'primary'}, 'Show')), h('div', {class: 'bar'}, tabs), body);
  let way = 'top';
  let picture = null;

  function go(next, url = field.value.trim()) {
    context.go('links', {...(url && {url}), way: next, ...(next === 'picture' && {hops: hops.value})});
  }

  function move(now) {
    const url = now.get('url') ?? '';
    way = now.get('way') ?? (url ? 'to' : 'top');
    field.value = url;
    hops.value = now.get('hops') ?? '1';
    hops.hidden = way !== 'picture';
    fill(tabs, WAYS.map(([name, label]) => h('button', {type: 'button', 'aria-pressed': String(name === way), class: name === way ? 'chosen' : '', onclick: () => go(name)}, label)));
    load(url);
  }

  async function load(url) {
    picture?.close();
    picture = null;
    const asking = {to: {to: url}, from: {from: url}, top: {top: MOST}, dead: {dead: 'true'}}[way];
    if (!url && (way === 'to' || way === 'from')) return void fill(body, h('p', {class: 'sheet quiet empty'}, 'Name a page above, or choose one of the most linked ones.'));
    try {
      if (way === 'picture') draw(await get(context.path('graph'), {url, hops: hops.value, limit: 100}));
      else fill(body, listed(await get(context.path('links'), {...asking, limit: MOST})));
    } catch (e) {
      fill(body, h('p', {class: 'sheet fault'}, e.message));
    }
  }

  function listed(answer) {
    if (way === 'top') return list(answer.top, [['Pages that link to it', row => count(row.pages), 'number'], ['Of other hosts', row => count(row.pagesOfOtherHosts), 'number']], '');
    if (way === 'dead') return list(answer.dead, [['Why', row => row.why, 'tight'], ['Pages', row => count(row.pages), 'number'], ['On', row => row.from?.[0]?.url ?? '', 'url half'], ['Text', row => row.from?.[0]?.text ?? '', '']], `${plural(answer.dead.length, 'broken link')}`);
    if (way === 'from' && !answer.fetched) return h('p', {class: 'sheet quiet empty'}, 'This page was not fetched.');
    const rows = way === 'to' ? answer.from : answer.to;
    const words = (answer.anchors ?? []).slice(0, 12).map(each => h('span', {class: 'mark'}, `${each.text} × ${count(each.count)}`));
    return [words.length > 0 && h('div', {class: 'actions'}, h('span', {class: 'quiet'}, 'Called'), words), list(rows, [['Kind', row => row.kind, 'tight'], ['Text', row => row.text, '']], plural(answer.links, 'link'))];
  }

  function list(rows, columns, text) {
    const grid = table({
      label: 'Links', key: row => `${row.url} ${row.kind ?? ''} ${row.text ?? ''}`, open: row => go(way === 'from' ? 'from' : 'to', row.url), empty: 'No links.',
      columns: [{label: 'URL', kind: 'url', cell: row => row.url}, ...columns.map(([label, cell, kind]) => ({label, cell, kind}))],
    });
    grid.root.classList.add('cards');
    grid.show(rows);
    return [text && h('p', {class: 'quiet'}, text), h('div', {class: 'sheet flush'}, grid.root)];
  }

  function draw(around) {
    if (!around.nodes.length) return void fill(body, h('p', {class: 'sheet quiet empty'}, 'Nothing is known around this page.'));
    picture = graph(around, url => go('picture', url));
    const isCut = around.isCut ?? around.cut;
    const rows = around.edges.slice(0, MOST).map((edge, i) => ({...edge, i, from: around.nodes[edge.source].url, to: around.nodes[edge.target].url}));
    const twin = table({label: 'The same as a table', key: row => row.i, columns: [{label: 'From', kind: 'url half', cell: row => row.from}, {label: 'To', kind: 'url half', cell: row => row.to}, {label: 'Text', cell: row => row.text}]});
    twin.show(rows);
    fill(body, h('div', {class: 'sheet'}, h('p', {class: 'quiet'}, `${plural(around.nodes.length, 'page')}, ${plural(around.edges.length, 'link')}${isCut ? '; there are more' : ''}. A click moves the middle.`), picture.root), h('details', {class: 'sheet flush group'}, h('summary', {}, 'The same as a table'), twin.root));
  }

  move(query);
  return {root, move, close: () => picture?.close()};
}
