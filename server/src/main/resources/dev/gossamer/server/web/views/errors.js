/** Requests without a useful answer, by fault or status. */
import {reasons} from '../examples.js';

export function errors(context) {
  return reasons(context, 'errors', {title: ['request without an answer, or with an error', 'requests without an answer, or with an error'], empty: 'No errors so far.'});
}
