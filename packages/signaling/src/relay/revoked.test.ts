/** @module Revocations end open connections, including those being admitted at that moment. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Admission } from '../ports/admission.ts';
import { openRegistry } from '../registry/registry.ts';
import { LOGIN_REPLY } from '../test-support/login-reply.fixture.ts';
import { candidate } from '../test-support/messages.fixture.ts';
import { TestDevice } from '../test-support/test-device.fixture.ts';
import { makeIdentity } from '../test-support/test-identity.fixture.ts';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { DEVICE, PRODUCT, TestService } from '../test-support/test-service.fixture.ts';
import { idOf } from '../test-support/secret-parts.fixture.ts';

const KEY = { productId: PRODUCT, deviceId: DEVICE };
const REJECTED = { code: 4002, reason: 'base station token rejected' };
const lifetimeMs = 1_000_000;

/** Delays responses of the registry after they were determined. */
class Gate {
  readonly reached: PromiseWithResolvers<void> = Promise.withResolvers();
  readonly opened: PromiseWithResolvers<void> = Promise.withResolvers();
  isArmed = false;

  async pass<T>(answer: T): Promise<T> {
    if (!this.isArmed) return answer;
    this.isArmed = false;
    this.reached.resolve();
    await this.opened.promise;
    return answer;
  }
}

/** A service whose admission waits at a gate, once, when it is armed. */
async function gated(): Promise<{ service: TestService; credential: Gate; device: Gate }> {
  const [credential, device] = [new Gate(), new Gate()];
  const admission = (standard: Admission): Admission => ({
    findDevice: async (key) => device.pass(await standard.findDevice(key)),
    checkCredential: async (key, shown) => credential.pass(await standard.checkCredential(key, shown)),
    revokedAmong: (key, ids) => standard.revokedAmong(key, ids),
  });
  return { service: await TestService.start({ admission }), credential, device };
}

test('clients of a revoked token get 4002, the device is notified, and others stay', async () => {
  await using service = await TestService.start();
  const { tokens } = service.service.registry;
  const other = await tokens.add({ ...KEY, lifetimeMs });
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  const stays = await service.login({ sct: other.value });
  const { session: kept } = await device.next('session-open');
  await stays.text();
  await tokens.revoke(idOf(service.sct));
  service.clock.advance(250);
  expect(await client.closed).toEqual(REJECTED);
  expect(await device.next('session-close')).toMatchObject({ session, code: 4002 });
  stays.sendText(candidate(1));
  expect(await device.heard(kept, 1)).toEqual([candidate(1)]);
});

test('a disabled device and its clients get 4006, and it may attach again once enabled', async () => {
  await using service = await TestService.start();
  const { devices } = service.service.registry;
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  await devices.update(KEY, { isEnabled: false });
  service.clock.advance(250);
  expect((await client.closed).code).toBe(4006);
  expect(await device.next('session-close')).toMatchObject({ session, code: 4006 });
  expect((await device.closed).code).toBe(4006);
  const refused = await TestDevice.open(service.target);
  await expect(refused.prove(service.target)).rejects.toThrow('no message');
  expect((await refused.closed).code).toBe(4006);
  await devices.update(KEY, { isEnabled: true });
  await service.connect(await service.attach());
});

test('a new key of a device ends the attachment with the old key with 4002 and its clients with 4003; one with the new key stays', async () => {
  await using service = await TestService.start();
  const identity = await makeIdentity();
  const old = await service.attach();
  const { client } = await service.connect(old);
  await service.service.registry.devices.update(KEY, { fingerprint: identity.fingerprint });
  service.clock.advance(250);
  expect((await old.closed).code).toBe(4002);
  expect((await client.closed).code).toBe(4003);
  const device = await service.attach({ identity });
  const { client: next, session } = await service.connect(device);
  service.clock.advance(10_000);
  next.sendText(candidate(1));
  expect(await device.heard(session, 1)).toEqual([candidate(1)]);
});

test('registering a device again in another case ends its old attachment and clients with 4006', async () => {
  await using service = await TestService.start();
  const { devices } = service.service.registry;
  const device = await service.attach();
  const { client } = await service.connect(device);
  const { fingerprint } = service.identity;
  await devices.remove(KEY);
  await devices.add({ ...KEY, deviceId: DEVICE.toUpperCase(), fingerprint });
  service.clock.advance(250);
  expect((await client.closed).code).toBe(4006);
  expect((await device.closed).code).toBe(4006);
});

test('a device that is registered again in another case while it attaches is rejected', async () => {
  const { service, device: gate } = await gated();
  await using _service = service;
  const { devices } = service.service.registry;
  const first = await service.attach();
  gate.isArmed = true;
  const late = await TestDevice.open(service.target);
  const proved = late.prove(service.target);
  await gate.reached.promise;
  await devices.remove(KEY);
  await devices.add({
    ...KEY,
    deviceId: DEVICE.toUpperCase(),
    fingerprint: service.identity.fingerprint,
  });
  service.clock.advance(250);
  expect((await first.closed).code).toBe(4006);
  gate.opened.resolve();
  await proved;
  expect((await late.closed).code).toBe(4006);
});

