/** The last minutes of a crawl, made of what the server kept and of the statuses that come in. */

const MOST_POINTS = 600;
const SAMPLE_MILLIS = 900;
const RATE_MILLIS = 5000;
const APART_MILLIS = 3000;
const LATENCY_MILLIS = 15_000;

export const HOST_STATES = ['ready', 'busy', 'waiting', 'aside', 'blocked', 'idle'];

/** The answers of a status by their first digit, and requests without an answer. */
export function answers(status) {
  const sums = [0, 0, 0, 0, 0];
  for (const [code, n] of Object.entries(status.status ?? {})) {
    const place = Math.floor(Number(code) / 100) - 2;
    if (place >= 0 && place < 4) sums[place] += n;
  }
  sums[4] = failures(status);
  return sums;
}

/** Requests without an answer, or with a status from 400 on. */
export function errorsOf(status) {
  const [, , refused, failed, none] = answers(status);
  return refused + failed + none;
}

function failures(status) {
  return Object.values(status.errors ?? {}).reduce((a, b) => a + b, 0);
}

/**
 * About how long this share of the answers took at most, evenly spread between two bounds.
 *
 * @param before what was counted earlier, and is left out
 */
export function quantile(now, before, share) {
  const counts = Object.entries(now).map(([bound, n]) => [Number(bound), n - (before?.[bound] ?? 0)]);
  const bounded = counts.filter(([bound]) => Number.isFinite(bound)).sort((a, b) => a[0] - b[0]);
  const rank = share * counts.reduce((sum, [, n]) => sum + n, 0);
  if (!(rank > 0)) return 0;
  let below = 0;
  let lower = 0;
  for (const [upper, n] of bounded) {
    if (n > 0 && below + n >= rank) return lower + (upper - lower) * (rank - below) / n;
    below += n;
    lower = upper;
  }
  return lower;
}

export class History {
  #samples = [];

  /** Begins with what the server kept: a line every ten seconds. */
  begin(series) {
    const kept = series.map(each => ({
      t: Date.parse(each.time), pages: each.pages, bytes: each.bytes, queued: each.queued, seen: each.seen,
      answers: [...each.statuses, each.errors], p50: each.p50, p95: each.p95,
    }));
    // One that was taken at nearly the same time would make a rate of nothing.
    const first = (this.#samples[0]?.t ?? Infinity) - APART_MILLIS;
    this.#samples = [...kept.filter(each => each.t < first), ...this.#samples].slice(-MOST_POINTS);
  }

  add(status, now) {
    const last = this.#samples.at(-1);
    if (last && now - last.t < SAMPLE_MILLIS) return;
    const durations = status.activity?.durations ?? {};
    const before = this.#samples.findLast(each => each.durations && now - each.t >= LATENCY_MILLIS) ?? this.#samples.find(each => each.durations);
    this.#samples.push({
      t: now, pages: status.pages, bytes: status.bytes, queued: status.queued, seen: status.seen,
      answers: answers(status), hosts: status.activity?.hostStates ?? {}, durations,
      p50: quantile(durations, before?.durations, 0.5), p95: quantile(durations, before?.durations, 0.95),
    });
    if (this.#samples.length > MOST_POINTS) this.#samples.shift();
  }

  /** Values that are what they are. */
  values(of) {
    return this.#samples.filter(each => of(each) !== null).map(each => ({t: each.t, v: of(each)}));
  }

  /** How fast counters grow each second, over the last few seconds. */
  rates(of) {
    const all = [];
    let from = 0;
    for (let i = 1; i < this.#samples.length; i++) {
      while (from < i - 1 && this.#samples[i].t - this.#samples[from].t > RATE_MILLIS) from += 1;
      const seconds = (this.#samples[i].t - this.#samples[from].t) / 1000;
      const then = of(this.#samples[from]);
      if (seconds > 0) all.push({t: this.#samples[i].t, v: of(this.#samples[i]).map((v, k) => Math.max(0, (v - then[k]) / seconds))});
    }
    return all;
  }

  /** Pages and bytes of the last seconds, for each second. */
  speed() {
    return this.rates(each => [each.pages, each.bytes]).at(-1)?.v ?? [0, 0];
  }
}

/**
 * How many pages the nodes of a cluster have fetched while they were looked at. A node that comes or goes takes its
 * count with it, which is no growth.
 */
export class Growth {
  #pages = new Map();
  #grown = 0;

  add(nodes) {
    for (const {node, pages} of nodes) this.#grown += Math.max(0, pages - (this.#pages.get(node) ?? pages));
    this.#pages = new Map(nodes.map(({node, pages}) => [node, pages]));
    return this.#grown;
  }
}
