/** Says in the bar at the top whether the stream of events is there. */
import {write} from './dom.js';

export function showLink(isThere) {
  const sign = document.getElementById('link');
  sign.classList.toggle('lost', !isThere);
  write(sign, isThere ? 'live' : 'connection lost');
}
