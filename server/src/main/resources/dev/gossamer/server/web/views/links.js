import {h} from '../dom.js';

export function links() {
  return {root: h('p', {class: 'quiet'}, 'Not there yet.')};
}
