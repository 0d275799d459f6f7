/**
 * Small functions that make elements. Text always becomes a text node, so that nothing that a crawled page
 * says is ever read as markup.
 */

const SVG = 'http://www.w3.org/2000/svg';

/** Makes an element: `h('a', {class: 'x', href: '#/', onclick: f}, 'text', other)`. */
export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** Makes an element of SVG. */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  add(element, children);
  return element;
}

function set(element, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
  else if (name === 'style') for (const [key, each] of Object.entries(value)) element.style.setProperty(key, each);
  else if (name === 'value') element.value = value;
  else element.setAttribute(name, value === true ? '' : String(value));
}

function add(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/** Replaces all that an element holds. */
export function fill(element, ...children) {
  element.replaceChildren();
  add(element, children);
  return element;
}

/** Sets the text of an element, if it is another one. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A link to an address of the live web; what is not http or https becomes plain text. */
export function webLink(url, text = url) {
  if (!/^https?:\/\//i.test(url)) return h('span', {}, text);
  return h('a', {href: url, rel: 'noopener noreferrer nofollow', target: '_blank', title: 'Open on the live web'}, text);
}

/** A button. */
export function button(text, onclick, attributes = {}) {
  return h('button', {type: 'button', ...attributes, onclick}, text);
}

/** Calls a function when nothing came for a while: for fields that filter while one types. */
export function later(milliseconds, action) {
  let timer;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), milliseconds);
  };
}

let nextId = 0;

/** A name that no other element of the page has. */
export function newId(prefix) {
  nextId += 1;
  return `${prefix}-${nextId}`;
}
