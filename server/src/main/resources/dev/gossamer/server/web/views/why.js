/** What became of a URL. */
import {get} from '../api.js';
import {show} from '../dialog.js';
import {fill, h, webLink} from '../dom.js';
import {count, time} from '../format.js';

/** Shows it above what is there; the server may take some seconds. */
export function showWhy(context, url) {
  const body = h('div', {class: 'roomy stack'}, h('p', {class: 'mono'}, webLink(url)), h('p', {class: 'quiet'}, 'Looking through the log and the journals …'));
  const aborted = new AbortController();
  const foot = h('form', {method: 'dialog', class: 'actions end'},
    h('a', {class: 'button', href: context.address('pages', {url})}, 'Archived page'),
    h('a', {class: 'button', href: context.address('links', {url})}, 'Links'),
    h('button', {value: '', class: 'primary', autofocus: true}, 'Close'));
  foot.addEventListener('click', event => { if (event.target.matches('a')) event.target.closest('dialog').close(''); });
  show('What became of it', body, foot).then(() => aborted.abort());
  get(context.path('why'), {url}, aborted.signal).then(
    answer => fill(body, explained(context, answer)),
    e => { if (!aborted.signal.aborted) fill(body, h('p', {class: 'mono'}, url), h('p', {class: 'fault'}, e.message)); });
}

function explained(context, why) {
  const rows = [
    ['State', h('span', {class: `state ${why.state === 'fetched' ? 'finished' : why.state}`}, why.state)],
    ['Because', why.reason && `${why.reason}${why.rule ? ` (${why.rule})` : ''}`],
    ['Advice', why.advice],
    ['Changed by', why.changedBy && `${why.changedBy}, from ${why.asked}`],
    ['Before it in the queue', why.ahead !== undefined && count(why.ahead)],
    ['Attempts', why.attempts > 0 && count(why.attempts)],
    ['Found', why.found && `${time(why.found)}, ${count(why.depth)} links from a seed${why.redirects ? `, ${count(why.redirects)} redirects` : ''}`],
    ['Way from the seed', list(context, why.via)],
    ['Captures', why.captures?.length > 0 && h('ul', {class: 'plain-list'}, why.captures.map(each => h('li', {}, `${time(each.at)}: ${each.status}, ${each.file} at ${count(each.offset)}${each.original ? `, same as ${each.original}` : ''}`)))],
    ['Failures', why.failures?.length > 0 && h('ul', {class: 'plain-list'}, why.failures.map(each => h('li', {}, `${each.at ? `${time(each.at)}: ` : ''}${each.fault}${each.detail ? `, ${each.detail}` : ''}`)))],
    ['Same contents', list(context, why.sameContent)],
    ['Nearly the same text', list(context, why.nearlySameText)],
    [`Linked from${why.links ? ` (${count(why.links)} links)` : ''}`, list(context, why.linkedFrom)],
  ];
  return [h('p', {class: 'mono'}, webLink(why.url)), h('dl', {class: 'facts'}, rows.filter(([, value]) => value).map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]))];
}

function list(context, urls) {
  return urls?.length > 0 && h('ul', {class: 'plain-list mono'}, urls.slice(0, 50).map(url => h('li', {}, h('a', {href: context.address('pages', {url})}, url))));
}
