/** @module The code of the password login, loaded while a session connects and a password is to be expected. */
import { asCertificate, FakeCertificate } from '@longwire/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { LOGIN } from '../connection/authenticator.ts';
import { readyRig, startRig, type RigOptions } from './session-rig.fixture.ts';

afterEach(() => vi.restoreAllMocks());

const noLogin = async (): Promise<void> => undefined;

test.each<[string, RigOptions, number]>([
  ['a login and no certificate', { login: noLogin }, 1],
  ['a function that has no certificate', { login: noLogin, certificate: () => undefined }, 1],
  ['a certificate', { login: noLogin, certificate: asCertificate(new FakeCertificate()) }, 0],
  ['no login', {}, 0],
])('%s', async (_name, options, times) => {
  const load = vi.spyOn(LOGIN, 'load');
  const { session } = await readyRig(options);
  expect(load.mock.calls.length).toBe(times);
  await session.end();
});

test('code that does not come is the matter of the login that needs it', async () => {
  vi.spyOn(LOGIN, 'load').mockRejectedValue(new Error('the page is offline'));
  const { session } = await startRig({ login: noLogin });
  await session.ready();
  expect(session.state).toEqual({ kind: 'ready' });
  await session.end();
});
