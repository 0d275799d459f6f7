/** URLs that were not crawled, by the rule that kept them out. */
import {reasons} from '../examples.js';

export function dropped(context) {
  return reasons(context, 'dropped', {title: ['URL that was not crawled', 'URLs that were not crawled'], empty: 'No URL was kept out so far.'});
}
