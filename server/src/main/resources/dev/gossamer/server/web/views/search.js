/** Search in the texts of a crawl. */
import {get} from '../api.js';
import {button, fill, h} from '../dom.js';
import {count, plural, time} from '../format.js';
import {showWhy} from './why.js';

export function search(context, query) {
  const names = {q: 'Words', host: 'Host', type: 'Type', lang: 'Language', since: 'Fetched since'};
  const fields = Object.fromEntries(Object.keys(names).map(name => [name, h('input', {
    name, value: query.get(name) ?? '', placeholder: names[name], 'aria-label': names[name], type: name === 'since' ? 'date' : 'search', class: name === 'q' ? 'wide' : '', 'data-key': name === 'q' ? '/' : undefined})]));
  const body = h('div', {class: 'stack'});
  const root = h('div', {}, h('form', {class: 'bar', role: 'search', onsubmit: event => {
    event.preventDefault();
    context.go('search', wanted());
  }}, Object.values(fields), h('button', {class: 'primary'}, 'Search')), body);
  let asked = '';

  function wanted() {
    return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value.trim()]).filter(([, value]) => value));
  }

  async function load(after = '') {
    const given = wanted();
    if (!given.q) return void fill(body, h('p', {class: 'quiet empty sheet'}, 'Words, "phrases", title:word, -without. Pages are found some seconds after they were fetched.'));
    try {
      const answer = await get(context.path('search'), {...given, since: given.since && `${given.since}T00:00:00Z`, after});
      fill(body, results(answer, after));
    } catch (e) {
      fill(body, h('p', {class: 'fault sheet'}, e.message));
    }
  }

  function results(answer, after) {
    const hits = answer.results;
    const millis = Math.max(1, Math.round(answer.milliseconds));
    return [
      h('p', {class: 'quiet', role: 'status'}, `${!answer.exact && answer.matches > 0 ? 'More than ' : ''}${plural(answer.matches, 'page')} of ${count(answer.pages)} in ${count(millis)} ms${answer.most ? '; no page has all of the words, these have most of them' : ''}${answer.cutShort ? '; cut short after too long' : ''}`),
      hits.length > 0 && h('ol', {class: 'hits sheet flush'}, hits.map(hit)),
      h('div', {class: 'actions end'},
        after && button('First', () => load()),
        answer.next && button('Next', () => load(answer.next))),
    ];
  }

  function hit(each) {
    return h('li', {},
      h('a', {class: 'hit-title', href: context.address('pages', {url: each.url})}, each.title || each.url),
      h('div', {class: 'hit-url mono'}, each.url, h('span', {class: 'quiet'}, ` · ${time(each.fetched)}${each.language ? ` · ${each.language}` : ''}`)),
      h('p', {}, marked(each.snippet ?? '', each.marks ?? [])),
      h('div', {class: 'actions'},
        h('a', {class: 'button small', href: context.address('links', {url: each.url})}, 'Links'),
        button('Why', () => showWhy(context, each.url), {class: 'small', 'aria-label': `Why ${each.url}`}),
        each.duplicates > 0 && h('span', {class: 'quiet'}, `${plural(each.duplicates, 'page')} more nearly the same`)));
  }

  function move(now) {
    if (now.toString() === asked) return;
    asked = now.toString();
    for (const [name, field] of Object.entries(fields)) field.value = now.get(name) ?? '';
    load();
  }

  asked = query.toString();
  load();
  return {root, move};
}

/** A text with some of its words marked. */
function marked(text, marks) {
  const parts = [];
  let at = 0;
  for (const [start, stop] of marks) {
    parts.push(text.slice(at, start), h('mark', {}, text.slice(start, stop)));
    at = stop;
  }
  parts.push(text.slice(at));
  return parts;
}
