// @vitest-environment happy-dom
/** @module The focus after a form with invalid fields was submitted. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { focusInvalidFields } from './invalid-field.ts';

const PAGE = `
  <form id="form">
    <input id="name" />
    <input id="password" />
    <button id="send">Send</button>
  </form>
  <form id="other"><input id="elsewhere" aria-invalid="true" /></form>`;

let end: () => void;

const at = (id: string): HTMLElement => {
  const element = document.querySelector<HTMLElement>(`#${id}`);
  if (element === null) throw new Error(`no #${id}`);
  return element;
};

/** Waits until the mutation observers have run. */
const observed = async (): Promise<void> => await new Promise((resolve) => setTimeout(resolve));

/** Submits the form; `wrong` are the fields it marks invalid at once. */
async function send(...wrong: readonly string[]): Promise<void> {
  at('send').focus();
  at('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  refuse(...wrong);
  await observed();
}

function refuse(...wrong: readonly string[]): void {
  for (const id of wrong) at(id).setAttribute('aria-invalid', 'true');
}

beforeEach(() => {
  document.body.innerHTML = PAGE;
  end = focusInvalidFields(document);
});

afterEach(() => end());

test('focuses the first invalid field of the submitted form', async () => {
  await send('password', 'name');
  expect(document.activeElement).toBe(at('name'));
});

test('focuses a field again that is still invalid after another submit', async () => {
  await send('password');
  await send();
  expect(document.activeElement).toBe(at('password'));
});

test('focuses a field that becomes invalid after a response', async () => {
  await send();
  expect(document.activeElement).toBe(at('send'));
  refuse('password');
  await observed();
  expect(document.activeElement).toBe(at('password'));
});

test.each([
  ['writes', () => at('name').dispatchEvent(new Event('input', { bubbles: true }))],
  ['touches the page', () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))],
  ['goes to another field', () => at('elsewhere').focus()],
])('does not move the focus of a person who %s before the response', async (_, goOn) => {
  await send();
  goOn();
  const before = document.activeElement;
  refuse('password');
  await observed();
  expect(document.activeElement).toBe(before);
});

test('does not focus a field that becomes invalid without a submit', async () => {
  at('name').focus();
  refuse('password');
  await observed();
  expect(document.activeElement).toBe(at('name'));
});

test('focuses nothing after it was stopped', async () => {
  end();
  await send('name');
  expect(document.activeElement).toBe(at('send'));
});
