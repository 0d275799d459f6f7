/** One crawl in a cluster: its nodes, which of them has which shard, and how shards move. */
import {clusterPath, get, send} from '../api.js';
import {chart} from '../chart.js';
import {asked, attempt, confirmed} from '../dialog.js';
import {button, fill, h, write} from '../dom.js';
import {ago, count, plural, ranges, rate, short, time} from '../format.js';
import {Growth, History} from '../history.js';
import {showLink} from '../link.js';
import {poll} from '../poll.js';
import {clusterReason} from '../reasons.js';
import {NodeMarks, shardPicture} from '../shards.js';
import {table} from '../table.js';
import {tileRow} from '../tiles.js';

const AGAIN_MILLIS = 1000;
const MOST_MOVES = 60;
const MOST_LOST = 20;
const SPOKEN_SHARDS = 12;

export function clusterView(name) {
  const marks = new NodeMarks();
  const history = new History();
  const growth = new Growth();
  const histories = new Map();
  let cluster = null;
  let drawnHead = '';

  const head = h('div', {class: 'head'}, h('h1', {}, name));
  const fault = h('p', {class: 'why crashed', role: 'status'});
  fault.hidden = true;
  const waiting = h('p', {class: 'quiet pad'}, 'Loading …');
  const why = h('p', {class: 'why', id: 'why'});
  const tiles = tileRow(['Pages', 'Pages a second', 'Queued', 'Nodes', 'Shards with a node', 'Orders in force']);
  const picture = shardPicture(marks);
  const moves = h('ol', {class: 'moves', tabindex: '0', 'aria-label': 'Movements of shards'});
  const noMoves = h('p', {class: 'quiet'}, 'No shard has moved while the server was looking.');
  const nodes = nodeTable();
  const lost = h('ul', {class: 'lost', 'aria-label': 'Archives of nodes that are gone'});
  const storing = storingTable();
  const backlog = h('p', {class: 'pad-line'});
  const storage = h('section', {'aria-label': 'Storing nodes'}, h('div', {class: 'bar'}, h('h2', {}, 'Storing nodes')), h('div', {class: 'sheet flush'}, storing.root, backlog));
  const charts = {
    pages: chart({title: 'Pages a second', format: rate, series: [{label: 'pages/s', colour: 'ink-1'}]}),
    queue: chart({title: 'Queue', format: short, series: [{label: 'queued', colour: 'ink-1'}, {label: 'seen', colour: 'ink-2'}]}),
  };
  const body = h('div', {class: 'stack'}, tiles.root, why,
    h('div', {class: 'two'},
      h('div', {class: 'stack'}, picture.root, h('div', {class: 'charts four'}, Object.values(charts).map(each => each.root))),
      h('section', {class: 'sheet', 'aria-label': 'Movements'}, h('div', {class: 'head'}, h('h2', {}, 'Movements')), noMoves, moves)),
    h('section', {'aria-label': 'Nodes'}, h('div', {class: 'bar'}, h('h2', {}, 'Nodes')), h('div', {class: 'sheet flush'}, nodes.root, lost)),
    storage);
  body.hidden = true;
  const root = h('div', {class: 'stack'}, head, fault, waiting, body);

  function nodeTable() {
    const list = table({
      label: 'Nodes', key: row => row.node, empty: 'No node runs.',
      columns: [
        {label: 'Node', kind: 'name-cell', mark: row => row.node, cell: row => h('span', {class: 'node-name'}, marks.sign(row.node), row.node)},
        {label: 'State', kind: 'tight', mark: row => stateOf(row).join(), cell: row => stateBadge(row)},
        {label: 'Shards', kind: 'number', cell: row => count(shardsOf(row).length)},
        {label: 'Which', kind: 'url half', cell: row => ranges(shardsOf(row)) || '–'},
        {label: 'Pages', kind: 'number', cell: row => count(row.pages)},
        {label: 'Pages/s', kind: 'number', cell: row => rate(historyOf(row).speed()[0])},
        {label: 'Queue', kind: 'number', cell: row => count(row.queued)},
        {label: 'Parked', kind: 'number', cell: row => count(row.parked)},
        {label: 'Orders', kind: 'tight', cell: row => (row.control >= cluster.orders ? 'in force' : 'on the way')},
        {label: '', kind: 'tight', mark: row => `${row.node} ${canOrder()}`, cell: row => canOrder() && drainButton(row.node, shardsOf(row).length)},
      ],
    });
    list.root.classList.add('cards');
    return list;
  }

  function storingTable() {
    const list = table({
      label: 'Storing nodes', key: row => row.node, empty: 'No storing node has ever run.',
      columns: [
        {label: 'Node', kind: 'name-cell', cell: row => row.node},
        {label: 'Pages stored', kind: 'number', cell: row => count(row.pages)},
        {label: 'Records behind', kind: 'number', cell: row => count(row.behind)},
        {label: '', kind: 'tight', mark: row => `${row.node} ${canOrder()}`, cell: row => canOrder() && drainButton(row.node, 0)},
      ],
    });
    list.root.classList.add('cards');
    return list;
  }

  function shardsOf(row) {
    return Object.keys(row.shards).map(Number).sort((a, b) => a - b).filter(shard => cluster.owners[shard] === row.node);
  }

  /** The word for what a node does, and the colour of it. */
  function stateOf(row) {
    if (row.isGone || cluster.state === 'finished') return ['ended', 'finished'];
    if (row.isFull) return ['at its limit', 'waiting'];
    if (cluster.state === 'paused') return ['paused', 'paused'];
    if (cluster.state === 'stopped') return ['leaving', 'waiting'];
    // A node that died is listed for some seconds more, when others have its shards.
    if (!shardsOf(row).length) return ['no shards', 'idle'];
    return row.isIdle ? ['idle', 'idle'] : ['crawling', 'running'];
  }

  function stateBadge(row) {
    const [word, colour] = stateOf(row);
    return h('span', {class: `state ${colour}`}, word);
  }

  function historyOf(row) {
    if (!histories.has(row.node)) histories.set(row.node, new History());
    return histories.get(row.node);
  }

  function canOrder() {
    return cluster.state !== 'finished';
  }

  // ---- orders

  async function order(body, done) {
    await attempt(() => send('POST', clusterPath(name, 'actions'), body), done);
    await polling.now();
  }

  function drainButton(node, shards) {
    return button('Drain', async () => {
      const moved = shards ? ` Its ${plural(shards, 'shard')} move to the other nodes.` : '';
      if (await confirmed(`Drain ${node}?`, `The node ends its requests and leaves in good order.${moved}`, 'Drain')) await order({action: 'drain', node}, `${node} leaves.`);
    }, {class: 'small', 'aria-label': `Drain ${node}`});
  }

  async function stop() {
    if (await confirmed(`Stop ${name}?`, 'All nodes leave in good order. To go on, resume it and start nodes again.', 'Stop')) await order({action: 'stop'}, 'The nodes leave.');
  }

  async function change() {
    const values = await asked('Change a setting on all nodes', [{name: 'name', label: 'Setting', hint: 'Such as rate, delay or max-pages'}, {name: 'value', label: 'Value'}]);
    if (values?.name) await order({action: 'set', settings: {[values.name]: values.value}}, 'The nodes know it within a second.');
  }

  async function block(action, title) {
    const values = await asked(title, [{name: 'hosts', label: 'Host', hint: 'A host, or *. and a domain'}], title.split(' ')[0]);
    if (values?.hosts) await order({action, hosts: values.hosts}, 'The nodes know it within a second.');
  }

  function buttons() {
    if (!canOrder()) return [];
    const key = h('kbd', {}, 'p');
    const isRunning = cluster.state === 'running';
    return [
      isRunning
        ? button(['Pause ', key], () => order({action: 'pause'}, 'Paused on all nodes.'), {'data-key': 'p'})
        : button(['Resume ', key], () => order({action: 'resume'}, 'It goes on.'), {'data-key': 'p', class: 'primary'}),
      button('Change a setting ✎', change),
      button('Block a host', () => block('block', 'Block a host on all nodes')),
      button('Unblock', () => block('unblock', 'Unblock a host on all nodes')),
      cluster.state !== 'stopped' && button('Stop', stop),
    ];
  }

  // ---- drawing

  function drawHead() {
    if (cluster.state === drawnHead) return;
    drawnHead = cluster.state;
    fill(head, h('h1', {}, name), h('span', {class: `state ${cluster.state}`}, cluster.state), h('span', {class: 'quiet'}, 'in a cluster'),
      h('span', {class: 'grow'}), h('div', {class: 'actions'}, buttons()));
  }

  function drawMoves() {
    noMoves.hidden = cluster.movements.length > 0;
    moves.hidden = !cluster.movements.length;
    fill(moves, together(cluster.movements).slice(0, MOST_MOVES).map(move => h('li', {},
      h('span', {class: 'move-what'}, `${move.shards.length > 1 ? 'shards' : 'shard'} ${shorter(move.shards)}`),
      h('span', {class: 'move-way'}, move.from ? [marks.sign(move.from), move.from] : h('span', {class: 'quiet'}, 'no node'), h('span', {class: 'arrow'}, ' → '), marks.sign(move.to), move.to),
      h('time', {datetime: move.at, title: time(move.at)}, ago(move.at, cluster.at)))));
  }

  function drawLost() {
    lost.hidden = !cluster.lostArchives.length;
    fill(lost, cluster.lostArchives.slice(0, MOST_LOST).map(({node, folder}) => h('li', {},
      `${node} is gone without a word, and with it the archive in its folder ${folder}. A node of that name goes on there, if the folder still exists.`)));
  }

  function drawStorage() {
    storage.hidden = !cluster.storing;
    if (!cluster.storing) return;
    storing.show(cluster.storing);
    const waits = cluster.pagesWaiting ?? 0;
    write(backlog, waits === 0 ? 'All pages that were sent are stored.'
      : `${plural(waits, 'record waits', 'records wait')} to be stored${cluster.isStored ? '.' : ', but no storing node runs: they are kept for 24 hours.'}`);
    backlog.className = `pad-line ${waits > 0 && !cluster.isStored ? 'fault' : 'quiet'}`;
  }

  function draw() {
    marks.learn([...cluster.nodes.map(each => each.node), ...cluster.movements.flatMap(each => [each.from, each.to]).filter(Boolean)]);
    drawHead();
    const isLive = cluster.state === 'running';
    tiles.say(
      [count(cluster.pages), rate(isLive ? history.speed()[0] : 0), count(cluster.queued), count(cluster.nodes.length), `${count(cluster.shardsOwned)} of ${count(cluster.shards)}`, `${count(cluster.inForce)} of ${count(cluster.nodes.length)}`],
      [`${count(cluster.fetched)} answers`, '', `${short(cluster.seen)} seen · ${short(cluster.parked)} parked`, cluster.storing ? `and ${count(cluster.storing.length)} that store` : '', '', 'nodes']);
    const [text, kind] = clusterReason(cluster);
    write(why, text);
    why.className = `why ${kind}`;
    picture.show(cluster);
    drawMoves();
    nodes.show(cluster.nodes);
    drawLost();
    drawStorage();
    charts.pages.show(history.rates(each => [each.pages]));
    charts.queue.show(history.values(each => [each.queued, each.seen]));
  }

  function take(now) {
    cluster = now;
    history.add({...cluster, pages: growth.add(cluster.nodes)}, Date.now());
    for (const node of cluster.nodes) historyOf(node).add(node, Date.now());
    waiting.remove();
    body.hidden = false;
    body.classList.remove('stale');
    fault.hidden = true;
    draw();
  }

  async function load() {
    try {
      take(await get(clusterPath(name)));
      showLink(true);
    } catch (e) {
      showLink(e.status !== undefined);
      write(fault, cluster ? `${e.message}. What is shown is of ${time(cluster.at)}.` : `${e.message}.`);
      fault.hidden = false;
      waiting.remove();
      body.classList.add('stale');
      if (e.status === 404) polling.close();
    }
  }

  const polling = poll(AGAIN_MILLIS, load);
  return {root, title: name, close: () => polling.close()};
}

/** Movements that were seen at the same moment, from one node to one other, as one. */
function together(movements) {
  const all = [];
  for (const {shard, from, to, at} of movements) {
    const same = all.find(each => each.at === at && each.from === from && each.to === to);
    if (same) same.shards.push(shard);
    else all.push({shards: [shard], from, to, at});
  }
  for (const move of all) move.shards.sort((a, b) => a - b);
  return all;
}

function shorter(shards) {
  const text = ranges(shards.slice(0, SPOKEN_SHARDS));
  return shards.length > SPOKEN_SHARDS ? `${text} and ${shards.length - SPOKEN_SHARDS} more` : text;
}
