/** @module How a device attaches, and every way to fail (docs/protocol/attachment.md). */
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { candidate } from '../test-support/messages.fixture.ts';
import { TestDevice, type DeviceTarget } from '../test-support/test-device.fixture.ts';
import { makeIdentity } from '../test-support/test-identity.fixture.ts';
import { TestService } from '../test-support/test-service.fixture.ts';

async function attempt(target: DeviceTarget): Promise<{ code: number; reason: string }> {
  const device = await TestDevice.open(target);
  await device.prove(target);
  return device.closed;
}

test('an attachment with an unregistered key is closed with 4002', async () => {
  await using service = await TestService.start();
  const identity = await makeIdentity();
  expect((await attempt({ ...service.target, identity })).code).toBe(4002);
});

test('a proof for another service is rejected with 4002', async () => {
  await using service = await TestService.start();
  expect((await attempt({ ...service.target, audience: 'other.example' })).code).toBe(4002);
});

test('with a public URL, a proof must name its host', async () => {
  await using service = await TestService.start({ publicUrl: 'https://Signal.example:8443/base' });
  expect((await attempt(service.target)).code).toBe(4002);
  const device = await service.attach({ audience: 'signal.example:8443' });
  await service.connect(device);
});

test('a proof that was used on another socket is rejected with 4002', async () => {
  await using service = await TestService.start();
  const { productId, deviceId } = service.target;
  const tokens: string[] = [];
  const first = await TestDevice.open(service.target);
  const send = first.send.bind(first);
  first.send = (message) => {
    if (message.type === 'prove') tokens.push(message.token);
    send(message);
  };
  await first.prove(service.target);
  await first.next('attached');
  const second = await TestDevice.open(service.target);
  second.send({ type: 'hello', productId, deviceId });
  await second.next('challenge');
  second.send({ type: 'prove', token: tokens[0] ?? '' });
  expect((await second.closed).code).toBe(4002);
});

test.each(['', 'x', 'a.b.c', '.'.repeat(1000)])(
  'an invalid proof is rejected with 4002: %j',
  async (token) => {
    await using service = await TestService.start();
    const device = await TestDevice.open(service.target);
    device.send({ type: 'hello', productId: service.target.productId, deviceId: service.target.deviceId });
    await device.next('challenge');
    device.send({ type: 'prove', token });
    expect(await device.closed).toEqual({ code: 4002, reason: 'base station token rejected' });
  },
);

test('unknown products and devices are rejected with 4005 and 4006', async () => {
  await using service = await TestService.start();
  const one = await TestDevice.open(service.target);
  one.send({ type: 'hello', productId: 'pr-none', deviceId: 'de-1' });
  expect((await one.closed).code).toBe(4005);
  const two = await TestDevice.open(service.target);
  two.send({ type: 'hello', productId: service.target.productId, deviceId: 'de-none' });
  expect((await two.closed).code).toBe(4006);
});

test('a device that is too slow with hello or proof is closed with 4007, and unexpected messages are ignored', async () => {
  await using service = await TestService.start();
  const { productId, deviceId } = service.target;
  const silent = await TestDevice.open(service.target);
  const stuck = await TestDevice.open(service.target);
  stuck.link.sendText('garbage');
  stuck.send({ type: 'prove', token: 'too early' });
  stuck.send({ type: 'hello', productId, deviceId });
  await stuck.next('challenge');
  stuck.send({ type: 'hello', productId, deviceId });
  stuck.say('s', candidate(1));
  service.clock.advance(10_000);
  expect((await silent.closed).code).toBe(4007);
  expect((await stuck.closed).code).toBe(4007);
});

test('a device that has not proven its key is offline', async () => {
  await using service = await TestService.start();
  const device = await TestDevice.open(service.target);
  device.send({ type: 'hello', productId: service.target.productId, deviceId: service.target.deviceId });
  await device.next('challenge');
  expect((await (await service.login()).closed).code).toBe(4003);
});

test('a newer attachment closes the older one with 4009 and its clients with 4003, and new clients reach the newer one', async () => {
  await using service = await TestService.start();
  const older = await service.attach();
  const { client } = await service.connect(older);
  const newer = await service.attach();
  expect(await older.closed).toEqual({ code: 4009, reason: 'replaced by a newer attachment' });
  expect((await client.closed).code).toBe(4003);
  const { session, client: next } = await service.connect(newer);
  next.sendText(candidate(1));
  expect(await newer.heard(session, 1)).toEqual([candidate(1)]);
});

test('an older attachment that ends late does not affect the newer one', async () => {
  await using service = await TestService.start();
  const older = await service.attach({ socketOptions: { autoPong: false } });
  older.link.socket.pause();
  const newer = await service.attach();
  older.link.socket.terminate();
  await once(older.link.socket, 'close');
  const { client } = await service.connect(newer);
  client.sendText('{"type":3}');
  expect(await client.text()).toContain('"type":4');
});

test('one device serves clients while another attaches, disconnects and returns', async () => {
  await using service = await TestService.start();
  const { devices, tokens } = service.service.registry;
  const identity = await makeIdentity();
  const { productId } = service.target;
  await devices.add({ productId, deviceId: 'de-2', fingerprint: identity.fingerprint });
  const { value: sct } = await tokens.add({ productId, deviceId: 'de-2', lifetimeMs: 1_000_000 });
  const first = await service.attach();
  const { client, session } = await service.connect(first);
  const second = await service.attach({ deviceId: 'de-2', identity });
  second.link.socket.close();
  await second.closed;
  const again = await service.attach({ deviceId: 'de-2', identity });
  await service.login({ deviceId: 'de-2', sct });
  await again.next('session-open');
  client.sendText(candidate(5));
  expect(await first.heard(session, 1)).toEqual([candidate(5)]);
});

test('the last-seen time of a device is updated when it attaches, every minute, and when it disconnects', async () => {
  await using service = await TestService.start({ limits: { pingIntervalMs: 86_400_000 } });
  const { devices, lastSeen } = service.service.registry;
  const { productId, deviceId } = service.target;
  const seenAt = async (): Promise<number | undefined> => {
    await lastSeen.flush();
    return (await devices.get({ productId, deviceId }))?.seenAt;
  };
  expect(await seenAt()).toBeUndefined();
  const device = await service.attach();
  const attachedAt = service.clock.wall();
  expect(await seenAt()).toBe(attachedAt);
  service.clock.advance(59_999);
  expect(await seenAt()).toBe(attachedAt);
  service.clock.advance(1);
  expect(await seenAt()).toBe(attachedAt + 60_000);
  service.clock.advance(5_000);
  device.link.socket.close(1000);
  await expect.poll(seenAt).toBe(attachedAt + 65_000);
});
