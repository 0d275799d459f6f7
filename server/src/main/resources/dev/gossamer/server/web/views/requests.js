import {h} from '../dom.js';

export function requests() {
  return {root: h('p', {class: 'quiet'}, 'Not there yet.')};
}
