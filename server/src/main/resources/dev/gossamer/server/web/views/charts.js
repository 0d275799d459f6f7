/** The numbers of a crawl as they move. */
import {get} from '../api.js';
import {chart} from '../chart.js';
import {attempt} from '../dialog.js';
import {h, write} from '../dom.js';
import {bytes, count, plural, rate, share, short, span} from '../format.js';
import {errorsOf, History, HOST_STATES} from '../history.js';
import {reason} from '../reasons.js';
import {tileRow} from '../tiles.js';

const HISTORY_MINUTES = 60;
const SPOKEN_MILLIS = 10_000;

export function charts(context) {
  const history = new History();
  const tiles = tileRow(['Pages', 'Pages a second', 'Downloaded', 'Queued', 'Hosts', 'Errors']);
  const why = h('p', {class: 'why', id: 'why'});
  const spoken = h('p', {class: 'hidden', 'aria-live': 'polite'});
  const all = {
    pages: chart({title: 'Pages a second', format: rate, series: [{label: 'pages/s', colour: 'ink-1'}]}),
    bytes: chart({title: 'Bytes a second', format: v => `${bytes(v)}`, series: [{label: 'bytes/s', colour: 'ink-1'}]}),
    queue: chart({title: 'Queue', format: short, series: [{label: 'queued', colour: 'ink-1'}, {label: 'seen', colour: 'ink-2'}]}),
    hosts: chart({title: 'Hosts by state', format: short, stacked: true, series: HOST_STATES.map((label, i) => ({label, colour: ['ink-1', 'ink-7', 'ink-3', 'ink-5', 'ink-4', 'ink-6'][i]}))}),
    answers: chart({title: 'Answers a second', format: rate, stacked: true, series: ['2xx', '3xx', '4xx', '5xx', 'none'].map((label, i) => ({label, colour: ['ink-1', 'ink-2', 'ink-3', 'ink-4', 'ink-5'][i]}))}),
    latency: chart({title: 'Time to answer', format: span, series: [{label: 'p50', colour: 'ink-1'}, {label: 'p95', colour: 'ink-2'}]}),
  };
  const root = h('div', {class: 'stack'}, tiles.root, why, spoken, h('div', {class: 'charts'}, Object.values(all).map(each => each.root)));
  let lastSpoken = -Infinity;

  function draw(crawl) {
    const [pages, transfer] = crawl.state === 'running' ? history.speed() : [0, 0];
    const states = crawl.activity?.hostStates ?? {};
    tiles.say(
      [count(crawl.pages), rate(pages), bytes(crawl.bytes), count(crawl.queued), count(crawl.hosts), count(errorsOf(crawl))],
      [`${plural(crawl.requests, 'request')}`, `${rate(crawl.seconds > 0 ? crawl.pages / crawl.seconds : 0)} on average`, `${bytes(transfer)}/s`, `${short(crawl.seen)} seen`,
        HOST_STATES.filter(each => states[each] > 0 && each !== 'idle').map(each => `${short(states[each])} ${each === 'aside' ? 'set aside' : each}`).join(' · '),
        `${share(errorsOf(crawl), crawl.requests)} of requests`]);
    write(why, reason(crawl, pages));
    why.className = `why ${crawl.state}`;
    speak(`${count(crawl.pages)} pages, ${count(crawl.queued)} queued. ${why.textContent}`);
    all.pages.show(history.rates(each => [each.pages]));
    all.bytes.show(history.rates(each => [each.bytes]));
    all.queue.show(history.values(each => [each.queued, each.seen]));
    all.hosts.show(history.values(each => (each.hosts ? HOST_STATES.map(state => each.hosts[state] ?? 0) : null)));
    all.answers.show(history.rates(each => each.answers));
    all.latency.show(history.values(each => [each.p50, each.p95]));
  }

  /** For screen readers, and not more often than they can read it. */
  function speak(text) {
    const now = performance.now();
    if (now - lastSpoken < SPOKEN_MILLIS) return;
    lastSpoken = now;
    write(spoken, text);
  }

  function status(crawl) {
    if (crawl.state === 'running' || crawl.state === 'paused') history.add(crawl, Date.now());
    draw(crawl);
  }

  /** Of a crawl that is over all of its history is shown, of another the last hour. */
  async function begin(crawl) {
    const isOver = !['running', 'paused'].includes(crawl.state);
    const from = isOver ? undefined : new Date(Date.now() - HISTORY_MINUTES * 60_000).toISOString();
    const series = await attempt(() => get(context.path('series'), {points: 400, from}));
    if (!series) return;
    history.begin(series.items);
    draw(context.crawl);
  }

  let isBegun = false;
  return {
    root, status,
    crawl(now) {
      if (!isBegun) begin(now);
      isBegun = true;
      status(now);
    },
  };
}
