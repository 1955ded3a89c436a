/** @module Clients that wait for their device: what they get, limits, and what ends the wait. */
import { encodeWaitLogin } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { idOf } from '../test-support/secret-parts.fixture.ts';
import { DEVICE, PRODUCT, TestService } from '../test-support/test-service.fixture.ts';
import type { TestSocket } from '../test-support/test-socket.fixture.ts';

async function wait(service: TestService, sct = service.sct): Promise<TestSocket> {
  const client = await service.open();
  client.sendText(encodeWaitLogin({ kind: 'login', productId: PRODUCT, deviceId: DEVICE, sct }));
  return client;
}

const OFFLINE = '{"type":22,"isAttached":false}';
const ATTACHED = '{"type":22,"isAttached":true}';

test('a client that waits hears that its device is offline, and when it attaches; then its socket is closed', async () => {
  await using service = await TestService.start();
  const [one, other] = [await wait(service), await wait(service)];
  for (const client of [one, other]) expect(await client.text()).toBe(OFFLINE);
  const device = await service.attach();
  for (const client of [one, other]) {
    expect(await client.text()).toBe(ATTACHED);
    expect(await client.closed).toEqual({ code: 1000, reason: 'device attached' });
  }
  await service.connect(device);
});

test('a device that is attached already is reported at once, and gets no session', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const client = await wait(service);
  expect(await client.text()).toBe(ATTACHED);
  expect((await client.closed).code).toBe(1000);
  const { session } = await service.connect(device);
  expect(session).toBeDefined();
});

test('a token that is revoked during the wait closes the socket with 4002, and an unknown one gets it at once', async () => {
  await using service = await TestService.start();
  const client = await wait(service);
  expect(await client.text()).toBe(OFFLINE);
  await service.service.registry.tokens.revoke(idOf(service.sct));
  service.clock.advance(250);
  expect((await client.closed).code).toBe(4002);
  expect((await (await wait(service, 'unknown')).closed).code).toBe(4002);
});

test('a wait ends with 4003 after a quarter of an hour', async () => {
  await using service = await TestService.start({ limits: { pingIntervalMs: 86_400_000 } });
  const client = await wait(service);
  expect(await client.text()).toBe(OFFLINE);
  service.clock.advance(15 * 60_000);
  expect((await client.closed).code).toBe(4003);
});

test.each([
  ['waitingPerToken', 'too many clients wait with this token'],
  ['waitingClients', 'too many clients wait for devices'],
])(
  'beyond %s a client is closed with 1013 and the reason, until another stops to wait',
  async (limit, reason) => {
    await using service = await TestService.start({ limits: { [limit]: 1 } });
    const first = await wait(service);
    expect(await first.text()).toBe(OFFLINE);
    expect(await (await wait(service)).closed).toEqual({ code: 1013, reason });
    first.socket.close(1000);
    await first.closed;
    expect(await (await wait(service)).text()).toBe(OFFLINE);
  },
);

test('a stopping service closes waiting clients with 1012', async () => {
  await using service = await TestService.start();
  const client = await wait(service);
  expect(await client.text()).toBe(OFFLINE);
  await service.service.close();
  expect((await client.closed).code).toBe(1012);
});
