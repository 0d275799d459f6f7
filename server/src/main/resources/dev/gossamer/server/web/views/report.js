/** The report of a crawl, whatever tables it has. */
import {get} from '../api.js';
import {fill, h} from '../dom.js';
import {count} from '../format.js';

const MOST_ROWS = 100;

export function report(context) {
  const root = h('div', {class: 'stack'}, h('p', {class: 'quiet'}, 'Making the report …'));
  const aborted = new AbortController();

  async function load() {
    try {
      const answer = await get(context.path('report'), {}, aborted.signal);
      fill(root, parts(answer));
    } catch (e) {
      if (!aborted.signal.aborted) fill(root, h('p', {class: 'sheet fault'}, e.message));
    }
  }

  load();
  return {root, close: () => aborted.abort()};
}

/** `nearDuplicates` as Near duplicates. */
export function words(name) {
  const text = String(name).replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function isPlain(value) {
  return value === null || typeof value !== 'object';
}

function shown(value) {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') return Number.isInteger(value) ? count(value) : String(Math.round(value * 1000) / 1000);
  return isPlain(value) ? String(value) : Array.isArray(value) ? value.map(shown).join(', ') : Object.entries(value).map(([name, each]) => `${words(name)}: ${shown(each)}`).join('; ');
}

function parts(value) {
  const entries = Object.entries(value);
  const plain = entries.filter(([, each]) => isPlain(each));
  return [
    plain.length > 0 && h('dl', {class: 'tiles'}, plain.map(([name, each]) => h('div', {class: 'tile'}, h('dt', {}, words(name)), h('dd', {}, shown(each))))),
    entries.filter(([, each]) => !isPlain(each)).map(([name, each]) => section(name, each)),
  ];
}

function section(name, value) {
  const size = Array.isArray(value) ? value.length : Object.keys(value).length;
  if (!size) return null;
  return h('details', {class: 'sheet flush group'}, h('summary', {}, words(name), h('span', {class: 'mark'}, count(size))), h('div', {}, content(name, value)));
}

function content(name, value) {
  if (Array.isArray(value)) return value.every(isPlain) ? grid(name, ['Value'], value.map(each => [each])) : rows(name, value);
  const entries = Object.entries(value);
  if (entries.every(([, each]) => isPlain(each))) return grid(name, ['Name', 'Value'], entries);
  return h('div', {class: 'stack'}, parts(value));
}

function rows(name, list) {
  const columns = [...new Set(list.slice(0, MOST_ROWS).flatMap(each => Object.keys(each ?? {})))];
  return grid(name, columns.map(words), list.map(each => columns.map(column => each[column])));
}

function grid(name, heads, lines) {
  const isNumber = heads.map((_, i) => lines.every(line => typeof line[i] === 'number'));
  return [
    h('div', {class: 'scroll', tabindex: '0', role: 'group', 'aria-label': words(name)}, h('table', {},
      h('thead', {}, h('tr', {}, heads.map((each, i) => h('th', {scope: 'col', class: isNumber[i] ? 'number' : ''}, each)))),
      h('tbody', {}, lines.slice(0, MOST_ROWS).map(line => h('tr', {}, line.map((each, i) => h('td', {class: isNumber[i] ? 'number' : 'breaks'}, shown(each)))))))),
    lines.length > MOST_ROWS && h('p', {class: 'quiet pad'}, `The first ${MOST_ROWS} of ${count(lines.length)} are shown.`),
  ];
}
