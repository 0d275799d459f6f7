/** The settings of a crawl; those that can change while it runs are marked. */
import {ApiProblem, send} from '../api.js';
import {say} from '../dialog.js';
import {button, fill, h, later, write} from '../dom.js';
import {byGroup, field, settingsTable} from '../fields.js';

/** What the server said of a change. */
export function told(answer) {
  const parts = [answer.live.length && `In force: ${answer.live.join(', ')}`, answer.atNextStart.length && `At the next start: ${answer.atNextStart.join(', ')}`];
  return `${parts.filter(Boolean).join('; ') || 'Nothing changed'}.`;
}

export function settings(context) {
  const root = h('div', {}, h('p', {class: 'quiet'}, 'Loading …'));
  let isDrawn = false;

  async function crawl(now) {
    if (isDrawn) return;
    isDrawn = true;
    try {
      fill(root, form(context, await settingsTable(), now, again));
    } catch (e) {
      fill(root, h('p', {class: 'fault'}, e.message));
    }
  }

  async function again() {
    isDrawn = false;
    await context.reload();
  }

  return {root, crawl};
}

function form(context, table, crawl, again) {
  let fields = [];
  const fault = h('p', {class: 'fault', role: 'alert'});
  const save = h('button', {type: 'submit', class: 'primary', disabled: true}, 'Apply');
  const undo = button('Undo', again, {disabled: true});
  const filter = h('input', {type: 'search', placeholder: 'Filter settings', 'aria-label': 'Filter settings', 'data-key': '/', class: 'wide', oninput: later(100, narrow)});
  const summary = h('span', {class: 'quiet'}, 'Nothing changed');

  const groups = [...byGroup(table)].map(([name, members]) => {
    const mine = members.map(setting => {
      const one = field(setting, {value: crawl.settings[setting.name], changed});
      one.root.querySelector('label')?.append(h('span', {class: 'marks'}, setting.live ? h('span', {class: 'mark live'}, 'live') : h('span', {class: 'mark'}, 'at next start')));
      return one;
    });
    fields = [...fields, ...mine];
    return {mine, root: h('details', {class: 'group', open: true}, h('summary', {}, name), h('div', {class: 'grid'}, mine.map(each => each.root)))};
  });

  function changed() {
    const all = fields.filter(each => each.isChanged());
    save.disabled = undo.disabled = all.length === 0;
    write(summary, all.length ? `Changed: ${all.map(each => each.setting.name).join(', ')}` : 'Nothing changed');
  }

  function narrow() {
    const part = filter.value.trim().toLowerCase();
    for (const group of groups) {
      for (const each of group.mine) each.root.hidden = !`${each.setting.name} ${each.setting.help}`.toLowerCase().includes(part);
      group.root.hidden = group.mine.every(each => each.root.hidden);
    }
  }

  async function apply(event) {
    event.preventDefault();
    const wanted = {};
    for (const each of fields) {
      each.say('');
      if (each.isChanged()) wanted[each.setting.name] = each.value();
    }
    write(fault, '');
    try {
      const answer = await send('PATCH', context.path('settings'), wanted, {'If-Match': `"${context.crawl.revision}"`});
      say(told(answer));
      await again();
    } catch (e) {
      write(fault, e.message);
      if (e instanceof ApiProblem) for (const each of fields) each.say(e.errors.filter(one => one.pointer.endsWith(`/${each.setting.name}`)).map(one => one.detail).join('; '));
    }
  }

  return h('form', {onsubmit: apply}, h('div', {class: 'bar'}, filter, summary, undo, save), fault, h('div', {class: 'sheet flush'}, groups.map(each => each.root)));
}
