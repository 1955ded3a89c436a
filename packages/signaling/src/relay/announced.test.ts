/** @module Tokens that a device announces: valid immediately, and invalid after they are withdrawn. */
import { createHash } from 'node:crypto';
import { ATTACHMENT_PATH, ATTACHMENT_SUBPROTOCOL } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { candidate } from '../test-support/messages.fixture.ts';
import { TestDevice } from '../test-support/test-device.fixture.ts';
import { makeIdentity } from '../test-support/test-identity.fixture.ts';
import { DEVICE, PRODUCT, TestService } from '../test-support/test-service.fixture.ts';
import { TestSocket } from '../test-support/test-socket.fixture.ts';

const ANNA = "anna's very own token";
const BOB = "bob's very own token!";
const hash = (token: string): string => createHash('sha256').update(token).digest('hex');
const idOf = (token: string): string => `lwd_${hash(token).slice(0, 16)}`;

/** Announces a complete set and waits for the response. */
async function announce(device: TestDevice, tokens: readonly string[]): Promise<void> {
  device.send({ type: 'tokens', hashes: tokens.map(hash), more: false });
  await device.next('tokens-kept');
}

/** Logs in with a token; returns the client and the session. */
async function enter(service: TestService, device: TestDevice, sct: string) {
  const client = await service.login({ sct });
  const { session, tokenId } = await device.next('session-open');
  await client.text();
  return { client, session, tokenId };
}

test('the service announces support for device tokens', async () => {
  await using service = await TestService.start();
  const device = await TestDevice.open(service.target);
  await device.prove(service.target);
  expect((await device.next('attached')).features).toEqual([
    'tokens/1',
    'verbatim/1',
    'push/1',
    'revocation/1',
  ]);
});

test('a token is valid as soon as it is announced, with the id that the device knows; other tokens are not', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  expect((await (await service.login({ sct: ANNA })).closed).code).toBe(4002);
  device.send({ type: 'tokens', hashes: [hash(ANNA)], more: false });
  expect(await device.next('tokens-kept')).toEqual({ type: 'tokens-kept', kept: 1, refused: 0 });
  expect((await enter(service, device, ANNA)).tokenId).toBe(idOf(ANNA));
  for (const sct of [BOB, hash(ANNA), idOf(ANNA)])
    expect((await (await service.login({ sct })).closed).code).toBe(4002);
});

test('an announced token is valid only for the device that announced it', async () => {
  await using service = await TestService.start();
  const identity = await makeIdentity();
  await service.service.registry.devices.add({
    productId: PRODUCT,
    deviceId: 'de-2',
    fingerprint: identity.fingerprint,
  });
  const device = await service.attach();
  const other = await service.attach({ deviceId: 'de-2', identity });
  await announce(other, [ANNA]);
  await announce(device, [BOB]);
  expect((await (await service.login({ sct: ANNA })).closed).code).toBe(4002);
  expect((await (await service.login({ deviceId: 'de-2', sct: BOB })).closed).code).toBe(4002);
});

test('after adding and withdrawing single tokens, later messages of the device take effect after the change', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  await announce(device, []);
  device.send({ type: 'token-add', hash: hash(ANNA) });
  device.say(session, candidate(1));
  await client.text();
  const anna = await service.login({ sct: ANNA });
  await device.next('tokens-kept');
  await device.next('session-open');
  await anna.text();
  device.send({ type: 'token-withdraw', hash: hash(ANNA) });
  device.say(session, candidate(2));
  await client.text();
  expect((await (await service.login({ sct: ANNA })).closed).code).toBe(4002);
});

test.each(['a single change', 'a new set'])(
  'withdrawing a token by %s ends its sessions, and no others',
  async (how) => {
    await using service = await TestService.start();
    const device = await service.attach();
    await announce(device, [ANNA, BOB]);
    const anna = await enter(service, device, ANNA);
    const bob = await enter(service, device, BOB);
    if (how === 'a new set') device.send({ type: 'tokens', hashes: [hash(BOB)], more: false });
    else device.send({ type: 'token-withdraw', hash: hash(ANNA) });
    expect((await device.next('tokens-kept')).kept).toBe(1);
    service.clock.advance(250);
    expect((await anna.client.closed).code).toBe(4002);
    expect(await device.next('session-close')).toMatchObject({ session: anna.session, code: 4002 });
    bob.client.sendText(candidate(1));
    expect(await device.heard(bob.session, 1)).toEqual([candidate(1)]);
  },
);

