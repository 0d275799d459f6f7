/** Calls of the API. The token lies in the storage of this tab alone, and goes into a header, never into a URL. */

const PREFIX = '/api/v1';
const TOKEN = 'token';

/** What the server answered instead of doing it (RFC 9457). */
export class ApiProblem extends Error {
  constructor(status, body) {
    super(body.detail || body.title || `The server answered ${status}.`);
    this.status = status;
    this.errors = Array.isArray(body.errors) ? body.errors : [];
    this.state = body.state;
  }

  /** What is wrong with a setting; empty if that is not known. */
  of(setting) {
    return this.errors.filter(each => each.pointer === `/settings/${setting}`).map(each => each.detail).join('; ');
  }
}

/** Takes the token out of the address, where `gossamer serve` prints it. */
export function takeToken() {
  const found = /^#token=([\w-]+)/.exec(location.hash);
  if (!found) return;
  setToken(found[1]);
  history.replaceState(null, '', `${location.pathname}#/`);
}

export function setToken(token) {
  sessionStorage.setItem(TOKEN, token);
}

export function headers() {
  const token = sessionStorage.getItem(TOKEN);
  return token ? {Authorization: `Bearer ${token}`} : {};
}

function address(path, query = {}) {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== null && value !== '') parts.set(name, value);
  const text = parts.toString();
  return PREFIX + path + (text ? `?${text}` : '');
}

/** The path of a crawl, or of something in it: `crawl('docs', 'hosts')`. */
export function crawlPath(id, ...rest) {
  return ['/crawls', ...[id, ...rest].map(encodeURIComponent)].join('/');
}

/** The path of a crawl in a cluster, or of something in it. */
export function clusterPath(name, ...rest) {
  return ['/clusters', ...[name, ...rest].map(encodeURIComponent)].join('/');
}

async function failed(answer) {
  let body = {};
  try {
    body = await answer.json();
  } catch {
    // An answer that is no JSON has its status alone to tell.
  }
  return new ApiProblem(answer.status, body);
}

async function call(method, path, {query, body, more = {}, signal} = {}) {
  const options = {method, signal, headers: {...headers(), ...more}};
  if (body !== undefined) {
    options.headers['Content-Type'] = 'application/json';
    options.body = JSON.stringify(body);
  }
  const answer = await fetch(address(path, query), options);
  if (!answer.ok) throw await failed(answer);
  return answer;
}

export async function get(path, query, signal) {
  return (await call('GET', path, {query, signal})).json();
}

export async function getText(path, query, signal) {
  return (await call('GET', path, {query, signal})).text();
}

export async function send(method, path, body, more) {
  return (await call(method, path, {body, more})).json();
}

/** Opens a stream; its body is read by `live.js`. */
export async function stream(path, query, signal) {
  return (await call('GET', path, {query, signal, more: {Accept: 'text/event-stream'}})).body;
}

/** Downloads what an address of the API answers, under a name. */
export async function download(path, query, name) {
  const blob = await (await call('GET', path, {query})).blob();
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
