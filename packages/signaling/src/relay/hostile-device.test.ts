/** @module Messages of a hostile device reach only its own clients. */
import { MAX_ATTACHMENT_TEXT_LENGTH } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { candidate, candidateOfSize } from '../test-support/messages.fixture.ts';
import { makeIdentity } from '../test-support/test-identity.fixture.ts';
import { PRODUCT, TestService } from '../test-support/test-service.fixture.ts';

const FRAME_BYTES = 64 * 1024;

test('garbage and messages for unknown sessions are ignored', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  for (const text of [
    '',
    '{}',
    '[]',
    'null',
    '{"type":"session-message"}',
    '>',
    `>${session}`,
    '>no such session\n{"type":5}',
    '{"type":"session-close","session":"x"}',
  ]) {
    device.link.sendText(text);
  }
  device.link.socket.send(Buffer.from([0, 255]));
  device.say('no such session', candidate(1));
  device.send({ type: 'session-close', session: '__proto__', code: 1000 });
  device.send({ type: 'session-open', session: 'mine', tokenId: 't', iceServers: [] });
  device.send({ type: 'attached' });
  device.say(session, candidate(2));
  expect(await client.text()).toBe(candidate(2));
});

test("a device cannot send the service's own messages: only types 0, 1, 2 and 5 are relayed", async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  const forged = [
    '{"type":21}',
    '{"type":4,"iceServers":[{"urls":["turn:evil.example"]}]}',
    '{"type":3}',
    'x',
    '{}',
  ];
  for (const text of forged) device.say(session, text);
  device.say(session, '{"type":20,"productId":"p","deviceId":"d","sct":"s"}');
  device.say(session, '{"type":5}');
  expect(await client.text()).toBe('{"type":5}');
});

test('a device cannot send to clients of another device, even with the session id', async () => {
  await using service = await TestService.start();
  const identity = await makeIdentity();
  await service.service.registry.devices.add({
    productId: PRODUCT,
    deviceId: 'de-2',
    fingerprint: identity.fingerprint,
  });
  const device = await service.attach();
  const hostile = await service.attach({ deviceId: 'de-2', identity });
  const { client, session } = await service.connect(device);
  hostile.say(session, candidate(666));
  hostile.send({ type: 'session-close', session, code: 4010 });
  hostile.link.socket.close();
  await hostile.closed;
  device.say(session, candidate(1));
  expect(await client.text()).toBe(candidate(1));
});

test('a message of the largest frame size is relayed, one byte more is not', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  device.say(session, candidateOfSize(FRAME_BYTES + 1));
  device.say(session, candidateOfSize(FRAME_BYTES));
  expect(await client.text()).toBe(candidateOfSize(FRAME_BYTES));
});

test('an attachment frame at the limit is accepted, one byte more closes with 1009', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  device.link.sendText('x'.repeat(MAX_ATTACHMENT_TEXT_LENGTH));
  device.say(session, candidate(1));
  expect(await client.text()).toBe(candidate(1));
  device.link.sendText('x'.repeat(MAX_ATTACHMENT_TEXT_LENGTH + 1));
  expect((await device.closed).code).toBe(1009);
});

test('a flood in one session ends that session with 4010 and no others', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const flooded = await service.connect(device);
  const other = await service.connect(device);
  for (let number = 0; number < 101; number += 1) device.say(flooded.session, candidate(number));
  expect(await flooded.client.texts(100)).toHaveLength(100);
  expect((await flooded.client.closed).code).toBe(4010);
  expect(await device.next('session-close')).toMatchObject({ session: flooded.session, code: 1008 });
  device.say(other.session, candidate(1));
  expect(await other.client.text()).toBe(candidate(1));
});

test('a flood of messages outside any session closes with 1008, one above the limit', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  for (let count = 0; count < 98; count += 1) device.say('none', candidate(count));
  device.say(session, candidate(1));
  expect(await client.text()).toBe(candidate(1));
  device.say('none', candidate(0));
  expect(await device.closed).toEqual({ code: 1008, reason: 'sends too fast' });
  expect((await client.closed).code).toBe(4003);
});

test('messages for a session that has just ended do not count against a device', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  for (let round = 0; round < 3; round += 1) {
    const { client, session } = await service.connect(device);
    client.socket.close();
    await device.next('session-close');
    for (let count = 0; count < 90; count += 1) device.say(session, candidate(count));
    device.send({ type: 'session-close', session, code: 1000 });
  }
  const { client, session } = await service.connect(device);
  device.say(session, candidate(1));
  expect(await client.text()).toBe(candidate(1));
});