test('a new set applies when its last part has arrived, and the previous one until then', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  await announce(device, [ANNA]);
  device.send({ type: 'tokens', hashes: [hash(BOB)], more: true });
  await enter(service, device, ANNA);
  expect((await (await service.login({ sct: BOB })).closed).code).toBe(4002);
  device.send({ type: 'tokens', hashes: [], more: false });
  expect(await device.next('tokens-kept')).toMatchObject({ kept: 1 });
  await enter(service, device, BOB);
});

test('tokens stay valid while the device is away, and attaching without announcing withdraws none', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  await announce(device, [ANNA]);
  device.link.socket.close();
  await device.closed;
  expect((await (await service.login({ sct: ANNA })).closed).code).toBe(4003);
  await enter(service, await service.attach(), ANNA);
});

test('above the limit the first tokens are kept, and withdrawn ones are invalid anyway', async () => {
  await using service = await TestService.start({ limits: { tokensPerDevice: 2 } });
  const device = await service.attach();
  device.send({ type: 'tokens', hashes: [hash('old'), hash(ANNA)], more: false });
  expect(await device.next('tokens-kept')).toMatchObject({ kept: 2, refused: 0 });
  device.send({ type: 'token-add', hash: hash(BOB) });
  expect(await device.next('tokens-kept')).toMatchObject({ kept: 2, refused: 1 });
  device.send({ type: 'tokens', hashes: [hash(ANNA), hash(BOB), hash('third')], more: false });
  expect(await device.next('tokens-kept')).toMatchObject({ kept: 2, refused: 1 });
  await enter(service, device, ANNA);
  await enter(service, device, BOB);
  for (const sct of ['old', 'third']) expect((await (await service.login({ sct })).closed).code).toBe(4002);
  device.send({ type: 'token-withdraw', hash: hash(ANNA) });
  expect(await device.next('tokens-kept')).toMatchObject({ kept: 1, refused: 0 });
  device.send({ type: 'token-add', hash: hash('third') });
  expect(await device.next('tokens-kept')).toMatchObject({ kept: 2, refused: 0 });
});

test('announcing a known token again, or withdrawing an unknown one, changes nothing', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  await announce(device, [ANNA, ANNA]);
  device.send({ type: 'token-add', hash: hash(ANNA) });
  device.send({ type: 'token-withdraw', hash: hash(BOB) });
  for (const _ of [1, 2]) expect(await device.next('tokens-kept')).toMatchObject({ kept: 1, refused: 0 });
});

test('a change before the first set is ignored', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  device.send({ type: 'token-add', hash: hash(ANNA) });
  await announce(device, []);
  expect((await (await service.login({ sct: ANNA })).closed).code).toBe(4002);
});

test('announcements above the rate limit close the device with 1008', async () => {
  await using service = await TestService.start({ limits: { messageBurst: 8, tokensPerDevice: 3 } });
  const device = await service.attach();
  // 8 and 4 times 3: a set counts as one message plus its hashes
  for (let round = 0; round < 5; round += 1) await announce(device, [ANNA, BOB, 'c']);
  device.send({ type: 'token-withdraw', hash: hash('c') });
  expect((await device.closed).code).toBe(1008);
});

test('a device that announces no tokens, like older versions, is served normally', async () => {
  await using service = await TestService.start();
  const link = await TestSocket.open(`${service.service.url}${ATTACHMENT_PATH}`, [ATTACHMENT_SUBPROTOCOL]);
  const device = new TestDevice(link);
  await device.prove(service.target);
  // an older device checks only the type
  expect(JSON.parse(await link.text())).toMatchObject({ type: 'attached' });
  const { client, session } = await service.connect(device);
  client.sendText(candidate(1));
  expect(await device.heard(session, 1)).toEqual([candidate(1)]);
  expect(link.pending).toEqual([]);
});

test('each announcement is recorded with ids and never with hashes', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  await announce(device, [ANNA]);
  device.send({ type: 'token-add', hash: hash(BOB) });
  device.send({ type: 'token-withdraw', hash: hash(BOB) });
  await device.next('tokens-kept');
  await device.next('tokens-kept');
  const { audit } = service.service.registry;
  await audit.flush();
  const rows = await audit.list({ deviceId: DEVICE, limit: 100 });
  expect(rows.map(({ action, outcome, tokenId }) => [action, outcome, tokenId]).toReversed()).toEqual([
    ['device.attach', 'allowed', undefined],
    ['token.announce', 'allowed', undefined],
    ['token.announce', 'allowed', idOf(BOB)],
    ['token.withdraw', 'allowed', idOf(BOB)],
  ]);
  expect(rows.map(({ detail }) => detail)).toContain('kept 1, refused 0');
  expect(JSON.stringify(rows)).not.toContain(hash(ANNA).slice(0, 20));
  expect(JSON.stringify(rows)).not.toContain(hash(BOB).slice(0, 20));
});
