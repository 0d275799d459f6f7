/** Questions, short notes, and the list of keys. */
import {button, fill, h, newId} from './dom.js';

const SHOWN = 6000;
const MOST_NOTES = 3;

/** Says something for a few seconds. */
export function say(text, kind = 'good') {
  const place = document.getElementById('said');
  const note = h('div', {class: `toast ${kind}`}, h('span', {}, text), button('×', () => note.remove(), {'aria-label': 'Close', class: 'plain'}));
  while (place.children.length >= MOST_NOTES) place.firstElementChild.remove();
  place.append(note);
  setTimeout(() => note.remove(), SHOWN);
}

/** Does something and says what went wrong with it. Returns what it returned, or undefined. */
export async function attempt(action, done) {
  try {
    const answer = await action();
    if (done) say(done);
    return answer;
  } catch (e) {
    say(e.message, 'bad');
    return undefined;
  }
}

/** Shows a dialog until it is closed; resolves to what it was closed with. */
export function show(title, ...content) {
  const id = newId('dialog');
  const dialog = h('dialog', {'aria-labelledby': id}, h('h2', {id}, title), ...content);
  if (content.some(each => each.matches?.('.roomy'))) dialog.classList.add('broad');
  document.body.append(dialog);
  return new Promise(done => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      done(dialog.returnValue);
    });
    dialog.addEventListener('click', event => { if (event.target === dialog) dialog.close(''); });
    dialog.showModal();
  });
}

/**
 * Asks before something that cannot be taken back.
 *
 * @param typed what must be typed first; nothing if a click is enough
 */
export async function confirmed(title, text, action, typed = '') {
  const form = h('form', {method: 'dialog'});
  const yes = h('button', {value: 'yes', class: 'danger', disabled: typed !== ''}, action);
  const field = h('input', {autocomplete: 'off', autofocus: true, oninput: () => { yes.disabled = field.value !== typed; }});
  fill(form,
    h('p', {}, text),
    typed && h('label', {class: 'field'}, h('span', {}, 'Type ', h('strong', {}, typed), ' to go on'), field),
    h('div', {class: 'actions end'}, h('button', {value: '', formnovalidate: true, autofocus: typed === ''}, 'Cancel'), yes));
  return await show(title, form) === 'yes';
}

/**
 * Asks for values.
 *
 * @param fields each with `name`, `label`, `value`, `hint`
 * @returns the values by name, or null
 */
export async function asked(title, fields, action = 'Apply') {
  const inputs = new Map();
  const rows = fields.map(({name, label, value = '', hint = ''}, i) => {
    const input = h('input', {value, autocomplete: 'off', autofocus: i === 0, name});
    inputs.set(name, input);
    return h('label', {class: 'field'}, h('span', {}, label), input, hint && h('small', {}, hint));
  });
  const form = h('form', {method: 'dialog'}, ...rows,
    h('div', {class: 'actions end'},
      button('Cancel', event => event.target.closest('dialog').close('')),
      h('button', {value: 'yes', class: 'primary'}, action)));
  if (await show(title, form) !== 'yes') return null;
  return Object.fromEntries([...inputs].map(([name, input]) => [name, input.value.trim()]));
}

const KEYS = [
  ['/', 'Go to the search or filter field'],
  ['n', 'New crawl'],
  ['j', 'Next row'],
  ['k', 'Row before'],
  ['Enter', 'Open the row'],
  ['p', 'Pause or resume the crawl'],
  ['b', 'Block or unblock the host of the row'],
  ['Esc', 'Leave a field, close a dialog, or go up'],
  ['?', 'This list'],
];

export function showKeys() {
  if (document.querySelector('dialog[open]')) return;
  show('Keys',
    h('dl', {class: 'keys'}, KEYS.map(([key, text]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, text)])),
    h('form', {method: 'dialog', class: 'actions end'}, h('button', {value: '', autofocus: true}, 'Close')));
}
