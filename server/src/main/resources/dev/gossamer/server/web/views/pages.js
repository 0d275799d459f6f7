/** An archived page: its captures, its text, its head, and how it looked. */
import {download, get, getText, send} from '../api.js';
import {attempt} from '../dialog.js';
import {button, fill, h, webLink} from '../dom.js';
import {bytes, plural, time} from '../format.js';
import {code} from './requests.js';
import {showWhy} from './why.js';

const MOST_CHARACTERS = 400_000;

/** Captures that are asked for at a time, and the most that can be chosen from. */
const PART = 200;
const WAYS = [['replay', 'As it looked'], ['text', 'Text'], ['markdown', 'Markdown'], ['headers', 'Headers']];

export function pages(context, query) {
  const field = h('input', {type: 'search', class: 'wide mono', placeholder: 'URL of an archived page', 'aria-label': 'URL of an archived page', 'data-key': '/', spellcheck: 'false'});
  const body = h('div', {class: 'stack'});
  const root = h('div', {}, h('form', {class: 'bar', onsubmit: event => { event.preventDefault(); context.go('pages', {url: field.value.trim()}); }}, field, h('button', {class: 'primary'}, 'Show')), body);
  let captures = [];
  let shown = '';
  let older = '';
  let isReplayed;

  async function move(now) {
    const url = now.get('url') ?? '';
    field.value = url;
    if (!url) return void fill(body, h('p', {class: 'sheet quiet empty'}, 'Search finds pages by their words; here they are shown by their URL.'));
    if (url !== shown) {
      captures = [];
      shown = url;
      await loadOlder(url, '');
    }
    if (!captures.length) return void fill(body, h('div', {class: 'sheet stack'}, h('p', {}, 'There is no capture of this URL.'), h('div', {class: 'actions'}, button('Why', () => showWhy(context, url)))));
    isReplayed ??= (await attempt(() => get('/about')))?.replay !== null;
    const at = now.get('at') ?? captures.at(-1).at;
    draw(url, at, now.get('as') ?? (isReplayed ? 'replay' : 'text'));
  }

  /** Captures come newest first, part by part; they are kept oldest first. */
  async function loadOlder(url, after) {
    const answer = await attempt(() => get(context.path('captures'), {url, sort: 'newest', limit: PART, after}));
    captures = [...(answer?.items ?? []).reverse(), ...captures];
    older = answer?.next ?? '';
  }

  /** Goes to the capture before, which may have to be asked for. */
  async function goOlder(url, as, capture) {
    if (captures[0] === capture && older) await loadOlder(url, older);
    const place = captures.indexOf(capture);
    if (place > 0) context.go('pages', {url, at: captures[place - 1].at, as});
  }

  function draw(url, at, as) {
    const place = Math.max(0, captures.findIndex(each => each.at === at));
    const capture = captures[place];
    const go = (name, when) => context.go('pages', {url, at: when, as: name});
    const content = h('div', {}, h('p', {class: 'quiet'}, 'Loading …'));
    fill(body,
      h('div', {class: 'sheet stack'},
        h('div', {class: 'head'},
          button('‹ Older', () => goOlder(url, as, capture), {disabled: place === 0 && !older}),
          h('label', {class: 'hidden', for: 'capture'}, 'Capture'),
          h('select', {id: 'capture', class: 'narrow', onchange: event => go(as, event.target.value)}, captures.slice(Math.max(0, place - PART / 2), place + PART / 2).map(each => option(each, capture))),
          button('Newer ›', () => go(as, captures[place + 1].at), {disabled: place === captures.length - 1}),
          h('span', {class: 'quiet'}, `${older ? 'more than ' : ''}${plural(captures.length, 'capture')}`),
          h('span', {class: 'grow'}),
          h('div', {class: 'actions'}, WAYS.filter(([name]) => isReplayed || name !== 'replay').map(([name, label]) => h('button', {type: 'button', 'aria-pressed': String(name === as), class: name === as ? 'chosen' : '', onclick: () => go(name, capture.at)}, label)),
            button('Raw', () => attempt(() => download(context.path('page'), {url, at: capture.at, as: 'raw'}, 'capture.http')), {title: 'Download head and body as they came'}))),
        h('div', {class: 'head'}, code(capture), h('span', {class: 'mono'}, webLink(capture.url)), h('span', {class: 'quiet'}, `${capture.type} · ${bytes(capture.bytes)} in ${capture.file}${capture.revisit ? ' · same contents as before' : ''}`), h('span', {class: 'grow'}),
          h('div', {class: 'actions'}, h('a', {class: 'button small', href: context.address('links', {url})}, 'Links'), button('Why', () => showWhy(context, url), {class: 'small'})))),
      content);
    if (as === 'replay') replay(content, capture);
    else text(content, capture, as);
  }

  function option(each, capture) {
    const element = h('option', {value: each.at}, `${time(each.at)} · ${each.status}`);
    element.selected = each === capture;
    return element;
  }

  async function text(content, capture, as) {
    try {
      const answer = await getText(context.path('page'), {url: capture.url, at: capture.at, as});
      fill(content, h('pre', {class: 'tall', tabindex: '0'}, answer.slice(0, MOST_CHARACTERS), answer.length > MOST_CHARACTERS && '\n… (the download has all of it)'));
    } catch (e) {
      fill(content, h('p', {class: 'sheet fault'}, e.message));
    }
  }

  /** The server gives a ticket for a page of another origin, where no script runs and nothing leads to the live web. */
  async function replay(content, capture) {
    try {
      const answer = await send('POST', context.path('replay'), {url: capture.url, at: capture.at});
      fill(content, h('iframe', {class: 'replay', sandbox: '', src: answer.address, title: `${capture.url} as it looked`, referrerpolicy: 'no-referrer'}));
    } catch (e) {
      fill(content, h('p', {class: 'sheet fault'}, e.message));
    }
  }

  move(query);
  return {root, move};
}
