// @vitest-environment happy-dom
/// <reference types="node" />
/** @module Everything of @longwire/react has a page, whose example is the one that is shown; two of them at work. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as surface from '@longwire/react';
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { sourceOf } from '../source/source.tsx';
import { LOGIN } from '../stage/home.ts';
import { idOf, PAGES } from './pages.tsx';
import { Running } from './running.tsx';

// The time of a stage is real: a busy machine computes a login's curve for a while.
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);

async function show(id: string): Promise<void> {
  const page = PAGES.find((candidate) => idOf(candidate) === id);
  if (page === undefined) throw new Error(`a page expected, got ${id}`);
  await act(async () => render(<Running page={page} device={undefined} />));
}

test('each hook and each component has a page', () => {
  expect(PAGES.map(({ title }) => title)).toEqual(expect.arrayContaining(Object.keys(surface)));
});

test.each(PAGES.map((page) => [page.title, page] as const))('%s: the source shown uses it', (title, page) => {
  const names = title in surface ? [title] : ['DeviceProvider', 'login'];
  for (const name of names) expect(sourceOf(page.file)).toContain(name);
});

test('the start in the README is the first example, as it runs', async () => {
  const folder = join(import.meta.dirname, '../../../../packages/react');
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  const [, start = ''] = /```tsx\n(.*?)```/su.exec(readme) ?? [];
  expect(start).toContain('<DeviceProvider');
  expect(sourceOf('device-provider.tsx')).toContain(start);
});

test('a request is answered; where the light is forbidden, with 403', async () => {
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

test('a wrong password is refused, with a code; then the right one is greeted', async () => {
  await show('login');
  await logIn('battery staple');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Refused: ERR_/u);
  fireEvent.click(screen.getByText('Log in as somebody else'));
  await logIn(LOGIN.password);
  expect(await screen.findByText(`Hello, ${LOGIN.username}`)).toBeDefined();
});
