/** @module Every access decision is recorded before it takes effect, and socket events are counted. */
import { expect, test } from 'vitest';
import type { AuditEntry } from '../ports/audit-log.ts';
import { LOGIN_REPLY } from '../test-support/login-reply.fixture.ts';
import { candidate } from '../test-support/messages.fixture.ts';
import { TestDevice } from '../test-support/test-device.fixture.ts';
import { makeIdentity } from '../test-support/test-identity.fixture.ts';
import { DEVICE, PRODUCT, TestService } from '../test-support/test-service.fixture.ts';
import { idOf } from '../test-support/secret-parts.fixture.ts';

const KEY = { productId: PRODUCT, deviceId: DEVICE };

/** The audit record, oldest first. */
async function rows(service: TestService): Promise<AuditEntry[]> {
  return (await service.service.registry.audit.list({ limit: 100 })).toReversed();
}

/** The values of the service's metrics by name and labels. */
async function metrics(service: TestService): Promise<Map<string, number>> {
  const text = await (await fetch(`${service.service.url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

test("logins are recorded as allowed with the token's id, or refused with the reason, never with the token", async () => {
  await using service = await TestService.start();
  const { tokens } = service.service.registry;
  const device = await service.attach();
  await service.connect(device);
  const revoked = await tokens.add({ ...KEY, lifetimeMs: 1_000 });
  await tokens.revoke(revoked.id);
  for (const [login, code] of [
    [{ productId: 'none' }, 4005],
    [{ deviceId: 'x'.repeat(1_000) }, 4006],
    [{ sct: 'hunter2 hunter2' }, 4002],
    [{ sct: revoked.value }, 4002],
  ] as const)
    expect((await (await service.login(login)).closed).code).toBe(code);
  const logins = (await rows(service)).filter(({ action }) => action === 'client.login');
  const client = { action: 'client.login', actor: 'client', address: '127.0.0.1' };
  expect(logins).toMatchObject([
    { ...client, ...KEY, outcome: 'allowed', tokenId: idOf(service.sct) },
    { ...client, productId: 'none', outcome: 'refused', detail: 'unknownProduct' },
    { ...client, deviceId: `${'x'.repeat(64)}…`, outcome: 'refused', detail: 'unknownDevice' },
    { ...client, ...KEY, outcome: 'refused', detail: 'unknown token' },
    { ...client, ...KEY, outcome: 'refused', detail: `token ${revoked.id} is revoked` },
  ]);
  expect(new Set(logins.map(({ requestId }) => requestId)).size).toBe(5);
  expect(JSON.stringify(logins)).not.toContain('hunter2');
});

test('attachments are recorded as allowed, or refused with the reason', async () => {
  await using service = await TestService.start();
  await service.attach();
  const stranger = await TestDevice.open(service.target);
  await stranger.prove({ ...service.target, identity: await makeIdentity() });
  await stranger.closed;
  const unknown = await TestDevice.open(service.target);
  unknown.send({ type: 'hello', productId: PRODUCT, deviceId: 'de-none' });
  await unknown.closed;
  const device = { action: 'device.attach', actor: 'device', address: '127.0.0.1' };
  expect(await rows(service)).toMatchObject([
    { ...device, ...KEY, outcome: 'allowed' },
    {
      ...device,
      ...KEY,
      outcome: 'refused',
      detail: expect.stringContaining('key is not the one registered'),
    },
    { ...device, deviceId: 'de-none', outcome: 'refused', detail: 'unknownDevice' },
  ]);
});

test('the end of sessions by a revocation is recorded with the token and their number', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const clients = [await service.connect(device), await service.connect(device)];
  const tokenId = idOf(service.sct);
  await service.service.registry.tokens.revoke(tokenId);
  service.clock.advance(250);
  for (const { client } of clients) await client.closed;
  await expect
    .poll(async () => (await rows(service)).at(-1))
    .toMatchObject({
      action: 'session.end',
      outcome: 'refused',
      actor: 'service',
      ...KEY,
      tokenId,
      detail: expect.stringContaining('ended 2'),
    });
});

test('a login whose audit row cannot be stored is rejected with 1011', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { audit } = service.service.registry;
  const working = audit.record.bind(audit);
  audit.record = () => Promise.reject(new Error('no room'));
  const client = await service.login();
  expect((await client.closed).code).toBe(1011);
  expect(client.pending).toEqual([]);
  const other = await TestDevice.open(service.target);
  await other.prove(service.target);
  expect((await other.closed).code).toBe(1011);
  audit.record = working;
  await service.connect(device);
});

test('a decision waits while the audit record lags behind, and takes effect afterwards', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const room = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const { audit } = service.service.registry;
  const working = audit.record.bind(audit);
  audit.record = async (event) => {
    asked.resolve();
    await room.promise;
    return working(event);
  };
  const client = await service.login();
  await asked.promise;
  client.socket.ping();
  await new Promise((resolve) => client.socket.once('pong', resolve));
  expect([client.pending, device.link.pending]).toEqual([[], []]);
  room.resolve();
  expect(await client.text()).toMatch(LOGIN_REPLY);
});

test('messages, logins by outcome and close codes are counted', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  for (let number = 0; number < 3; number += 1) client.sendText(candidate(number));
  await device.heard(session, 3);
  device.say(session, candidate(9));
  device.say(session, 'not passed on');
  await client.text();
  await (
    await service.login({ sct: 'no such token' })
  ).closed;
  client.socket.close(1000);
  await device.next('session-close');
  device.send({ type: 'session-close', session: 'none', code: 1000 });
  const values = await metrics(service);
  const find = (...parts: readonly string[]): (number | undefined)[] =>
    [...values].filter(([name]) => parts.every((part) => name.includes(part))).map(([, value]) => value);
  expect(find('messages', 'client')).toEqual([3]);
  expect(find('messages', 'device')).toEqual([1]);
  expect(find('logins', 'client', 'admitted')).toEqual([1]);
  expect(find('logins', 'client', 'refused', '4002')).toEqual([1]);
  expect(find('logins', 'device', 'admitted')).toEqual([1]);
  expect(find('closes', 'client', '4002')).toEqual([1]);
  expect(find('closes', 'client', '1000')).toEqual([1]);
});
