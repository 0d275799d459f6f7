/** A picture of pages and the links between them: nodes push each other away, links pull. */
import {h, svg} from './dom.js';

const WIDTH = 900;
const HEIGHT = 560;
const ROUNDS = 260;
const ROUNDS_A_FRAME = 8;
const MOST_LABELS = 40;

/**
 * @param nodes with `url`, `hops` and `status`; the first is in the middle
 * @param edges with `source` and `target`, places in `nodes`
 * @param chosen called with the URL of a node that is clicked
 */
export function graph({nodes, edges}, chosen) {
  const points = nodes.map((_, i) => begin(i, nodes.length));
  const lines = edges.map(() => svg('line', {class: 'edge'}));
  const dots = nodes.map((node, i) => dot(node, i, nodes.length));
  const picture = svg('svg', {class: 'graph', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'group', 'aria-label': 'Links around the page'}, lines,
    // The middle lies above the others, so that its label can be read.
    [...dots.slice(1), ...dots.slice(0, 1)].map(each => each.root));
  let round = 0;
  let isClosed = false;

  function dot(node, i, all) {
    const label = short(node.url);
    const circle = svg('circle', {r: i === 0 ? 9 : node.hops > 1 ? 4 : 6});
    const text = (i === 0 || all <= MOST_LABELS) && svg('text', {x: i === 0 ? 13 : 9, y: 4}, label);
    const root = svg('g', {
      class: `node ${i === 0 ? 'middle' : ''} ${kind(node.status)}`, tabindex: '0', role: 'button', 'aria-label': `${node.url}, ${node.status || 'not fetched'}`,
      onclick: () => chosen(node.url), onkeydown: event => { if (event.key === 'Enter') chosen(node.url); },
    }, svg('title', {}, `${node.url} ${node.status || 'not fetched'}`), circle, text);
    return {root};
  }

  function draw() {
    const shown = fitted(points);
    edges.forEach((edge, i) => {
      const [a, b] = [shown[edge.source], shown[edge.target]];
      for (const [name, value] of [['x1', a.x], ['y1', a.y], ['x2', b.x], ['y2', b.y]]) lines[i].setAttribute(name, value.toFixed(1));
    });
    shown.forEach((point, i) => dots[i].root.setAttribute('transform', `translate(${point.x.toFixed(1)} ${point.y.toFixed(1)})`));
  }

  function step() {
    const heat = 30 * (1 - round / ROUNDS);
    settle(points, edges, heat);
    round += 1;
  }

  function frame() {
    for (let i = 0; i < ROUNDS_A_FRAME && round < ROUNDS; i++) step();
    draw();
    if (round < ROUNDS && !isClosed) requestAnimationFrame(frame);
  }

  if (matchMedia('(prefers-reduced-motion: reduce)').matches) while (round < ROUNDS) step();
  frame();
  const root = h('div', {class: 'graph-box', tabindex: '0', role: 'group', 'aria-label': 'Picture'}, picture);
  // On a phone the picture is wider than the screen: the page in the middle is shown first.
  requestAnimationFrame(() => { root.scrollLeft = (root.scrollWidth - root.clientWidth) / 2; });
  return {root, close() { isClosed = true; }};
}

function kind(status) {
  if (!status) return 'unknown';
  return status < 300 ? 'good' : status < 400 ? 'moved' : 'broken';
}

function short(url) {
  try {
    const {hostname, pathname} = new URL(url);
    const text = pathname === '/' ? hostname : pathname;
    return text.length > 28 ? `…${text.slice(-27)}` : text;
  } catch {
    return url.slice(0, 28);
  }
}

/** Where a node begins: on a spiral, the first in the middle. */
function begin(i, all) {
  const angle = i * 2.399963;
  const radius = 0.42 * HEIGHT * Math.sqrt(i / Math.max(1, all));
  return {x: WIDTH / 2 + 1.5 * radius * Math.cos(angle), y: HEIGHT / 2 + radius * Math.sin(angle)};
}

/** The points as large as the picture allows; labels need room on the right. */
function fitted(points) {
  const [left, right] = [Math.min(...points.map(each => each.x)), Math.max(...points.map(each => each.x))];
  const [top, bottom] = [Math.min(...points.map(each => each.y)), Math.max(...points.map(each => each.y))];
  const scale = Math.min(1.6, (WIDTH - 150) / Math.max(1, right - left), (HEIGHT - 40) / Math.max(1, bottom - top));
  return points.map(each => ({
    x: (WIDTH - 110) / 2 + (each.x - (left + right) / 2) * scale,
    y: HEIGHT / 2 + (each.y - (top + bottom) / 2) * scale,
  }));
}

/** One round of Fruchterman and Reingold's layout. */
function settle(points, edges, heat) {
  const length = 0.85 * Math.sqrt(WIDTH * HEIGHT / points.length);
  const moves = points.map(() => ({x: 0, y: 0}));
  for (let a = 0; a < points.length; a++) {
    for (let b = a + 1; b < points.length; b++) {
      const dx = points[a].x - points[b].x || 0.01;
      const dy = points[a].y - points[b].y || 0.01;
      const force = length * length / (dx * dx + dy * dy);
      moves[a].x += dx * force;
      moves[a].y += dy * force;
      moves[b].x -= dx * force;
      moves[b].y -= dy * force;
    }
  }
  for (const {source, target} of edges) {
    const dx = points[source].x - points[target].x;
    const dy = points[source].y - points[target].y;
    const force = Math.hypot(dx, dy) / length;
    moves[source].x -= dx * force;
    moves[source].y -= dy * force;
    moves[target].x += dx * force;
    moves[target].y += dy * force;
  }
  points.forEach((point, i) => {
    if (i === 0) return;
    const far = Math.hypot(moves[i].x, moves[i].y) || 1;
    const step = Math.min(far, heat);
    point.x += moves[i].x / far * step;
    point.y += moves[i].y / far * step;
  });
}