test('devices and clients of a removed product get 4005, those of another stay', async () => {
  await using service = await TestService.start();
  const { products, devices, tokens } = service.service.registry;
  const identity = await makeIdentity();
  await products.add('pr-2');
  const key = { productId: 'pr-2', deviceId: 'de-2' };
  await devices.add({ ...key, fingerprint: identity.fingerprint });
  const { value: sct } = await tokens.add({ ...key, lifetimeMs });
  const gone = await service.attach({ ...key, identity });
  const client = await service.login({ ...key, sct });
  await gone.next('session-open');
  const device = await service.attach();
  const stays = await service.connect(device);
  await products.remove('pr-2');
  service.clock.advance(250);
  expect((await client.closed).code).toBe(4005);
  expect((await gone.closed).code).toBe(4005);
  stays.client.sendText(candidate(1));
  expect(await device.heard(stays.session, 1)).toEqual([candidate(1)]);
});

test('database changes by another process or node end connections too', async () => {
  await using directory = await makeDirectory();
  const database = join(directory.path, 'r.db');
  await using service = await TestService.start({ database });
  await using other = await openRegistry(database);
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  await other.tokens.revoke(idOf(service.sct));
  service.clock.advance(250);
  expect(await client.closed).toEqual(REJECTED);
  expect(await device.next('session-close')).toMatchObject({ session, code: 4002 });
  await other.devices.remove(KEY);
  service.clock.advance(250);
  expect((await device.closed).code).toBe(4006);
});

test('a token that is revoked between the check and its result admits no one', async () => {
  const { service, credential } = await gated();
  await using _service = service;
  const { tokens } = service.service.registry;
  const device = await service.attach();
  // this client shows when the service has handled the revocation
  const { client: open } = await service.connect(device);
  credential.isArmed = true;
  const late = await service.login();
  await credential.reached.promise;
  await tokens.revoke(idOf(service.sct));
  service.clock.advance(250);
  expect(await open.closed).toEqual(REJECTED);
  await device.next('session-close');
  credential.opened.resolve();
  expect(await late.closed).toEqual(REJECTED);
  expect(late.pending).toEqual([]);
  const { session } = await device.next('session-open');
  expect(await device.next('session-close')).toMatchObject({ session, code: 4002 });
});

test('a token that is revoked while the session opens admits no one', async () => {
  const opening = new Gate();
  await using service = await TestService.start({
    ice: { serversFor: () => opening.pass([]) },
  });
  const { tokens } = service.service.registry;
  const device = await service.attach();
  const { client: open } = await service.connect(device);
  opening.isArmed = true;
  const late = await service.login();
  await opening.reached.promise;
  await tokens.revoke(idOf(service.sct));
  service.clock.advance(250);
  await open.closed;
  opening.opened.resolve();
  expect(await late.closed).toEqual(REJECTED);
});

test('an unrelated change does not interrupt a login', async () => {
  const { service, credential } = await gated();
  await using _service = service;
  const { tokens } = service.service.registry;
  const other = await tokens.add({ ...KEY, lifetimeMs });
  const device = await service.attach();
  const open = await service.login({ sct: other.value });
  await device.next('session-open');
  await open.text();
  credential.isArmed = true;
  const late = await service.login();
  await credential.reached.promise;
  await tokens.revoke(other.id);
  service.clock.advance(250);
  await open.closed;
  await device.next('session-close');
  credential.opened.resolve();
  expect(await late.text()).toMatch(LOGIN_REPLY);
});

test.each([
  ['disabled', { isEnabled: false }, 4006],
  ['given another key', { fingerprint: 'cd'.repeat(32) }, 4002],
] as const)(
  'a device that is %s between the check and its result is not attached',
  async (_how, change, code) => {
    const { service, device: lookup } = await gated();
    await using _service = service;
    const first = await service.attach();
    lookup.isArmed = true;
    const late = await TestDevice.open(service.target);
    const proved = late.prove(service.target);
    await lookup.reached.promise;
    await service.service.registry.devices.update(KEY, change);
    service.clock.advance(250);
    expect((await first.closed).code).toBe(code);
    lookup.opened.resolve();
    await proved;
    expect((await late.closed).code).toBe(code);
    // for clients the device is unknown, or as it was before
    const { code: seen } = await (await service.login()).closed;
    expect(seen).toBe(code === 4006 ? 4006 : 4003);
  },
);

/** Admits any JWT, with its text as the issuer. */
const admitJwts = (standard: Admission): Admission => ({
  findDevice: (key) => standard.findDevice(key),
  checkCredential: async (_key, shown) =>
    shown.kind === 'jwt'
      ? { kind: 'admitted', tokenId: `jwt:${shown.jwt}:ada`, jwtIssuer: shown.jwt }
      : { kind: 'refused', reason: '' },
  revokedAmong: (key, ids) => standard.revokedAmong(key, ids),
});

test('sessions with a JWT of a removed issuer end, those of an issuer with a longer name stay', async () => {
  await using service = await TestService.start({ admission: admitJwts });
  const { products } = service.service.registry;
  const issuer = { issuer: 'https://id.example', audience: 'a', jwks: 'https://id.example/jwks' };
  await products.addIssuer(PRODUCT, issuer);
  const device = await service.attach();
  const login = async (jwt: string) => {
    const client = await service.open();
    client.sendText(JSON.stringify({ type: 20, ...KEY, jwt }));
    const { session } = await device.next('session-open');
    await client.text();
    return { client, session };
  };
  const gone = await login('https://id.example');
  const stays = await login('https://id.example:8443');
  await products.removeIssuer(PRODUCT, 'https://id.example');
  service.clock.advance(250);
  expect((await gone.client.closed).code).toBe(4002);
  expect(await device.next('session-close')).toMatchObject({ session: gone.session, code: 4002 });
  stays.client.sendText(candidate(1));
  expect(await device.heard(stays.session, 1)).toEqual([candidate(1)]);
});
