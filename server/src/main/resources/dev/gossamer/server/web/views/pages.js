import {h} from '../dom.js';

export function pages() {
  return {root: h('p', {class: 'quiet'}, 'Not there yet.')};
}
