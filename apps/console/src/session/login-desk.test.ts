/** @module How often a password is used without a person typing it again. */

import { expect, test } from 'vitest';
import { EdgeError, StatusError } from '../wire.ts';
import { LoginDesk } from './login-desk.ts';

const credentials = { username: 'ann', password: 'secret' };

function deskWith(outcome: Error): { readonly visit: () => Promise<unknown>; readonly tries: () => number } {
  const desk = new LoginDesk();
  desk.take(credentials, { fromLink: false });
  let tries = 0;
  const authenticate = (): Promise<void> => {
    tries += 1;
    return Promise.reject(outcome);
  };
  return {
    visit: () => desk.logIn({ authenticate }, () => 0).catch((error: unknown) => error),
    tries: () => tries,
  };
}

test('logins that are cut off do not go on for ever: each is a guess for whoever cuts them off', async () => {
  const offline = new EdgeError('ERR_DEVICE_OFFLINE', 'device offline');
  const { visit, tries } = deskWith(offline);
  for (let count = 0; count < 3; count += 1) expect(await visit()).toBe(offline);
  for (let count = 0; count < 5; count += 1) expect(await visit()).toEqual({ kind: 'nobody' });
  expect(tries()).toBe(3);
});

test('a wrong password is used once', async () => {
  const { visit, tries } = deskWith(new EdgeError('ERR_INVALID_CREDENTIALS', 'wrong'));
  expect(await visit()).toMatchObject({ kind: 'refused' });
  expect(await visit()).toEqual({ kind: 'nobody' });
  expect(tries()).toBe(1);
});

test('a device that takes no more tries is waited for', async () => {
  const { visit } = deskWith(new StatusError('ERR_LOGIN_THROTTLED', 'too many', 429, undefined));
  expect(await visit()).toMatchObject({ kind: 'refused', problem: { kind: 'wait' } });
});
