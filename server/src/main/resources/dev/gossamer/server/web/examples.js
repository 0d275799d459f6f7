/** Counts by reason, each with URLs that met it. */
import {get} from './api.js';
import {attempt} from './dialog.js';
import {button, fill, h} from './dom.js';
import {count, plural, share} from './format.js';
import {showWhy} from './views/why.js';

const MOST_SHOWN = 100;

/**
 * A view of reasons: a bar for each, opened for its examples.
 *
 * @param title what is counted, for one and for many
 */
export function reasons(context, path, {title, empty}) {
  const root = h('div', {class: 'stack'}, h('p', {class: 'quiet'}, 'Loading …'));

  async function load() {
    const answer = await attempt(() => get(context.path(path)));
    if (!answer) return;
    const {items} = answer;
    const all = items.reduce((sum, each) => sum + each.count, 0);
    if (!items.length) return void fill(root, h('p', {class: 'sheet quiet empty'}, empty));
    fill(root,
      h('div', {class: 'bar'}, h('p', {class: 'quiet'}, plural(all, ...title)), h('span', {class: 'grow'}), button('Refresh', load)),
      h('div', {class: 'sheet flush'}, items.map((each, i) => one(each, all, i === 0))));
  }

  function one(item, all, isOpen) {
    const name = item.kind ?? item.rule;
    return h('details', {class: 'group reason', open: isOpen},
      h('summary', {}, h('span', {class: 'reason-name'}, name, item.queued === false && h('span', {class: 'mark'}, 'never queued')),
        h('span', {class: 'meter', 'aria-hidden': 'true'}, h('span', {style: {width: `${Math.max(0.5, 100 * item.count / all)}%`}})),
        h('span', {class: 'number'}, `${count(item.count)} · ${share(item.count, all)}`)),
      h('div', {}, item.examples?.length
        ? h('div', {class: 'scroll', tabindex: '0', role: 'group', 'aria-label': `Examples of ${name}`}, h('table', {},
          h('thead', {}, h('tr', {}, ['URL', 'Named by', 'Details'].map(each => h('th', {scope: 'col'}, each)))),
          h('tbody', {'data-rows': true}, item.examples.slice(0, MOST_SHOWN).map(row))))
        : h('p', {class: 'quiet'}, 'No examples were kept.')));
  }

  function row(each) {
    return h('tr', {tabindex: '0', class: 'opens', onopen: () => showWhy(context, each.url), onclick: () => showWhy(context, each.url)},
      h('td', {class: 'url'}, each.url), h('td', {class: 'url half'}, each.via), h('td', {}, each.detail));
  }

  load();
  return {root};
}
