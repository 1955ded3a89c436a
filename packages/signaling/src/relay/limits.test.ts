/** @module Every limit of a socket, at it and one above. */
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { candidate, candidateOfSize } from '../test-support/messages.fixture.ts';
import { TestService } from '../test-support/test-service.fixture.ts';

const FRAME_BYTES = 64 * 1024;

test('frame size: 64 KiB is relayed, one byte more closes with 1009', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  client.sendText(candidateOfSize(FRAME_BYTES));
  expect(await device.heard(session, 1)).toEqual([candidateOfSize(FRAME_BYTES)]);
  client.sendText(candidateOfSize(FRAME_BYTES + 1));
  expect((await client.closed).code).toBe(1009);
  expect((await device.next('session-close')).session).toBe(session);
});

test('frames are not compressed, whatever the other side offers', async () => {
  await using service = await TestService.start();
  const client = await service.open({ perMessageDeflate: true });
  expect(client.socket.extensions).toBe('');
});

test('rate: a burst of 100 is relayed, one more closes with 1008', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  for (let number = 1; number < 100; number += 1) client.sendText(candidate(number));
  expect(await device.heard(session, 99)).toHaveLength(99);
  client.sendText(candidate(100));
  expect(await client.closed).toEqual({ code: 1008, reason: 'sends too fast' });
  expect(await device.next('session-close')).toMatchObject({ session, code: 1008 });
});

test('rate: 30 more after each second, and not one more', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  for (let number = 1; number < 100; number += 1) client.sendText(candidate(number));
  await device.heard(session, 99);
  for (let second = 0; second < 3; second += 1) {
    service.clock.advance(1_000);
    for (let number = 0; number < 30; number += 1) client.sendText(candidate(number));
    expect(await device.heard(session, 30)).toHaveLength(30);
  }
  client.sendText(candidate(0));
  expect((await client.closed).code).toBe(1008);
});

test('rate: ignored messages, binary frames and pings count as well', async () => {
  await using service = await TestService.start();
  const client = await service.open();
  for (let count = 0; count < 34; count += 1) {
    client.sendText('nonsense');
    client.socket.send(Buffer.from([1]));
    client.socket.ping();
  }
  expect((await client.closed).code).toBe(1008);
});

test('sockets of an address: at the limit, one above (429), and again when one has gone', async () => {
  await using service = await TestService.start({ limits: { socketsPerAddress: 3 } });
  const device = await service.attach();
  const { client } = await service.connect(device);
  await service.open();
  await expect(service.open()).rejects.toThrow('429');
  await expect(service.attach()).rejects.toThrow('429');
  client.socket.terminate();
  await device.next('session-close');
  await service.connect(device);
});

test('sockets of an address: behind a trusted proxy the forwarded address counts, otherwise never', async () => {
  await using proxied = await TestService.start({ trustProxy: true, limits: { socketsPerAddress: 1 } });
  await proxied.open(from('203.0.113.9, 198.51.100.1'));
  await proxied.open(from('203.0.113.9, 198.51.100.2'));
  await expect(proxied.open(from('203.0.113.10, 198.51.100.2'))).rejects.toThrow('429');
  await using direct = await TestService.start({ limits: { socketsPerAddress: 1 } });
  await direct.open(from('198.51.100.1'));
  await expect(direct.open(from('198.51.100.2'))).rejects.toThrow('429');
});

test('sessions of a device: at the limit, one above (1013), and again when one has gone', async () => {
  await using service = await TestService.start({ limits: { clientsPerDevice: 2 } });
  const device = await service.attach();
  const { client } = await service.connect(device);
  await service.connect(device);
  const refused = await service.login();
  expect(await refused.closed).toEqual({ code: 1013, reason: 'too many sessions with this device' });
  client.socket.close();
  await device.next('session-close');
  await service.connect(device);
});

test('a client that answers no ping is ended after two, one that does lives on', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client: alive } = await service.connect(device);
  const dead = await service.open({ autoPong: false });
  dead.sendText(service.loginText());
  const { session } = await device.next('session-open');
  for (let beat = 0; beat < 2; beat += 1) {
    const pings = [alive, dead].map((client) => once(client.socket, 'ping'));
    service.clock.advance(20_000);
    await Promise.all(pings);
    alive.sendText('{"type":3}');
    await alive.texts(1);
  }
  service.clock.advance(20_000);
  expect((await dead.closed).code).toBe(1006);
  expect(await device.next('session-close')).toMatchObject({ session, code: 1006 });
  alive.sendText('{"type":3}');
  expect(await alive.text()).toContain('"type":4');
});

test('a device that answers no ping is ended after two, and its clients get 4003', async () => {
  await using service = await TestService.start();
  const device = await service.attach({ socketOptions: { autoPong: false } });
  const { client } = await service.connect(device);
  for (let beat = 0; beat < 2; beat += 1) {
    const ping = once(device.link.socket, 'ping');
    const clientPing = once(client.socket, 'ping');
    service.clock.advance(20_000);
    await Promise.all([ping, clientPing]);
    client.sendText('{"type":3}');
    await client.texts(1);
  }
  service.clock.advance(20_000);
  expect((await client.closed).code).toBe(4003);
});

test('a client that does not read is given up, and its device goes on with the others', async () => {
  await using service = await TestService.start({
    limits: { messageBurst: 100_000, bufferedBytes: 128 * 1024 },
  });
  const device = await service.attach();
  const slow = await service.connect(device);
  const other = await service.connect(device);
  slow.client.socket.pause();
  const ended = device.next('session-close');
  await floodUntil(ended, () => device.link.flushText(largeMessage(slow.session)));
  expect(await ended).toMatchObject({ session: slow.session, code: 1008 });
  device.say(other.session, candidate(1));
  expect(await other.client.text()).toBe(candidate(1));
});

test('a device that does not read holds its clients back; when it reads on, all is there in order', async () => {
  const total = 400;
  await using service = await TestService.start({
    limits: { messageBurst: 100_000, bufferedBytes: 128 * 1024 },
  });
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  device.link.socket.pause();
  const sent: Promise<void>[] = [];
  for (let number = 0; number < total; number += 1) {
    sent.push(
      client.flushText(candidateOfSize(FRAME_BYTES - 4).replace('candidate:0', `candidate:${number}`)),
    );
  }
  await sent[0];
  expect(client.socket.bufferedAmount).toBeGreaterThan(0);
  device.link.socket.resume();
  for (let number = 0; number < total; number += 1) {
    const [text = ''] = await device.heard(session, 1);
    expect(text).toContain(`candidate:${number}x`);
  }
  expect(device.link.pending).toEqual([]);
});

/** Does `act` again and again until `end`, letting the event loop turn in between. */
async function floodUntil(end: Promise<unknown>, act: () => Promise<void>): Promise<void> {
  const state = { isOver: false };
  const over = end.finally(() => {
    state.isOver = true;
  });
  while (!state.isOver) {
    await Promise.race([over, act()]);
    await setImmediate();
  }
}

function from(address: string): { headers: Record<string, string> } {
  return { headers: { 'x-forwarded-for': address } };
}

function largeMessage(session: string): string {
  return JSON.stringify({ type: 'session-message', session, message: candidateOfSize(FRAME_BYTES) });
}
