/** @module Logging in with an issuer's token: the third way of identifying the user of a connection. */
import { type CborValue } from '@longwire/protocol';
import { encodeCbor } from '@longwire/protocol/cbor';
import type { Device } from '../harness/device.ts';
import { expectMovingPicture } from '../harness/expect-moving-picture.ts';
import { expect, test } from '../harness/fixtures.ts';
import { Issuer } from '../harness/issuer.ts';
import { HARD_PRESSED_DEVICE } from '../harness/paths.ts';
import { settledAfterMs } from '../harness/settled.ts';
import { optionsFor, type TestClient } from '../harness/test-client.ts';

const VIDEO = 'frontdoor-video';

let issuer: Issuer;
let device: Device;
let admin: TestClient;
let client: TestClient;

async function put(path: string, value: CborValue): Promise<number> {
  const body = { payload: encodeCbor(value), contentFormat: 60 };
  return (await admin.request('PUT', path, body)).statusCode;
}
const postToken = async (token: string): Promise<number> =>
  (await client.request('POST', '/webrtc/oauth', { payload: Buffer.from(token), contentFormat: 0 }))
    .statusCode;

test.beforeEach(async ({ shared, start, connectClient }) => {
  issuer = await Issuer.start();
  device = await start.device(shared.service, 'longwire', {
    main: HARD_PRESSED_DEVICE,
    args: ['--oauth-jwks', issuer.jwksUrl],
  });
  const options = optionsFor(device, shared.service.webSocketUrl);
  admin = await connectClient(options);
  await admin.logInAsAdmin(device);
  await admin.createUser('bob', 'Standard');
  expect(await put('/iam/users/bob/oauth-subject', 'subject-bob')).toBe(204);
  client = await connectClient(options);
});
test.afterEach(async () => await issuer.stop());

test('a token makes the connection the user it names; after the user is deleted the connection sees nothing', async () => {
  expect(await client.requestTracks(VIDEO)).toBe(401);
  expect(await postToken(issuer.token('subject-bob'))).toBe(201);
  expect(await client.whoAmI()).toEqual({ username: 'bob', role: 'Standard' });
  expect(await client.requestTracks(VIDEO)).toBe(201);
  await expectMovingPicture(client);

  expect((await admin.request('DELETE', '/iam/users/bob')).statusCode).toBe(202);
  const frames = async (): Promise<number> => await client.statistic('inbound-rtp', 'framesReceived');
  expect(await settledAfterMs(frames)).toBeLessThan(1000);
  expect(await client.requestTracks(VIDEO)).toBe(401);
  expect((await client.request('GET', '/iam/me')).statusCode).toBe(404);
  expect(await postToken(issuer.token('subject-bob'))).toBe(404);
});

test('every invalid token is refused, and the device keeps running', async () => {
  const good = issuer.token('subject-bob');
  const seconds = Math.floor(Date.now() / 1000);
  expect(await postToken(issuer.token('no-such-user'))).toBe(404);
  for (const token of [
    'garbage',
    `${good.slice(0, -8)}AAAAAAAA`,
    issuer.token('subject-bob', { iss: 'https://other.example' }),
    issuer.token('subject-bob', { aud: 'other' }),
    issuer.token('subject-bob', { exp: seconds - 61 }),
    issuer.token('subject-bob', { nbf: seconds + 120 }),
  ])
    expect(await postToken(token)).toBe(401);
  expect(await client.request('GET', '/iam/me')).toMatchObject({ statusCode: 404 });
  expect(await postToken(issuer.token('subject-bob', { aud: ['other', 'gate'], exp: seconds - 30 }))).toBe(
    201,
  );
});

test('an unknown key causes no second request for the keys moments later: 503, so that the client tries again; cached keys work while the issuer is down', async () => {
  expect(await postToken(issuer.token('subject-bob'))).toBe(201);
  const token = issuer.token('subject-bob');
  issuer.rotate();
  for (let tries = 0; tries < 5; tries += 1) expect(await postToken(issuer.token('subject-bob'))).toBe(503);
  expect(issuer.hits).toBe(1);
  expect(await postToken(token)).toBe(201);
  await issuer.stop();
  expect(await postToken(token)).toBe(201);
  issuer = await Issuer.start();
});

test('a password login takes precedence over a token', async () => {
  expect(await postToken(issuer.token('subject-bob'))).toBe(201);
  await client.logInAsAdmin(device);
  expect(await client.whoAmI()).toMatchObject({ username: 'admin' });
  expect(await postToken(issuer.token('subject-bob'))).toBe(201);
  expect(await client.whoAmI()).toMatchObject({ username: 'admin' });
  expect(await put('/iam/users/admin/password', 'another password')).toBe(204);
  expect(await client.whoAmI()).toMatchObject({ username: 'bob' });
});
