/** A picture of the shards of a crawl: a cell for each, with the letter and the colour of its node. */
import {fill, h, write} from './dom.js';
import {plural, ranges, share} from './format.js';

const COLOURS = 8;
const LETTERS = 26;

/** How long a cell shows that its shard has moved. */
const FRESH_MILLIS = 15_000;

/** With more shards there is room for the letter alone, and with still more for a small one. */
const MOST_ROOMY = 160;
const MOST_MIDDLE = 800;

/** Nodes in the legend; the table of nodes has the letters of all. */
const MOST_IN_LEGEND = 10;

/** A letter and a colour for each node, which stay while the page is there. */
export class NodeMarks {
  #places = new Map();

  /** Nodes that are new get the next letters, in the order of their names. */
  learn(names) {
    for (const name of [...names].sort()) if (!this.#places.has(name)) this.#places.set(name, this.#places.size);
  }

  letter(name) {
    const place = this.#places.get(name) ?? 0;
    const last = String.fromCharCode(65 + place % LETTERS);
    return place < LETTERS ? last : `${Math.floor(place / LETTERS)}${last}`;
  }

  colour(name) {
    return `node-${(this.#places.get(name) ?? 0) % COLOURS + 1}`;
  }

  /** The letter as a small sign, for lists. */
  sign(name) {
    return h('span', {class: `sign ${this.colour(name)}`, 'aria-hidden': 'true'}, this.letter(name));
  }
}

/**
 * @param marks the letters and colours of the nodes
 */
export function shardPicture(marks) {
  const cells = h('div', {class: 'shards', role: 'img'});
  const legend = h('ul', {class: 'shard-legend', 'aria-label': 'Shards of each node'});
  const rows = h('tbody');
  const twin = h('details', {class: 'twin'}, h('summary', {'aria-label': 'Shards as a table'}, 'Table'),
    h('div', {class: 'scroll low', tabindex: '0', role: 'group', 'aria-label': 'Shards as a table'},
      h('table', {}, h('thead', {}, h('tr', {}, h('th', {scope: 'col'}, 'Shards'), h('th', {scope: 'col'}, 'Node'))), rows)));
  const root = h('section', {class: 'sheet shard-sheet', 'aria-label': 'Shards'}, h('div', {class: 'head'}, h('h2', {}, 'Shards'), legend), cells, twin);
  let drawnLegend = '';

  function cell(i) {
    return h('div', {class: 'shard'}, h('span', {class: 'shard-number'}, i), h('b'));
  }

  function drawCells(cluster) {
    if (cells.childElementCount !== cluster.shards) fill(cells, Array.from({length: cluster.shards}, (_, i) => cell(i)));
    const size = cluster.shards > MOST_MIDDLE ? 'tiny' : cluster.shards > MOST_ROOMY ? 'middle' : '';
    cells.className = `shards ${size}`;
    const fresh = new Map();
    for (const move of [...cluster.movements].reverse()) if (Date.parse(cluster.at) - Date.parse(move.at) < FRESH_MILLIS) fresh.set(move.shard, move);
    [...cells.children].forEach((each, i) => {
      const owner = cluster.owners[i];
      each.className = `shard ${owner ? marks.colour(owner) : 'nobody'} ${fresh.has(i) ? 'fresh' : ''}`;
      write(each.lastChild, owner ? marks.letter(owner) : '–');
      const from = fresh.get(i)?.from;
      each.title = `Shard ${i}: ${owner ?? 'no node'}${owner && fresh.has(i) ? `, ${from ? `until just now ${from}` : 'since just now'}` : ''}`;
    });
  }

  function drawLegend(byNode, cluster) {
    const key = byNode.map(([node, shards]) => `${node} ${shards.length}`).join();
    if (key === drawnLegend) return;
    drawnLegend = key;
    const nobody = byNode.filter(([node]) => !node);
    const nodes = byNode.filter(([node]) => node);
    const left = nodes.length - MOST_IN_LEGEND;
    fill(legend, [...nodes.slice(0, MOST_IN_LEGEND), ...nobody].map(([node, shards]) => h('li', {},
      node ? marks.sign(node) : h('span', {class: 'sign nobody', 'aria-hidden': 'true'}, '–'),
      node || 'no node', h('span', {class: 'quiet'}, ` ${shards.length} · ${share(shards.length, cluster.shards)}`))),
    left > 0 && h('li', {class: 'quiet'}, `and ${plural(left, 'more node')}, see below`));
  }

  return {
    root,
    show(cluster) {
      const byNode = grouped(cluster);
      cells.setAttribute('aria-label', byNode.map(([node, shards]) => `${node || 'no node'}: ${plural(shards.length, 'shard')}`).join('; '));
      drawCells(cluster);
      drawLegend(byNode, cluster);
      if (twin.open || !rows.childElementCount) fill(rows, runs(cluster).map(([shards, node]) => h('tr', {}, h('td', {}, shards), h('td', {}, node || 'no node'))));
    },
  };
}

/** The shards of each node by its name; those without one come last, under the empty name. */
function grouped(cluster) {
  const nodes = new Map(cluster.nodes.filter(each => Object.keys(each.shards).length).map(each => [each.node, []]));
  const nobody = [];
  for (let i = 0; i < cluster.shards; i++) {
    const owner = cluster.owners[i];
    if (!owner) nobody.push(i);
    else if (nodes.has(owner)) nodes.get(owner).push(i);
    else nodes.set(owner, [i]);
  }
  return [...nodes, ...(nobody.length ? [['', nobody]] : [])].filter(([, shards]) => shards.length);
}

/** Neighbours with the same node as one line. */
function runs(cluster) {
  const all = [];
  for (let i = 0; i < cluster.shards; i++) {
    const owner = cluster.owners[i] ?? '';
    if (all.at(-1)?.[1] === owner) all.at(-1)[0].push(i);
    else all.push([[i], owner]);
  }
  return all.map(([shards, owner]) => [ranges(shards), owner]);
}
