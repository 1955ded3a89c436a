/** @module Clients and devices connect with ids in any case (docs/adr/0051). */
import { expect, test } from 'vitest';
import { candidate } from '../test-support/messages.fixture.ts';
import { DEVICE, PRODUCT, TestService } from '../test-support/test-service.fixture.ts';

const UPPER = { productId: PRODUCT.toUpperCase(), deviceId: DEVICE.toUpperCase() };

test('a client and a device connect with ids in different case', async () => {
  await using service = await TestService.start();
  const device = await service.attach(UPPER);
  const client = await service.login({ productId: PRODUCT, deviceId: UPPER.deviceId });
  const { session } = await device.next('session-open');
  await client.text();
  client.sendText(candidate(1));
  expect(await device.heard(session, 1)).toEqual([candidate(1)]);
});

test('a device that attaches with ids in another case replaces its own attachment', async () => {
  await using service = await TestService.start();
  const first = await service.attach();
  await service.attach(UPPER);
  expect((await first.closed).reason).toBe('replaced by a newer attachment');
});

test('a token for another device of the product is refused, whatever the case of the ids', async () => {
  await using service = await TestService.start();
  const { tokens, devices } = service.service.registry;
  await devices.add({ productId: PRODUCT, deviceId: 'other', fingerprint: service.identity.fingerprint });
  await service.attach(UPPER);
  const { value } = await tokens.add({
    productId: UPPER.productId,
    deviceId: 'OTHER',
    lifetimeMs: 1_000_000,
  });
  const client = await service.login({ ...UPPER, sct: value });
  expect((await client.closed).code).toBe(4002);
});
