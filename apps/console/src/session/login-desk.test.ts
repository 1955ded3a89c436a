/** @module How often a password is used without being typed again. */

import { createConnection } from '@longwire/client';
import { createFakeWorld } from '@longwire/testing';
import { expect, test } from 'vitest';
import { EdgeError, StatusError } from '../wire.ts';
import { LoginDesk, type LoginDeskOptions } from './login-desk.ts';

const credentials = { username: 'ann', password: 'secret' };

const DEVICE = { productId: 'pr-1', deviceId: 'de-1' };

/** A form whose logins with a password all fail with this error. */
async function deskWith(outcome: Error): Promise<{
  readonly visit: () => Promise<unknown>;
  readonly tries: () => number;
}> {
  let tries = 0;
  const identity: LoginDeskOptions['identity'] = {
    certificateFor: async () => undefined,
    signIn: async (_connection, { credentials: given }) => {
      if (given === undefined) return { kind: 'unknown' };
      tries += 1;
      throw outcome;
    },
  };
  const desk = new LoginDesk({ identity, deviceName: () => DEVICE, now: () => 0 });
  desk.take(credentials, { fromLink: false });
  const connection = createConnection((await createFakeWorld()).options);
  const visit = async (): Promise<unknown> => {
    try {
      await desk.logIn(connection);
      return desk.outcomeOf(connection);
    } catch (error) {
      return error;
    }
  };
  return { visit, tries: () => tries };
}

test('logins that are cut off are limited, because each allows a man in the middle one guess', async () => {
  const offline = new EdgeError('ERR_DEVICE_OFFLINE', 'device offline');
  const { visit, tries } = await deskWith(offline);
  for (let count = 0; count < 3; count += 1) expect(await visit()).toBe(offline);
  for (let count = 0; count < 5; count += 1) expect(await visit()).toEqual({ kind: 'nobody' });
  expect(tries()).toBe(3);
});

test('a wrong password is used once', async () => {
  const { visit, tries } = await deskWith(new EdgeError('ERR_INVALID_CREDENTIALS', 'wrong'));
  expect(await visit()).toMatchObject({ kind: 'refused' });
  expect(await visit()).toEqual({ kind: 'nobody' });
  expect(tries()).toBe(1);
});

test('a login waits while the device accepts no more tries', async () => {
  const { visit } = await deskWith(new StatusError('ERR_LOGIN_THROTTLED', 'too many', 429, undefined));
  expect(await visit()).toMatchObject({ kind: 'refused', problem: { kind: 'wait' } });
});
