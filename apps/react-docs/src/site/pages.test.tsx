// @vitest-environment happy-dom
/// <reference types="node" />
/** @module Every export of @longwire/react has a page with its example; runs two of the examples. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as surface from '@longwire/react';
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { sourceOf } from '../source/source.tsx';
import { LOGIN } from '../stage/example-device.ts';
import { idOf, PAGES } from './pages.tsx';
import { Running } from './running.tsx';

// A stage runs in real time: the login's key exchange takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);

async function show(id: string): Promise<void> {
  const page = PAGES.find((candidate) => idOf(candidate) === id);
  if (page === undefined) throw new Error(`a page expected, got ${id}`);
  await act(async () => render(<Running page={page} device={undefined} />));
}

test('every hook and every component has a page', () => {
  expect(PAGES.map(({ title }) => title)).toEqual(expect.arrayContaining(Object.keys(surface)));
});

test.each(PAGES.map((page) => [page.title, page] as const))(
  'the example source of %s uses it',
  (title, page) => {
    const names = title in surface ? [title] : ['DeviceProvider', 'login'];
    for (const name of names) expect(sourceOf(page.file)).toContain(name);
  },
);

test('the second example of the React README is the DeviceProvider example', async () => {
  const folder = join(import.meta.dirname, '../../../../packages/react');
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  const [, [, start = ''] = []] = [...readme.matchAll(/```tsx\n(.*?)```/gsu)];
  expect(start).toContain('<DeviceProvider');
  expect(sourceOf('device-provider.tsx')).toContain(start);
});

test('the useRequest example shows the answer, and 403 if the light is forbidden', async () => {
  await show('use-request');
  fireEvent.click(await screen.findByText('On'));
  await screen.findByText('Answered with 204');
  fireEvent.click(screen.getByText('Forbid the light'));
  fireEvent.click(screen.getByText('Off'));
  await screen.findByText('Answered with 403');
  fireEvent.click(screen.getByText('Forbid the light'));
  fireEvent.click(screen.getByText('Off'));
  expect(await screen.findByText('Answered with 204')).toBeDefined();
});

async function logIn(password: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText('User'), { target: { value: LOGIN.username } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
  fireEvent.click(screen.getByText('Log in'));
}

test('the login example shows the error of a wrong password and greets the user after the right one', async () => {
  await show('login');
  await logIn('battery staple');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Refused: ERR_/u);
  fireEvent.click(screen.getByText('Log in as another user'));
  await logIn(LOGIN.password);
  expect(await screen.findByText(`Hello, ${LOGIN.username}`)).toBeDefined();
});
