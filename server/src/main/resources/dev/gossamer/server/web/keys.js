/**
 * The keyboard. An element that a key is for has the attribute `data-key`: a field is focused, anything else is
 * clicked. Rows of tables take `j`, `k` and Enter.
 */
import {showKeys} from './dialog.js';

function isField(element) {
  return element?.matches?.('input, textarea, select, [contenteditable]') ?? false;
}

function rows() {
  return [...document.querySelectorAll('[data-rows] > tr')].filter(row => row.offsetParent !== null);
}

function move(step) {
  const all = rows();
  if (!all.length) return;
  const now = all.indexOf(document.activeElement?.closest?.('tr'));
  const next = now < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, now + step));
  all[next].focus();
  all[next].scrollIntoView({block: 'nearest'});
}

function press(key) {
  const row = document.activeElement?.closest?.('tr');
  const target = row?.querySelector(`[data-key="${key}"]`) ?? document.querySelector(`main [data-key="${key}"]`) ?? document.querySelector(`[data-key="${key}"]`);
  if (!target || target.disabled) return false;
  if (isField(target)) {
    target.focus();
    target.select?.();
  } else target.click();
  return true;
}

function escape(event) {
  if (document.querySelector('dialog[open]')) return;
  const active = document.activeElement;
  if (active && active !== document.body && active.id !== 'main') active.blur();
  else document.querySelector('[data-up]')?.click();
  event.preventDefault();
}

export function listen() {
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') return void escape(event);
    if (isField(event.target) || document.querySelector('dialog[open]')) return;
    if (event.key === '?') showKeys();
    else if (event.key === 'j') move(1);
    else if (event.key === 'k') move(-1);
    else if (event.key === 'Enter' && event.target.matches('[data-rows] > tr')) event.target.dispatchEvent(new Event('open'));
    else if (!['/', 'n', 'p', 'b'].includes(event.key) || !press(event.key)) return;
    event.preventDefault();
  });
}
