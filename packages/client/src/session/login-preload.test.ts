/** @module The code of the password login loads while a session connects, if a password login is likely. */
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
  ['no login: the page may log in later', {}, 1],
])('%s', async (_name, options, times) => {
  const load = vi.spyOn(LOGIN, 'load');
  const { session } = await readyRig(options);
  expect(load.mock.calls.length).toBe(times);
  await session.end();
});

test('a failed preload of the login code does not fail a session whose login does not need it', async () => {
  vi.spyOn(LOGIN, 'load').mockRejectedValue(new Error('the page is offline'));
  const { session } = await startRig({ login: noLogin });
  await session.ready();
  expect(session.state).toEqual({ kind: 'ready' });
  await session.end();
});
