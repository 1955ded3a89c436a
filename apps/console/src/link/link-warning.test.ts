/** @module Links that other computers cannot use come with a warning. */
import { expect, test } from 'vitest';
import { en } from '../messages/en.ts';
import { linkWarning } from './link-warning.ts';

test.each([
  ['http://localhost:8700/#p=pr', en.people.linkOnlyHere],
  ['http://192.168.1.20:8700/#p=pr', en.people.linkInsecure],
  ['https://home.example/#s=ws://localhost', undefined],
])('%s: %s', (link, warning) => {
  expect(linkWarning(link, en.people)).toBe(warning);
});
