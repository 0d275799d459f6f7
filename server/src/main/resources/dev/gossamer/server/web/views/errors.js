import {h} from '../dom.js';

export function errors() {
  return {root: h('p', {class: 'quiet'}, 'Not there yet.')};
}
