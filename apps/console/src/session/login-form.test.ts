/** @module How often a password is used without being typed again. */

import { createFakeWorld } from '@longwire/testing';
import { expect, test } from 'vitest';
import { createConnection, EdgeError, StatusError } from '@longwire/client';
import { LoginForm, type LoginFormOptions } from './login-form.ts';

const credentials = { username: 'ann', password: 'secret' };

const DEVICE = { productId: 'pr-1', deviceId: 'de-1' };

/** A form whose logins with a password all fail with this error. */
async function formWith(outcome: Error): Promise<{
  readonly attempt: () => Promise<unknown>;
  readonly tries: () => number;
}> {
  let tries = 0;
  const identity: LoginFormOptions['identity'] = {
    certificateFor: async () => undefined,
    signIn: async (_connection, { credentials: given }) => {
      if (given === undefined) return { kind: 'unknown' };
      tries += 1;
      throw outcome;
    },
  };
  const form = new LoginForm({ identity, deviceName: () => DEVICE, now: () => 0 });
  form.take(credentials, { fromLink: false });
  const connection = createConnection((await createFakeWorld()).options);
  const attempt = async (): Promise<unknown> => {
    try {
      await form.logIn(connection);
      return form.outcomeOf(connection);
    } catch (error) {
      return error;
    }
  };
  return { attempt, tries: () => tries };
}

test('logins that are cut off are limited, because each allows a man in the middle one guess', async () => {
  const offline = new EdgeError('ERR_DEVICE_OFFLINE', 'device offline');
  const { attempt, tries } = await formWith(offline);
  for (let count = 0; count < 3; count += 1) expect(await attempt()).toBe(offline);
  for (let count = 0; count < 5; count += 1) expect(await attempt()).toEqual({ kind: 'anonymous' });
  expect(tries()).toBe(3);
});

test('a wrong password is used once', async () => {
  const { attempt, tries } = await formWith(new EdgeError('ERR_INVALID_CREDENTIALS', 'wrong'));
  expect(await attempt()).toMatchObject({ kind: 'refused' });
  expect(await attempt()).toEqual({ kind: 'anonymous' });
  expect(tries()).toBe(1);
});

test('a login waits while the device accepts no more tries', async () => {
  const { attempt } = await formWith(new StatusError('ERR_LOGIN_THROTTLED', 'too many', 429, undefined));
  expect(await attempt()).toMatchObject({ kind: 'refused', problem: { kind: 'wait' } });
});
