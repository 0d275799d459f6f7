import {h} from '../dom.js';

export function dropped() {
  return {root: h('p', {class: 'quiet'}, 'Not there yet.')};
}
