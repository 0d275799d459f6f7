import {h} from '../dom.js';

export function search() {
  return {root: h('p', {class: 'quiet'}, 'Not there yet.')};
}
