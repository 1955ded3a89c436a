/** @module Nothing is believed that was proven over a transport which is gone by the time it was checked. */
import {
  ContentFormat,
  fingerprintOfDer,
  makeChallengeToken,
  passwordVerifier,
  utf8Decode,
  utf8Encode,
} from '@longwire/protocol';
import { parseLoginRequest, startDeviceLogin, type DeviceLogin } from '@longwire/protocol/login';
import { createFakeIdentity, makeUnboundToken, type FakeIdentity } from '@longwire/testing';
import { expect, test } from 'vitest';
import { makeResponse } from '../request/device-response.ts';
import type { Requester } from '../request/request-options.ts';
import { Authenticator, type ConnectionIdentity } from './authenticator.ts';

const client = fingerprintOfDer(new Uint8Array([1]));
const device = fingerprintOfDer(new Uint8Array([2]));
const wireFingerprints = { clientFingerprint: client, deviceFingerprint: device };
const randomBytes = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));

interface Rig {
  readonly authenticator: Authenticator;
  readonly wire: { isLive: boolean };
  readonly changes: ConnectionIdentity[];
  readonly identity: FakeIdentity;
}

/** A device that proves everything, over a transport that may be lost at the last moment. */
async function rig({ isTokenBound = true } = {}): Promise<Rig> {
  const identity = await createFakeIdentity();
  const wire = { isLive: true, fingerprints: async () => wireFingerprints };
  const changes: ConnectionIdentity[] = [];
  let login: DeviceLogin | undefined;
  const request: Requester = async (_method, path, { payload = '' } = {}) => {
    const bytes = typeof payload === 'string' ? utf8Encode(payload) : payload;
    if (path === '/webrtc/challenge') {
      const nonce = String(Reflect.get(Object(JSON.parse(utf8Decode(bytes))), 'challenge'));
      const response = isTokenBound
        ? await makeChallengeToken({ nonce, key: identity.key, ...wireFingerprints })
        : await makeUnboundToken(nonce, identity.key);
      const answer = utf8Encode(JSON.stringify({ response }));
      return makeResponse({ statusCode: 205, contentFormat: ContentFormat.json, payload: answer });
    }
    if (path === '/p2p/pwd-auth/1') {
      const w = passwordVerifier('correct horse');
      login = startDeviceLogin({ T: parseLoginRequest(bytes).T, w, ...wireFingerprints, randomBytes });
      return makeResponse({ statusCode: 201, payload: login.serverPoint });
    }
    const confirmed = login?.handleConfirmation(bytes);
    return makeResponse(confirmed ? { statusCode: 201, payload: confirmed } : { statusCode: 401 });
  };
  const authenticator = new Authenticator({
    wire,
    request,
    randomBytes,
    subtle: crypto.subtle,
    owner: new AbortController().signal,
    onChange: (changed) => changes.push(changed),
    onFeatures: () => undefined,
  });
  return { authenticator, wire, changes, identity };
}

const credentials = { username: 'ann', password: 'correct horse' };

test('over a live transport both are believed', async () => {
  const { authenticator, identity } = await rig();
  await authenticator.verifyFingerprint(identity.fingerprint);
  await authenticator.authenticate(credentials);
  expect(authenticator.identity).toEqual({
    verified: { fingerprint: identity.fingerprint, bound: true },
    login: { username: 'ann' },
    boundBy: 'token',
  });
});

test('a login binds a connection whose token names no certificates, until the next login begins', async () => {
  const { authenticator, identity, changes } = await rig({ isTokenBound: false });
  expect(await authenticator.verifyFingerprint(identity.fingerprint)).toMatchObject({
    valid: true,
    bound: false,
  });
  await authenticator.authenticate(credentials);
  const verified = { fingerprint: identity.fingerprint, bound: true };
  expect(authenticator.identity).toEqual({ verified, login: { username: 'ann' }, boundBy: 'login' });
  expect(await authenticator.verifyFingerprint(identity.fingerprint)).toEqual({
    valid: true,
    bound: true,
    boundBy: 'login',
  });
  await expect(authenticator.authenticate({ ...credentials, password: 'wrong' })).rejects.toMatchObject({
    code: 'ERR_INVALID_CREDENTIALS',
  });
  expect(authenticator.identity).toEqual({
    verified: { ...verified, bound: false },
    failedLogin: { username: 'ann' },
  });
  expect(changes.at(-1)).toEqual(authenticator.identity);
});

