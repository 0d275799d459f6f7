/** The crawls of a cluster, for the overview. There is nothing to see where the server was told of no cluster. */
import {clusterPath, get} from '../api.js';
import {fill, h} from '../dom.js';
import {count, rate} from '../format.js';
import {Growth, History} from '../history.js';
import {poll} from '../poll.js';
import {clusterReason} from '../reasons.js';
import {table} from '../table.js';

const AGAIN_MILLIS = 3000;

/** Of more crawls there are only the names: the server reads each one that is asked for. */
const MOST_ASKED = 8;

export function clusterList() {
  const histories = new Map();
  const fault = h('p', {class: 'fault pad'});
  const list = table({
    label: 'Clusters', key: row => row.name,
    open: row => { location.hash = address(row.name); },
    columns: [
      {label: 'Name', kind: 'name-cell', mark: row => row.name, cell: row => h('a', {href: address(row.name)}, row.name)},
      {label: 'State', kind: 'tight', mark: row => row.state, cell: row => row.state && h('span', {class: `state ${row.state}`}, row.state)},
      {label: 'Nodes', kind: 'number', cell: row => (row.nodes ? count(row.nodes.length) : '–')},
      {label: 'Shards with a node', kind: 'number', cell: row => (row.shards ? `${count(row.shardsOwned)} of ${count(row.shards)}` : '–')},
      {label: 'Pages', kind: 'number', cell: row => (row.nodes ? count(row.pages) : '–')},
      {label: 'Pages/s', kind: 'number', cell: row => (row.state === 'running' ? rate(historyOf(row.name).history.speed()[0]) : '–')},
      {label: 'Queue', kind: 'number', cell: row => (row.nodes ? count(row.queued) : '–')},
      {label: 'What holds it', kind: 'url', cell: row => row.fault ?? (row.nodes ? clusterReason(row)[0] : '')},
    ],
  });
  list.root.classList.add('cards');
  const section = h('section', {'aria-label': 'Clusters'}, h('div', {class: 'bar'}, h('h2', {}, 'Clusters')), h('div', {class: 'sheet flush'}, fault, list.root));
  const root = h('div');

  function show(isThere) {
    if (!isThere) fill(root);
    else if (!section.isConnected) root.append(section);
  }

  function address(name) {
    return `#/clusters/${encodeURIComponent(name)}`;
  }

  function historyOf(name) {
    if (!histories.has(name)) histories.set(name, {history: new History(), growth: new Growth()});
    return histories.get(name);
  }

  async function status(name) {
    try {
      const row = await get(clusterPath(name));
      const {history, growth} = historyOf(name);
      history.add({...row, pages: growth.add(row.nodes)}, Date.now());
      return row;
    } catch (e) {
      return {name, fault: e.message};
    }
  }

  async function load() {
    try {
      const names = (await get('/clusters')).items.map(each => each.name);
      const some = await Promise.all(names.slice(0, MOST_ASKED).map(status));
      fill(fault);
      list.show([...some, ...names.slice(MOST_ASKED).map(name => ({name}))]);
      list.root.hidden = false;
      show(names.length > 0);
    } catch (e) {
      fill(fault, e.message);
      list.root.hidden = true;
      // A server that is away says so elsewhere.
      show(e.status !== undefined);
    }
  }

  const polling = poll(AGAIN_MILLIS, load);
  return {root, close: () => polling.close()};
}
