/** Charts of values over time, drawn as SVG, each with the same numbers as a table. */
import {fill, h, svg, write} from './dom.js';
import {time} from './format.js';

const HEIGHT = 148;
const TOP = 10;
const BOTTOM = 20;
const LEFT = 46;
const RIGHT = 6;
const TABLE_ROWS = 60;
const GAP_MILLIS = 60_000;

/** Of more series, those that are always zero are not named. */
const MOST_KEYS = 3;

/**
 * @param series each with `label` and `colour`, the name of a class
 * @param format of a value
 * @param stacked whether the values are parts of a whole
 */
export function chart({title, series, format, stacked = false}) {
  const values = series.map(each => {
    const value = h('b', {}, '–');
    return {value, item: h('span', {class: `key ${each.colour}`}, each.label, ' ', value)};
  });
  const picture = svg('svg', {class: 'plot', role: 'img', 'aria-label': title, height: HEIGHT});
  const tip = h('div', {class: 'tip'});
  const rows = h('tbody');
  const twin = h('details', {class: 'twin', ontoggle: () => twinRows()},
    h('summary', {'aria-label': `${title} as a table`}, 'Table'),
    h('div', {class: 'scroll low', tabindex: '0', role: 'group', 'aria-label': `${title} as a table`},
      h('table', {}, h('thead', {}, h('tr', {}, h('th', {scope: 'col'}, 'Time'), series.map(each => h('th', {scope: 'col', class: 'number'}, each.label)))), rows)));
  const root = h('figure', {class: 'chart'},
    h('figcaption', {}, h('span', {class: 'name'}, title), h('span', {class: 'legend'}, values.map(each => each.item))),
    h('div', {class: 'canvas'}, picture, tip), twin);
  let points = [];
  let width = 0;
  let scale = null;

  new ResizeObserver(([entry]) => {
    const now = Math.floor(entry.contentRect.width);
    if (now === width) return;
    width = now;
    draw();
  }).observe(picture.parentElement);

  function draw() {
    if (width < 50) return;
    picture.setAttribute('width', width);
    picture.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`);
    scale = points.length > 1 ? scaled() : null;
    fill(picture, scale ? [grid(), stacked ? areas() : lines(), svg('g', {class: 'cursor'})] : svg('text', {x: width / 2, y: HEIGHT / 2, class: 'none'}, 'No data yet'));
  }

  function scaled() {
    const from = points[0].t;
    const to = points.at(-1).t;
    const sums = points.map(each => (stacked ? each.v.reduce((a, b) => a + b, 0) : Math.max(...each.v)));
    const top = nice(Math.max(...sums));
    return {
      top, from, to,
      x: t => LEFT + (width - LEFT - RIGHT) * (t - from) / Math.max(1, to - from),
      y: v => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * v / top,
    };
  }

  function grid() {
    const parts = [0, 0.5, 1].map(share => {
      const y = scale.y(scale.top * share);
      return [svg('line', {x1: LEFT, x2: width - RIGHT, y1: y, y2: y, class: 'grid'}), svg('text', {x: LEFT - 6, y: y + 3.5, class: 'y'}, format(scale.top * share))];
    });
    const ends = [[scale.from, 'start'], [scale.to, 'end']];
    return svg('g', {}, parts, ends.map(([t, anchor]) => svg('text', {x: scale.x(t), y: HEIGHT - 5, 'text-anchor': anchor, class: 'x'}, time(t))));
  }

  /** The points in pieces: where nothing was measured for long, there is no line. */
  function pieces() {
    const usual = (scale.to - scale.from) / points.length;
    const widest = Math.max(GAP_MILLIS, 4 * usual);
    const all = [[]];
    points.forEach((point, i) => {
      if (i > 0 && point.t - points[i - 1].t > widest) all.push([]);
      all.at(-1).push(point);
    });
    return all;
  }

  const at = (point, value) => `${scale.x(point.t).toFixed(1)},${scale.y(value).toFixed(1)}`;

  function lines() {
    return pieces().map(piece => series.map((each, i) => {
      const path = `M${piece.map(point => at(point, point.v[i])).join('L')}`;
      const area = i === 0 && series.length === 1 && `${path}L${at(piece.at(-1), 0)}L${at(piece[0], 0)}Z`;
      return [area && svg('path', {d: area, class: `area ${each.colour}`}), svg('path', {d: path, class: `line ${each.colour}`})];
    }));
  }

  function areas() {
    return pieces().map(piece => {
      let below = piece.map(() => 0);
      return series.map((each, i) => {
        const above = piece.map((point, p) => below[p] + point.v[i]);
        const path = `M${piece.map((point, p) => at(point, above[p])).join('L')}L${piece.map((point, p) => at(point, below[p])).reverse().join('L')}Z`;
        below = above;
        return svg('path', {d: path, class: `band ${each.colour}`});
      });
    });
  }

  function say(point) {
    values.forEach((each, i) => {
      write(each.value, point ? format(point.v[i]) : '–');
      each.item.hidden = series.length > MOST_KEYS && !points.some(one => one.v[i] > 0);
    });
  }

  function twinRows() {
    if (!twin.open) return;
    fill(rows, points.slice(-TABLE_ROWS).reverse().map(point => h('tr', {}, h('td', {}, time(point.t)), point.v.map(v => h('td', {class: 'number'}, format(v))))));
  }

  picture.addEventListener('pointermove', event => {
    if (!scale) return;
    const x = event.clientX - picture.getBoundingClientRect().left;
    const t = scale.from + (scale.to - scale.from) * (x - LEFT) / (width - LEFT - RIGHT);
    const near = points.reduce((best, each) => (Math.abs(each.t - t) < Math.abs(best.t - t) ? each : best));
    const place = scale.x(near.t);
    fill(picture.querySelector('.cursor'), svg('line', {x1: place, x2: place, y1: TOP, y2: HEIGHT - BOTTOM}));
    fill(tip, h('strong', {}, time(near.t)), series.map((each, i) => h('span', {class: `key ${each.colour}`}, each.label, ' ', h('b', {}, format(near.v[i])))));
    tip.classList.toggle('left', place > width / 2);
    tip.style.left = `${place}px`;
    tip.classList.add('on');
  });
  picture.addEventListener('pointerleave', () => {
    tip.classList.remove('on');
    fill(picture.querySelector('.cursor') ?? svg('g'));
  });

  return {
    root,
    show(now) {
      points = now;
      draw();
      say(points.at(-1));
      twinRows();
    },
  };
}

/** The next round number: 1, 2, 2.5 or 5 times a power of ten. */
function nice(value) {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 2.5, 5, 10].map(each => each * power).find(each => each >= value) ?? value;
}

/** A small line without axes. */
export function spark(values, width = 84, height = 22) {
  const top = Math.max(...values, 1e-9);
  const step = width / Math.max(1, values.length - 1);
  const path = values.map((v, i) => `${(i * step).toFixed(1)},${(height - 2 - (height - 4) * v / top).toFixed(1)}`).join('L');
  return svg('svg', {class: 'spark', width, height, 'aria-hidden': 'true'}, values.length > 1 && svg('path', {d: `M${path}`}));
}