test('after a failed login no user is logged in, and `failedLogin` names the user until a login succeeds', async () => {
  const { authenticator, identity, changes } = await rig();
  await authenticator.verifyFingerprint(identity.fingerprint);
  await authenticator.authenticate(credentials);
  const verified = { fingerprint: identity.fingerprint, bound: true };
  const wrong = authenticator.authenticate({ username: 'admin', password: 'wrong' });
  await expect(wrong).rejects.toMatchObject({ code: 'ERR_INVALID_CREDENTIALS' });
  const loggedOut = { verified, failedLogin: { username: 'admin' }, boundBy: 'token' };
  expect(authenticator.identity).toEqual(loggedOut);
  expect(changes.slice(-2)).toEqual([{ verified, boundBy: 'token' }, loggedOut]);
  await authenticator.authenticate(credentials);
  expect(authenticator.identity).toEqual({ verified, login: { username: 'ann' }, boundBy: 'token' });
});

test('a failed login is forgotten when the transport ends', async () => {
  const { authenticator, changes } = await rig();
  await expect(authenticator.authenticate({ ...credentials, password: 'wrong' })).rejects.toMatchObject({
    code: 'ERR_INVALID_CREDENTIALS',
  });
  authenticator.reset();
  expect([authenticator.identity, changes.at(-1)]).toEqual([{}, {}]);
});

test('a login by a password that others may know binds nothing', async () => {
  const { authenticator, identity } = await rig({ isTokenBound: false });
  await authenticator.verifyFingerprint(identity.fingerprint);
  await authenticator.authenticate({ ...credentials, binds: false });
  const verified = { fingerprint: identity.fingerprint, bound: false };
  expect(authenticator.identity).toEqual({ verified, login: { username: 'ann' } });
  await authenticator.authenticate(credentials);
  expect(authenticator.identity.boundBy).toBe('login');
});

test('a login over a connection whose device is another one binds it and verifies nothing', async () => {
  const { authenticator, identity } = await rig();
  await authenticator.authenticate(credentials);
  expect(await authenticator.verifyFingerprint('ab'.repeat(32))).toEqual({
    valid: false,
    bound: false,
    shown: identity.fingerprint,
  });
  expect(authenticator.identity).toEqual({ login: { username: 'ann' }, boundBy: 'login' });
});

test('a check whose transport was lost meanwhile rejects', async () => {
  const { authenticator, wire, changes, identity } = await rig();
  wire.isLive = false;
  await expect(authenticator.verifyFingerprint(identity.fingerprint)).rejects.toMatchObject({
    code: 'ERR_NO_CERTIFICATE',
  });
  expect([authenticator.identity, changes]).toEqual([{}, []]);
});

test('a login whose transport was lost meanwhile rejects', async () => {
  const { authenticator, wire, changes } = await rig();
  wire.isLive = false;
  await expect(authenticator.authenticate(credentials)).rejects.toMatchObject({ code: 'ERR_NO_CERTIFICATE' });
  expect([authenticator.identity, changes]).toEqual([{}, []]);
});

test('a login aborted while it waits for another is not begun', async () => {
  const { authenticator } = await rig();
  const abort = new AbortController();
  const first = authenticator.authenticate(credentials);
  const second = authenticator.authenticate({ username: 'bob', password: 'x' }, { signal: abort.signal });
  abort.abort();
  await expect(second).rejects.toMatchObject({ code: 'ERR_ABORTED' });
  await first;
  expect(authenticator.identity.login).toEqual({ username: 'ann' });
});
