/** Numbers, sizes and times as people read them. */

const WHOLE = new Intl.NumberFormat('en-US', {maximumFractionDigits: 0});
const CLOCK = new Intl.DateTimeFormat(undefined, {hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false});
const DAY = new Intl.DateTimeFormat(undefined, {year: 'numeric', month: 'short', day: 'numeric'});
const SIZES = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

export function count(value) {
  return WHOLE.format(value ?? 0);
}

/** With one decimal where it says something. */
function tenths(n) {
  return n < 100 ? String(Number(n.toFixed(1))) : n.toFixed(0);
}

/** 12.3 k, 4.5 M: for places without room. */
export function short(value) {
  const n = value ?? 0;
  if (Math.abs(n) < 10_000) return WHOLE.format(n);
  if (Math.abs(n) < 1e6) return `${tenths(n / 1e3)} k`;
  if (Math.abs(n) < 1e9) return `${tenths(n / 1e6)} M`;
  return `${tenths(n / 1e9)} G`;
}

/** A number for which decimals matter when it is small. */
export function rate(value) {
  const n = value ?? 0;
  if (n === 0) return '0';
  if (n < 10) return n.toFixed(1);
  return WHOLE.format(n);
}

export function bytes(value) {
  let n = value ?? 0;
  let unit = 0;
  while (Math.abs(n) >= 1000 && unit < SIZES.length - 1) {
    n /= 1000;
    unit += 1;
  }
  return `${unit === 0 || n >= 100 ? WHOLE.format(n) : n.toFixed(1)} ${SIZES[unit]}`;
}

/** 1:02:03, or 02:03 below an hour. */
export function elapsed(seconds) {
  const s = Math.max(0, Math.floor(seconds ?? 0));
  const two = n => String(n).padStart(2, '0');
  const days = Math.floor(s / 86_400);
  const rest = `${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
  const hours = Math.floor(s / 3600) % 24;
  if (days > 0) return `${days} d ${two(hours)}:${rest}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** 80 ms, 1.2 s, 3 min. */
export function span(seconds) {
  const s = seconds ?? 0;
  if (s <= 0) return '0';
  if (s < 0.001) return '< 1 ms';
  if (s < 1) return `${Math.round(s * 1000)} ms`;
  if (s < 120) return `${s < 10 ? Number(s.toFixed(1)) : Math.round(s)} s`;
  if (s < 7200) return `${Math.round(s / 60)} min`;
  return `${Math.round(s / 3600)} h`;
}

/** 3 s ago; of two instants, since the clock of the server may be another one than ours. */
export function ago(then, now) {
  const seconds = (Date.parse(now) - Date.parse(then)) / 1000;
  return seconds < 1 ? 'now' : `${span(Math.round(seconds))} ago`;
}

/** 0–3, 7, 9–10 for numbers in ascending order. */
export function ranges(numbers) {
  const all = [];
  for (const n of numbers) {
    const last = all.at(-1);
    if (last && n === last[1] + 1) last[1] = n;
    else all.push([n, n]);
  }
  return all.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}

export function share(part, all) {
  if (!all) return '0 %';
  const percent = 100 * part / all;
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : percent.toFixed(0)} %`;
}

/** The time of day of an instant, with the day if that is another one than today. */
export function time(instant) {
  const when = new Date(instant);
  if (Number.isNaN(when.getTime())) return '';
  return DAY.format(when) === DAY.format(new Date()) ? CLOCK.format(when) : `${DAY.format(when)} ${CLOCK.format(when)}`;
}

/** A timestamp of a WARC index, 20261116114500, as a date; empty if it is none. */
export function stamp(text) {
  const m = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(text ?? '');
  return m ? `${m[1]}-${m[2]}-${m[3]} ${m[4]}:${m[5]}:${m[6]}` : String(text ?? '');
}

export function plural(n, one, many = `${one}s`) {
  return `${count(n)} ${n === 1 ? one : many}`;
}
