// @vitest-environment happy-dom
/** @module The focus after its element was removed, hidden, disabled or left. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restoreFocus } from './restore-focus.ts';

const PAGE = `
  <h1>Screen</h1>
  <main>
    <section id="people">
      <h2>People</h2>
      <ul><li id="row"><button id="remove">Remove</button></li></ul>
    </section>
    <section id="unnamed"><h2 class="lw-hidden">Quiet</h2><button id="stop">Stop</button></section>
    <section id="headed"><div><h2>History</h2><button id="clear">Clear</button></div></section>
  </main>`;

let end: () => void;

const at = (id: string): HTMLElement => {
  const element = document.querySelector<HTMLElement>(`#${id}`);
  if (element === null) throw new Error(`no #${id}`);
  return element;
};

const focused = (): string | null => document.activeElement?.textContent ?? null;

/** Waits until the mutation observers have run. */
const observed = async (): Promise<void> => await new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  document.body.innerHTML = PAGE;
  end = restoreFocus(document);
});

afterEach(() => end());

test.each([
  ['its list row', 'remove', 'row', 'People'],
  ['a button beside its heading', 'clear', 'clear', 'History'],
  ['a button without a visible heading', 'stop', 'stop', 'Screen'],
  ['its whole section', 'remove', 'people', 'Screen'],
])(
  'moves the focus to the nearest heading if the focused element is removed with %s',
  async (_, focus, gone, heading) => {
    at(focus).focus();
    at(gone).remove();
    await observed();
    expect(focused()).toBe(heading);
  },
);

test('moves the focus to the nearest heading if the focused element is hidden', async () => {
  at('remove').focus();
  at('row').hidden = true;
  // Browsers blur an element that is hidden.
  at('remove').blur();
  await observed();
  expect(focused()).toBe('People');
});

test('returns the focus to a button that was disabled for a while', async () => {
  const button = at('stop');
  button.focus();
  // Browsers blur an element that is disabled.
  button.blur();
  button.setAttribute('disabled', '');
  await observed();
  expect(document.activeElement).toBe(document.body);
  button.removeAttribute('disabled');
  await observed();
  expect(document.activeElement).toBe(button);
});

test.each([
  ['leaves it', () => at('remove').blur()],
  ['presses something else', () => at('stop').dispatchEvent(new Event('pointerdown', { bubbles: true }))],
])('does not move the focus of a person who %s', async (_, leave) => {
  at('remove').focus();
  leave();
  await observed();
  at('remove').blur();
  at('row').remove();
  await observed();
  expect(document.activeElement).toBe(document.body);
});

test('does not take the focus from an element that got it in the meantime', async () => {
  at('remove').focus();
  at('row').remove();
  at('stop').focus();
  await observed();
  expect(document.activeElement).toBe(at('stop'));
});

test('does nothing after it was stopped', async () => {
  at('remove').focus();
  end();
  at('row').remove();
  await observed();
  expect(document.activeElement).toBe(document.body);
});
