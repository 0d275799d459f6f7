/**
 * The stream of events: one for each tab, closed while nobody looks at the tab. It is read with `fetch`, since
 * `EventSource` cannot send the token.
 */
import {stream} from './api.js';

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15_000;

let wanted = null;
let open = null;

/**
 * Watches a crawl, or all of them, until `close` is called. Only one is watched at a time.
 *
 * @param query `crawl` and `topics` of `/events`
 * @param on a function for each kind of event, and `link` for whether the stream is there
 */
export function watch(query, on) {
  const mine = {query, on};
  wanted = mine;
  restart();
  return {
    close() {
      if (wanted !== mine) return;
      wanted = null;
      restart();
    },
  };
}

function restart() {
  open?.abort();
  open = null;
  if (!wanted || document.hidden) return;
  open = new AbortController();
  follow(wanted, open.signal);
}

async function follow({query, on}, signal) {
  let wait = FIRST_WAIT;
  while (!signal.aborted) {
    try {
      await read(await stream('/events', query, signal), message => {
        wait = FIRST_WAIT;
        on.link?.(true);
        on[message.event]?.(message.data);
      });
    } catch (e) {
      if (signal.aborted) return;
      if (e.status === 401 || e.status === 404) {
        on.problem?.(e);
        return;
      }
    }
    if (signal.aborted) return;
    on.link?.(false);
    await new Promise(done => setTimeout(done, wait));
    wait = Math.min(LONGEST_WAIT, 2 * wait);
  }
}

async function read(body, onMessage) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const {value, done} = await reader.read();
    if (done) return;
    text += value.replaceAll('\r', '');
    let end;
    while ((end = text.indexOf('\n\n')) >= 0) {
      const message = parse(text.slice(0, end));
      text = text.slice(end + 2);
      if (message) onMessage(message);
    }
  }
}

/** One event; null for a comment, which keeps the connection alive. */
function parse(block) {
  let event = 'message';
  const data = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) event = line.slice(6).trim();
    else if (line.startsWith('data:')) data.push(line.slice(5).trimStart());
  }
  return data.length ? {event, data: JSON.parse(data.join('\n'))} : null;
}

document.addEventListener('visibilitychange', restart);
window.addEventListener('pagehide', () => open?.abort());
window.addEventListener('pageshow', event => { if (event.persisted) restart(); });
