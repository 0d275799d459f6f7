/** Who changed what of a crawl. */
import {get} from '../api.js';
import {attempt} from '../dialog.js';
import {h, later} from '../dom.js';
import {time} from '../format.js';
import {table} from '../table.js';

export function changes(context) {
  const list = table({
    label: 'Changes', key: row => row.place, empty: 'Nobody has changed anything so far.',
    columns: [
      {label: 'Time', kind: 'tight', cell: row => time(row.time ?? row.at)},
      {label: 'Who', kind: 'tight', cell: row => row.who ?? ''},
      {label: 'What', kind: 'tight', cell: row => row.what ?? row.action ?? row.setting ?? ''},
      {label: 'Details', mark: row => row.place, cell: row => h('span', {class: 'mono'}, details(row))},
    ],
  });

  /** All that a line has but for who, when and what. */
  function details(row) {
    if (row.from && row.to) return Object.keys(row.to).map(name => `${name}: ${row.from[name] ?? ''} → ${row.to[name]}`).join('   ');
    const rest = Object.entries(row).filter(([name]) => !['time', 'at', 'who', 'what', 'action', 'setting', 'place'].includes(name));
    return rest.map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`).join('   ');
  }

  async function load() {
    const answer = await attempt(() => get(context.path('changes'), {limit: 200}));
    if (answer) list.show(answer.items.map((each, i) => ({...each, place: `${answer.items.length - i} ${each.time ?? ''}`})));
  }

  load();
  return {root: h('div', {class: 'sheet flush'}, list.root), change: later(200, load)};
}
