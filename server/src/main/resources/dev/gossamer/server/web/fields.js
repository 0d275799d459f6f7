/** Fields of a form, made from the table of settings that the server has. */
import {get} from './api.js';
import {h, newId, write} from './dom.js';

/** These cannot be set over HTTP: they name code to run or files of the server. */
const LOCAL = new Set(['plugin', 'use', 'known']);

let asked = null;

/** The settings that a form can have; asked for once. */
export async function settingsTable() {
  asked ??= get('/settings').then(answer => answer.settings.filter(each => !LOCAL.has(each.name) && !each.secret));
  try {
    return await asked;
  } catch (e) {
    asked = null;
    throw e;
  }
}

/** Settings whose entries are long. */
const BROAD = new Set(['seeds', 'filters', 'admitted', 'sites']);

/** Whether a value is a list of entries, one for each line. */
export function isList(setting) {
  return Array.isArray(setting.default);
}

/** An entry of a list as a line: `{length: 2000}` is `length: 2000`. */
function lineOf(entry) {
  if (entry === null || typeof entry !== 'object') return String(entry);
  return Object.entries(entry).map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(' ') : value}`).join(', ');
}

function entryOf(setting, line) {
  const named = setting.name === 'filters' && /^([\w.-]+):\s+(.+)$/.exec(line);
  return named ? {[named[1]]: named[2]} : line;
}

/** A value as it stands in a field. */
export function textOf(setting, value) {
  if (isList(setting)) return (value ?? []).map(lineOf).join('\n');
  return value === null || value === undefined ? '' : String(value);
}

/**
 * One setting.
 *
 * @param value that it has now; undefined for the default
 * @param changed called after each change
 */
export function field(setting, {value, label = setting.name, rows = 2, full = BROAD.has(setting.name), changed = () => {}} = {}) {
  const id = newId('setting');
  const usual = textOf(setting, setting.default);
  const begin = value === undefined ? '' : textOf(setting, value);
  const fault = h('small', {class: 'fault', id: `${id}-fault`});
  const common = {id, name: setting.name, 'aria-describedby': `${id}-fault ${id}-help`, oninput: changed, onchange: changed};
  const help = h('small', {id: `${id}-help`}, setting.help);
  let input;
  let root;
  if (setting.type === 'flag') {
    input = h('input', {...common, type: 'checkbox'});
    input.checked = value === undefined ? setting.default === true : value === true || value === 'true';
    root = h('div', {class: 'field check'}, input, h('div', {}, h('label', {for: id}, h('span', {}, label)), help, fault));
  } else {
    if (setting.type === 'choice') {
      input = h('select', common, setting.choices.map(each => h('option', {value: each}, each)));
      input.value = begin || usual;
    } else if (isList(setting)) {
      input = h('textarea', {...common, rows, spellcheck: 'false', placeholder: usual});
      input.value = begin;
    } else {
      input = h('input', {...common, autocomplete: 'off', spellcheck: 'false', placeholder: usual || (setting.type === 'int' ? 'no limit' : ''),
        inputmode: setting.type === 'int' ? 'numeric' : setting.type === 'decimal' ? 'decimal' : undefined});
      input.value = begin;
    }
    root = h('div', {class: full ? 'field full' : 'field'}, h('label', {for: id}, h('span', {}, label)), input, fault, help);
  }
  const first = text();

  function text() {
    return setting.type === 'flag' ? String(input.checked) : input.value;
  }

  return {
    setting, root, input,
    isChanged: () => text().trim() !== first.trim(),
    /** The value for the server. Null stands for the default. */
    value() {
      if (setting.type === 'flag') return input.checked;
      const now = input.value.trim();
      if (isList(setting)) return now.split('\n').map(line => line.trim()).filter(Boolean).map(line => entryOf(setting, line));
      return now === '' ? null : now;
    },
    say(problem) {
      write(fault, problem);
      input.setAttribute('aria-invalid', problem ? 'true' : 'false');
      if (problem) root.closest('details')?.setAttribute('open', '');
    },
  };
}

/** Settings by their group, in the order of the table, with those that are on or off at the end. */
export function byGroup(settings) {
  const groups = new Map();
  for (const each of settings) {
    if (!groups.has(each.group)) groups.set(each.group, []);
    groups.get(each.group).push(each);
  }
  for (const members of groups.values()) members.sort((a, b) => Number(a.type === 'flag') - Number(b.type === 'flag'));
  return groups;
}
