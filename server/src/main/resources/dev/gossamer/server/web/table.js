/**
 * Tables whose rows are kept while their values change, so that the focus stays where it is. The server sorts
 * and cuts; there are never more than `MOST_ROWS` rows in the page.
 */
import {fill, h, write} from './dom.js';

export const MOST_ROWS = 200;

/**
 * @param columns each with `label`, `cell(row)` for a text or an element, and where wanted `key` (the server sorts
 *     by it), `kind` (a class), and `mark(row)`: the element is made again when this changes
 * @param key of a row
 * @param open what a click or Enter on a row does; nothing if missing
 * @param sorted called with the key of a column and a dash before it for backwards
 * @param oneWay whether the server knows one direction alone for each column
 */
export function table({label, columns, key, open, sorted, oneWay = false, sort = '', empty = 'There is nothing here yet.', wide = false}) {
  const body = h('tbody', {'data-rows': true});
  const heads = columns.map(column => head(column));
  const nothing = h('p', {class: 'quiet empty'}, empty);
  nothing.hidden = true;
  const grid = h('table', {'aria-label': label, class: wide ? 'wide' : ''}, h('thead', {}, h('tr', {}, heads)), body);
  const element = h('div', {class: 'scroll', tabindex: '0', role: 'group', 'aria-label': label}, grid);
  const root = h('div', {}, element, nothing);
  const kept = new Map();

  function head(column) {
    const attributes = {class: column.kind ?? '', scope: 'col'};
    if (!column.key || !sorted) return h('th', attributes, column.label || h('span', {class: 'hidden'}, column.name ?? 'Actions'));
    const press = () => {
      const usual = column.down ? `-${column.key}` : column.key;
      if (oneWay) sort = usual;
      else sort = sort === `-${column.key}` ? column.key : sort === column.key ? `-${column.key}` : usual;
      markSort();
      sorted(sort);
    };
    return h('th', {...attributes, 'data-sort': column.key}, h('button', {type: 'button', class: 'sorter', onclick: press}, column.label));
  }

  function markSort() {
    for (const each of heads) {
      if (!each.dataset.sort) continue;
      const isMine = sort.replace('-', '') === each.dataset.sort;
      if (isMine) each.setAttribute('aria-sort', sort.startsWith('-') ? 'descending' : 'ascending');
      else each.removeAttribute('aria-sort');
    }
  }

  function made(row) {
    const cells = columns.map(column => h('td', {class: column.kind ?? '', 'data-label': column.label}));
    const line = h('tr', {tabindex: '0', class: open ? 'opens' : ''}, cells);
    const entry = {line, cells, row, marks: []};
    if (open) {
      const act = () => open(entry.row);
      line.addEventListener('open', act);
      line.addEventListener('click', event => { if (!event.target.closest('a, button, input, select, summary')) act(); });
    }
    return entry;
  }

  function update(entry, row) {
    entry.row = row;
    columns.forEach((column, i) => {
      const cell = entry.cells[i];
      if (column.mark) {
        const mark = column.mark(row);
        if (entry.marks[i] === mark) return;
        entry.marks[i] = mark;
        fill(cell, column.cell(row));
        return;
      }
      const value = column.cell(row);
      if (!(value instanceof Node)) write(cell, String(value ?? ''));
      else if (!cell.firstChild) cell.append(value);
    });
  }

  function show(rows) {
    const some = rows.slice(0, MOST_ROWS);
    const names = new Set(some.map(key));
    for (const [name, entry] of kept) {
      if (names.has(name)) continue;
      entry.line.remove();
      kept.delete(name);
    }
    let place = body.firstElementChild;
    for (const row of some) {
      const name = key(row);
      if (!kept.has(name)) kept.set(name, made(row));
      const entry = kept.get(name);
      update(entry, row);
      if (entry.line === place) place = place.nextElementSibling;
      else body.insertBefore(entry.line, place);
    }
    nothing.hidden = some.length > 0;
    element.hidden = some.length === 0;
  }

  markSort();
  return {root, show, rowOf: name => kept.get(name)?.line};
}

/** A "more" button for lists with cursors: shows the next part, or the first one again. */
export function pager(load) {
  const first = h('button', {type: 'button', onclick: () => load('')}, 'First');
  const next = h('button', {type: 'button', onclick: () => load(next.dataset.after)}, 'Next');
  const root = h('div', {class: 'pager'}, first, next);
  return {
    root,
    show(after, cursor) {
      first.disabled = !after;
      next.disabled = !cursor;
      next.dataset.after = cursor ?? '';
      root.hidden = !after && !cursor;
    },
  };
}
