/** The form for a new crawl. */
import {ApiProblem, send} from '../api.js';
import {commandLine, yaml} from '../command.js';
import {say} from '../dialog.js';
import {button, fill, h, write} from '../dom.js';
import {byGroup, field, settingsTable} from '../fields.js';

const MOST_TESTED = 200;

export function newCrawl(query) {
  const root = h('div', {}, h('p', {class: 'quiet'}, 'Loading …'));
  settingsTable().then(settings => fill(root, form(settings, query)), e => fill(root, h('p', {class: 'fault'}, e.message)));
  return {root, title: 'New crawl'};
}

function form(settings, query) {
  const named = new Map(settings.map(each => [each.name, each]));
  const seeds = field(named.get('seeds'), {label: 'Start from', rows: 4, changed});
  seeds.input.placeholder = 'https://example.org/';
  seeds.input.required = true;
  if (query.get('seed')) seeds.input.value = query.get('seed');
  const rest = settings.filter(each => each.name !== 'seeds');
  const common = rest.filter(each => each.common).map(each => field(each, {changed}));
  const groups = [...byGroup(rest.filter(each => !each.common))].map(([name, members]) => ({name, fields: members.map(each => field(each, {changed}))}));
  const all = [seeds, ...common, ...groups.flatMap(each => each.fields)];
  const name = h('input', {id: 'name', autocomplete: 'off', spellcheck: 'false', pattern: '[a-z0-9][a-z0-9._\\-]{0,63}', placeholder: 'made of the host of the first URL', oninput: changed, 'aria-describedby': 'name-fault'});
  const nameFault = h('small', {class: 'fault', id: 'name-fault'});
  const fault = h('p', {class: 'fault', role: 'alert'});
  const start = h('input', {type: 'checkbox', id: 'start'});
  start.checked = true;
  const command = h('pre', {tabindex: '0', 'aria-label': 'The same on the command line'});
  const file = h('pre', {tabindex: '0', 'aria-label': 'The same in a file'});
  const tested = h('textarea', {rows: 3, id: 'tested', spellcheck: 'false', placeholder: 'https://example.org/a\nhttps://example.org/b.pdf'});
  const verdicts = h('div');

  function values() {
    const given = {};
    for (const each of all) if (each === seeds || each.isChanged()) given[each.setting.name] = each.value();
    for (const key of Object.keys(given)) if (given[key] === null) delete given[key];
    return given;
  }

  function changed() {
    const given = values();
    write(command, commandLine(name.value.trim(), given, named));
    write(file, yaml(given));
  }

  function complain(e) {
    if (!(e instanceof ApiProblem)) {
      write(fault, e.message);
      return;
    }
    for (const each of all) each.say(e.of(each.setting.name));
    write(nameFault, e.errors.filter(each => each.pointer === '/name').map(each => each.detail).join('; '));
    write(fault, e.message);
    root.querySelector('[aria-invalid="true"]')?.focus();
  }

  function forgive() {
    all.forEach(each => each.say(''));
    write(nameFault, '');
    write(fault, '');
  }

  async function create(event) {
    event.preventDefault();
    forgive();
    const submit = root.querySelector('[type="submit"]');
    submit.disabled = true;
    try {
      const wanted = {settings: values(), start: start.checked};
      if (name.value.trim()) wanted.name = name.value.trim();
      const crawl = await send('POST', '/crawls', wanted);
      say(`${crawl.id} was created.`);
      location.hash = `#/crawls/${encodeURIComponent(crawl.id)}`;
    } catch (e) {
      complain(e);
      submit.disabled = false;
    }
  }

  async function test() {
    forgive();
    const urls = tested.value.split('\n').map(line => line.trim()).filter(Boolean).slice(0, MOST_TESTED);
    if (!urls.length) return void fill(verdicts, h('p', {class: 'quiet'}, 'Write some URLs first.'));
    try {
      const answer = await send('POST', '/test', {urls, settings: values()});
      fill(verdicts, h('div', {class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Verdicts'}, h('table', {}, h('tbody', {}, answer.verdicts.map(each => h('tr', {},
        h('td', {class: 'tight'}, each.filter ? h('span', {class: 'code c4'}, each.filter) : h('span', {class: 'code c2'}, 'taken')),
        h('td', {class: 'mono'}, each.taken ?? each.url)))))));
    } catch (e) {
      complain(e);
    }
  }

  const root = h('form', {class: 'stack', onsubmit: create},
    h('h1', {}, 'New crawl'),
    h('div', {class: 'two'},
      h('div', {class: 'sheet flush'},
        h('div', {class: 'pad grid'}, seeds.root,
          h('div', {class: 'field'}, h('label', {for: 'name'}, h('span', {}, 'Name')), name, nameFault, h('small', {}, 'Lower case letters, digits, dots and dashes.')),
          common.map(each => each.root)),
        groups.map(each => h('details', {class: 'group'}, h('summary', {}, each.name, h('span', {class: 'mark'}, each.fields.length)), h('div', {class: 'grid'}, each.fields.map(one => one.root))))),
      h('div', {class: 'stack sticky'},
        h('div', {class: 'sheet stack'},
          fault,
          h('div', {class: 'check field'}, start, h('label', {for: 'start'}, h('span', {}, 'Start at once'))),
          h('div', {class: 'actions'}, h('button', {type: 'submit', class: 'primary'}, 'Create crawl'), h('a', {class: 'button', href: '#/', 'data-up': true}, 'Cancel'))),
        h('div', {class: 'sheet stack'},
          h('label', {for: 'tested'}, h('h2', {}, 'Test these URLs')),
          tested, h('div', {class: 'actions'}, button('Test', test)), verdicts),
        h('div', {class: 'sheet stack'},
          h('h2', {}, 'The same on the command line'), command,
          h('details', {}, h('summary', {}, 'crawl.yaml'), file)))));
  changed();
  setTimeout(() => seeds.input.focus());
  return root;
}
