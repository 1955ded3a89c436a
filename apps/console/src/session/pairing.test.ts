/** @module Joining a device by an invite, or by the open password. */

import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import {
  createConnection,
  EdgeError,
  StatusError,
  type Connection,
  type SignInResult,
} from '@longwire/client';
import { browserNameOf } from './browser-name.ts';
import { IdentityNotes } from './identity-notes.ts';
import { LoginForm, type LoginFormOptions } from './login-form.ts';

const DEVICE = { productId: 'pr-1', deviceId: 'de-1' };
const ANN = { Username: 'ann', Role: 'Guest' };
const SIGNED_IN: SignInResult = { kind: 'signed-in', user: ANN, by: 'certificate', isRemembered: true };

let world: FakeWorld;
let connection: Connection;
let presented: unknown[];
let answers: (SignInResult | Error)[];

beforeEach(async () => {
  world = await createFakeWorld();
  connection = createConnection(world.options);
  [presented, answers] = [[], []];
});

function formOf(own: boolean): LoginForm {
  const identity: LoginFormOptions['identity'] = {
    certificateFor: async (device) => {
      const certificate: RTCCertificate = Object.create(null);
      return own ? { device, certificate, isNew: true } : undefined;
    },
    signIn: async (_connection, { credentials, isInvite, fingerprintName }) => {
      presented.push({ credentials, isInvite, fingerprintName });
      const answer = answers.shift() ?? SIGNED_IN;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  return new LoginForm({ identity, deviceName: () => DEVICE, now: () => 0, browserName: 'Chrome, Linux' });
}

async function outcomeOf(form: LoginForm): Promise<unknown> {
  await form.certificate();
  await form.logIn(connection);
  return form.outcomeOf(connection);
}

describe('an invite', () => {
  const credentials = { username: 'ann', password: 'once only' };

  test('is used up, and the device stores the name of this browser', async () => {
    const form = formOf(true);
    form.take(credentials, { fromLink: true, isInvite: true });
    expect(await outcomeOf(form)).toEqual({ kind: 'in', me: { username: 'ann', role: 'Guest' } });
    expect(presented).toEqual([{ credentials, isInvite: true, fingerprintName: 'Chrome, Linux' }]);
  });

  test('is only what is marked as one: the password of any other link is not used up', async () => {
    const form = formOf(true);
    form.take(credentials, { fromLink: true });
    await outcomeOf(form);
    expect(presented).toEqual([{ credentials, isInvite: false, fingerprintName: 'Chrome, Linux' }]);
  });

  test('that was used before is reported as used, and its password is not sent again', async () => {
    const form = formOf(true);
    form.take(credentials, { fromLink: true, isInvite: true });
    answers = [{ kind: 'unknown' }, { kind: 'unknown' }];
    expect(await outcomeOf(form)).toEqual({ kind: 'refused', problem: { kind: 'invite-used' } });
    expect(await outcomeOf(form)).toEqual({ kind: 'anonymous' });
    expect(presented[1]).toMatchObject({ credentials: undefined });
  });

  test('that the device cannot mark as used is a login', async () => {
    world.prepare = ({ passwords }) => passwords.set('ann', 'once only');
    await connection.connect();
    await connection.authenticate(credentials);
    const form = formOf(true);
    form.take(credentials, { fromLink: true, isInvite: true });
    answers = [StatusError.iamRequest('pair by password-invite', 403)];
    expect(await outcomeOf(form)).toMatchObject({ kind: 'in' });
    expect(presented).toMatchObject([{ isInvite: true }, { credentials }]);
  });
});

describe('the open password', () => {
  const open = { username: '', password: 'shared password' };
  let status: number;
  let body: unknown;

  beforeEach(async () => {
    [status, body] = [201, undefined];
    world.prepare = ({ resources }) =>
      resources.on('POST /iam/pairing/password-open', ({ payload }) => {
        body = payload;
        return { statusCode: status };
      });
    await connection.connect();
    answers = [{ kind: 'may-pair' }];
  });

  test('asks for a name, which creates a user', async () => {
    const form = formOf(true);
    form.take(open, { fromLink: true });
    expect(await outcomeOf(form)).toEqual({ kind: 'may-pair' });
    await form.pair(connection, 'ann');
    expect(form.outcomeOf(connection)).toMatchObject({ kind: 'in', me: { username: 'ann' } });
    expect(body).toBeDefined();
    expect(presented[1]).toMatchObject({ credentials: undefined });
  });

  test.each([
    [409, 'name-taken'],
    [404, 'pairing-off'],
    [403, 'pairing-denied'],
  ] as const)('reports status %i of the device as %s', async (refusal, kind) => {
    const form = formOf(true);
    form.take(open, { fromLink: true });
    await outcomeOf(form);
    status = refusal;
    await form.pair(connection, 'ann');
    expect(form.outcomeOf(connection)).toEqual({ kind: 'refused', problem: { kind } });
  });

  test('of a later link confirms no user: its author knows it, and may be the man in the middle', async () => {
    world.device.passwords.set(open.username, open.password);
    await connection.authenticate({ ...open, binds: false });
    const form = formOf(true);
    form.take(open, { fromLink: true, isOfLaterLink: true });
    expect(await outcomeOf(form)).toEqual({ kind: 'may-pair' });
    expect(presented).toMatchObject([{ credentials: { ...open, binds: false } }]);
    await form.pair(connection, 'ann');
    expect(form.outcomeOf(connection)).toEqual({ kind: 'unconfirmed' });
    expect(connection.identity).toEqual({ login: { username: '' } });
  });

  test('creates no user in a browser that stores no certificate, because they could not log in again', async () => {
    const form = formOf(false);
    form.take(open, { fromLink: true });
    await outcomeOf(form);
    await form.pair(connection, 'ann');
    expect(form.outcomeOf(connection)).toMatchObject({ problem: { kind: 'not-rememberable' } });
    expect(body).toBeUndefined();
  });
});

test('the note about identification has one sentence for each device, and disappears when the cause is fixed', () => {
  const listeners = new Map<unknown, object>();
  const notes = new IdentityNotes({
    on: (event, listener) => {
      listeners.set(event, listener);
      return () => undefined;
    },
  });
  const emit = (event: string, about: object) =>
    void Reflect.apply(Object(listeners.get(event)), undefined, [{ device: DEVICE, ...about }]);
  const note = () => notes.snapshot().get('pr-1/de-1');
  emit('unavailable', { reason: 'expired' });
  expect(note()).toEqual({ kind: 'lapsed' });
  notes.handleUser('pr-1/de-1');
  expect(note()).toBeUndefined();
  emit('unavailable', { reason: 'denied' });
  notes.handleUser('pr-1/de-1');
  expect(note()).toEqual({ kind: 'not-kept' });
  emit('not-remembered', { error: new EdgeError('ERR_IAM_REQUEST', 'no') });
  expect(note()).toEqual({ kind: 'not-remembered' });
  emit('renewal-refused', { expiresMs: 5 });
  expect(note()).toEqual({ kind: 'expires', atMs: 5 });
  emit('renewed', {});
  expect(note()).toBeUndefined();
});

test.each([
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36',
    'Chrome, Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Mobile Safari/604',
    'Safari, iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36 Edg/156.0',
    'Edge, Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  ['something else', 'Browser'],
])('the user agent %s is named %s', (userAgent, name) => {
  expect(browserNameOf(userAgent)).toBe(name);
});
