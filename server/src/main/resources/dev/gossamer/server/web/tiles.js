/** Numbers with their names. */
import {fill, h, write} from './dom.js';

export function tileRow(names) {
  const values = names.map(() => h('dd', {}, '–'));
  const mores = names.map(() => h('dd', {class: 'more'}));
  const root = h('dl', {class: 'tiles'}, names.map((name, i) => h('div', {class: 'tile'}, h('dt', {}, name), values[i], mores[i])));
  return {
    root,
    say(texts, details = []) {
      texts.forEach((text, i) => write(values[i], text));
      mores.forEach((more, i) => { fill(more, details[i] ?? ''); more.hidden = !details[i]; });
    },
  };
}
