import {h} from '../dom.js';

export function hosts() {
  return {root: h('p', {class: 'quiet'}, 'Not there yet.')};
}
