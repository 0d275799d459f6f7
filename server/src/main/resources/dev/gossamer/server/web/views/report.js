import {h} from '../dom.js';

export function report() {
  return {root: h('p', {class: 'quiet'}, 'Not there yet.')};
}
