/** @module Revoked tokens of sessions that go on without signaling are named to their device. */
import { expect, test } from 'vitest';
import { announcedTokenId } from '../ports/tokens.ts';
import { hashSecret } from '../registry/secret.ts';
import { idOf } from '../test-support/secret-parts.fixture.ts';
import type { TestDevice } from '../test-support/test-device.fixture.ts';
import { DEVICE, PRODUCT, TestService } from '../test-support/test-service.fixture.ts';

const KEY = { productId: PRODUCT, deviceId: DEVICE };
const ISSUER = 'https://id.example';
const lifetimeMs = 1_000;

/** The answer to a message that is always answered; everything before it would arrive first. */
async function expectNothingElse(device: TestDevice): Promise<void> {
  device.send({ type: 'tokens', hashes: [], more: false });
  await device.next('tokens-kept');
}

test('a token that is revoked after the end of its client socket is named to the device', async () => {
  await using service = await TestService.start();
  const { tokens } = service.service.registry;
  const other = await tokens.add({ productId: PRODUCT, lifetimeMs });
  const device = await service.attach();
  const { client } = await service.connect(device);
  client.socket.close(3000);
  await device.next('session-close');
  const tokenIds = [idOf(service.sct), other.id];
  device.send({ type: 'session-tokens', tokenIds });
  await expectNothingElse(device);
  await tokens.revoke(idOf(service.sct));
  service.clock.advance(250);
  expect(await device.next('tokens-revoked')).toEqual({
    type: 'tokens-revoked',
    tokenIds: [idOf(service.sct)],
  });
  await tokens.revoke(other.id);
  service.clock.advance(250);
  expect((await device.next('tokens-revoked')).tokenIds).toEqual([other.id]);
});

test('a device that names tokens after attaching learns which of them were revoked in the meantime', async () => {
  await using service = await TestService.start();
  const { tokens, products } = service.service.registry;
  const expired = await tokens.add({ ...KEY, lifetimeMs });
  service.clock.advance(lifetimeMs);
  await products.addIssuer(PRODUCT, { issuer: ISSUER, audience: 'a', jwks: `${ISSUER}/jwks` });
  const announced = hashSecret('a token of a user');
  await tokens.announce(KEY, [announced]);
  await tokens.revoke(idOf(service.sct));
  const valid = [expired.id, announcedTokenId(announced), `jwt:${ISSUER}:ada`];
  const revoked = [idOf(service.sct), 'lw_0000000000', 'jwt:https://other.example:ada', ''];
  const device = await service.attach();
  device.send({ type: 'session-tokens', tokenIds: [...valid, ...revoked] });
  expect((await device.next('tokens-revoked')).tokenIds).toEqual(revoked);
});

test('the tokens of a removed issuer and those that the device withdraws are named too', async () => {
  await using service = await TestService.start();
  const { tokens, products } = service.service.registry;
  await products.addIssuer(PRODUCT, { issuer: ISSUER, audience: 'a', jwks: `${ISSUER}/jwks` });
  const hash = hashSecret('a token of a user');
  await tokens.announce(KEY, [hash]);
  const device = await service.attach();
  const [jwt, announced] = [`jwt:${ISSUER}:ada`, announcedTokenId(hash)];
  device.send({ type: 'session-tokens', tokenIds: [jwt, announced] });
  await expectNothingElse(device);
  service.clock.advance(250);
  expect((await device.next('tokens-revoked')).tokenIds).toEqual([announced]);
  await products.removeIssuer(PRODUCT, ISSUER);
  service.clock.advance(250);
  expect((await device.next('tokens-revoked')).tokenIds).toEqual([jwt]);
});

test('a token that is revoked while it is being checked is named', async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await using service = await TestService.start({
    admission: (standard) => ({
      findDevice: (key) => standard.findDevice(key),
      checkCredential: (key, credential) => standard.checkCredential(key, credential),
      revokedAmong: async (key, ids) => {
        const revoked = await standard.revokedAmong(key, ids);
        asked.resolve();
        await answer.promise;
        return revoked;
      },
    }),
  });
  const device = await service.attach();
  device.send({ type: 'session-tokens', tokenIds: [idOf(service.sct)] });
  await asked.promise;
  await service.service.registry.tokens.revoke(idOf(service.sct));
  service.clock.advance(250);
  expect((await device.next('tokens-revoked')).tokenIds).toEqual([idOf(service.sct)]);
  answer.resolve();
});

test('a set replaces the one before', async () => {
  await using service = await TestService.start();
  const { tokens } = service.service.registry;
  const other = await tokens.add({ ...KEY, lifetimeMs });
  const device = await service.attach();
  device.send({ type: 'session-tokens', tokenIds: [idOf(service.sct), other.id] });
  device.send({ type: 'session-tokens', tokenIds: [other.id] });
  await expectNothingElse(device);
  await tokens.revoke(idOf(service.sct));
  await tokens.revoke(other.id);
  service.clock.advance(250);
  expect((await device.next('tokens-revoked')).tokenIds).toEqual([other.id]);
});

test('a device that names tokens faster than the limit is closed with 1008', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  for (let sent = 0; sent < 101; sent += 1) device.send({ type: 'session-tokens', tokenIds: [] });
  expect(await device.closed).toEqual({ code: 1008, reason: 'sends too fast' });
});
