/** @module POST /webrtc/oauth: its statuses, the user of the connection afterwards, what ends the login, and the rate limits. */
import { passwordVerifier } from '@longwire/protocol';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  ResourceHarness,
  testFingerprint,
  type HarnessBody,
  type HarnessClient,
} from '../../coap/resource-harness.fixture.ts';
import { put, send } from '../../iam/resources/household.fixture.ts';
import { ADMIN_PASSWORD, stateWith } from '../login.fixture.ts';
import { AUDIENCE, ISSUER, KeyServer, makeSigner } from './issuer.fixture.ts';
import { createTokenVerifier } from './token-verifier.ts';

const signer = await makeSigner('k1');
const verifyToken = createTokenVerifier({
  oauth: { issuer: ISSUER, audience: AUDIENCE, jwks: { keys: [signer.jwk] } },
});
const state = stateWith(
  { username: 'admin', role: 'Administrator', passwordVerifier: passwordVerifier(ADMIN_PASSWORD) },
  { username: 'bob', role: 'Standard', oauthSubject: 'subject-bob' },
  {
    username: 'gina',
    role: 'Guest',
    fingerprints: [{ fingerprint: testFingerprint("gina's phone"), name: null }],
  },
);

let harness: ResourceHarness;
let admin: HarnessClient;
let client: HarnessClient;
beforeEach(async () => {
  harness = new ResourceHarness({ state, verifyToken });
  admin = harness.connect('office');
  client = harness.connect('laptop');
  await admin.login('admin', ADMIN_PASSWORD);
});

const textBody = (text: string): HarnessBody => ({ bytes: new TextEncoder().encode(text), contentFormat: 0 });
/** The status and text of the answer to a token. */
async function post(from: HarnessClient, token: string): Promise<string> {
  const answer = await from.request('POST', '/webrtc/oauth', textBody(token));
  return `${answer.statusCode} ${answer.text()}`.trim();
}

async function bobAgain(): Promise<void> {
  await admin.request('POST', '/iam/users', { cbor: { Username: 'bob' } });
  await put(admin, '/iam/users/bob/role', 'Standard');
  await put(admin, '/iam/users/bob/oauth-subject', 'subject-bob');
}

/** Sends `count` bad tokens over the given connections and returns the last answer. */
async function badTokens(count: number, connection: (index: number) => HarnessClient): Promise<string> {
  let last = '';
  for (let index = 0; index < count; index += 1) last = await post(connection(index), 'abc');
  return last;
}

test('503 while the keys of the issuer are out of reach: no try is spent, and the same token works afterwards', async () => {
  await using server = await KeyServer.start();
  server.breakDown();
  let nowMs = 0;
  const verify = createTokenVerifier({
    oauth: { issuer: ISSUER, audience: AUDIENCE, jwks: 'https://issuer.example/keys' },
    fetch: (_url, init) => fetch(server.url, init),
    monotonicMs: () => nowMs,
  });
  harness = new ResourceHarness({ state, verifyToken: verify });
  client = harness.connect('laptop');
  const token = await signer.sign();
  for (let index = 0; index < 15; index += 1)
    expect(await post(client, token)).toBe('503 the token cannot be checked just now');
  server.publish(signer);
  nowMs = 10_000;
  expect(await post(client, token)).toBe('201');
  const stranger = await makeSigner('unknown');
  expect(await post(client, await stranger.sign())).toBe('503 the token cannot be checked just now');
  nowMs = 20_000;
  expect(await post(client, await stranger.sign())).toBe('401 Invalid token');
});

describe('the answers to a token', () => {
  test('201 makes the connection the user that the token names', async () => {
    expect(await post(client, await signer.sign())).toBe('201');
    expect(await client.whoAmI()).toBe('bob');
    expect(harness.iam.isAllowed(client.session, 'Device:Invoke')).toBe(true);
  });

  test('401 for an invalid token, 404 for one that names no user, 400 for another content format', async () => {
    expect(await post(client, 'abc')).toBe('401 Invalid token');
    expect(await post(client, await signer.sign({}, { kid: 'unknown' }))).toBe('401 Invalid token');
    expect(await post(client, await signer.sign({ sub: 'another subject' }))).toBe('404 no such user');
    expect((await client.request('POST', '/webrtc/oauth')).statusCode).toBe(401);
    const json = await client.request('POST', '/webrtc/oauth', { json: await signer.sign() });
    expect(`${json.statusCode} ${json.text()}`).toBe('400 invalid content format');
    expect(await client.whoAmI()).toBeUndefined();
  });

  test('401 on a device without an issuer', async () => {
    const alone = new ResourceHarness({ state }).connect('laptop');
    expect(await post(alone, await signer.sign())).toBe('401 Invalid token');
  });

  test('404 for a subject that two users have, also if one of them had it first', async () => {
    expect(await post(client, await signer.sign())).toBe('201');
    expect(await put(admin, '/iam/users/gina/oauth-subject', 'subject-bob')).toBe(204);
    expect(await client.whoAmI()).toBeUndefined();
    expect(await post(client, await signer.sign())).toBe('404 no such user');
  });

  test('a refused later token leaves the user of the connection unchanged; a valid one of another user changes it', async () => {
    await post(client, await signer.sign());
    await post(client, 'abc');
    await post(client, await signer.sign({ sub: 'another subject' }));
    expect(await client.whoAmI()).toBe('bob');
    await put(admin, '/iam/users/admin/oauth-subject', 'subject-admin');
    expect(await post(client, await signer.sign({ sub: 'subject-admin' }))).toBe('201');
    expect(await client.whoAmI()).toBe('admin');
  });

  test('the log contains no token and no subject', async () => {
    const token = await signer.sign();
    await post(client, token);
    await post(client, `${token}x`);
    expect(harness.log.join('\n')).not.toContain(token.slice(-20));
    expect(harness.log.join('\n')).toContain('auth.token-refused');
  });
});

describe('a login by token ends for good when', () => {
  test.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ['its user is deleted', () => send(admin, 'DELETE', '/iam/users/bob'), bobAgain],
    [
      'its user is renamed',
      () => put(admin, '/iam/users/bob/username', 'robert'),
      () => put(admin, '/iam/users/robert/username', 'bob'),
    ],
    [
      'its subject is changed',
      () => put(admin, '/iam/users/bob/oauth-subject', 'another'),
      () => put(admin, '/iam/users/bob/oauth-subject', 'subject-bob'),
    ],
    [
      'its subject is cleared',
      () => put(admin, '/iam/users/bob/oauth-subject', null),
      () => put(admin, '/iam/users/bob/oauth-subject', 'subject-bob'),
    ],
  ])('%s', async (_, end, undo) => {
    await post(client, await signer.sign());
    expect(await client.whoAmI()).toBe('bob');
    await end();
    expect(await client.whoAmI()).toBeUndefined();
    expect(harness.iam.isAllowed(client.session, 'Device:Invoke')).toBe(false);
    await undo();
    expect(await client.whoAmI()).toBeUndefined();
    expect(await post(client, await signer.sign())).toBe('201');
  });

  test('a login by token ends with its connection', async () => {
    await post(client, await signer.sign());
    client.session.end();
    expect(client.session.oauthLogin).toBeUndefined();
    client.session.setOauthLogin({ subject: 'subject-bob', oauthEpoch: 2 });
    expect(client.session.oauthLogin).toBeUndefined();
  });
});

describe('rate limits of tokens', () => {
  test('429 after ten bad tokens on a connection, also for a valid one, until some time has passed', async () => {
    expect(await badTokens(10, () => client)).toBe('401 Invalid token');
    expect(await post(client, 'abc')).toBe('429');
    expect(await post(client, await signer.sign())).toBe('429');
    harness.nowMs += 1000;
    expect(await post(client, await signer.sign())).toBe('201');
  });

  test('a hundred bad tokens use up the limit of new connection tokens, but not that of known browsers or of passwords', async () => {
    expect(await post(harness.connect('laptop', 'known token'), await signer.sign())).toBe('201');
    const strangers = (index: number): HarnessClient =>
      harness.connect(`stranger ${index}`, `token ${index}`);
    // The first valid token has cost a round of the shared bucket.
    expect(await badTokens(99, strangers)).toBe('401 Invalid token');
    expect(await post(harness.connect('one more', 'its own token'), 'abc')).toBe('429');
    expect(await post(harness.connect('one more', 'known token'), await signer.sign())).toBe('201');
    expect(await post(harness.connect("gina's phone", 'its own token'), await signer.sign())).toBe('201');
    expect(await harness.connect('tablet', 'its own token').login('admin', ADMIN_PASSWORD)).toBe(201);
  });

  test('valid tokens cost signature checks too: twenty at once on a connection', async () => {
    for (let index = 0; index < 20; index += 1) expect(await post(client, await signer.sign())).toBe('201');
    expect(await post(client, await signer.sign())).toBe('429');
  });

  test('many tokens with unknown keys cause one fetch of the keys', async () => {
    await using server = await KeyServer.start();
    server.publish(signer);
    const verify = createTokenVerifier({ oauth: { issuer: ISSUER, jwks: server.url.href } });
    const device = new ResourceHarness({ state, verifyToken: verify });
    const strange = await (await makeSigner('unknown')).sign();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        post(device.connect(`stranger ${index}`, `t${index}`), strange),
      ),
    );
    expect(new Set(answers)).toEqual(new Set(['401 Invalid token']));
    expect(server.hits).toBe(1);
    expect(await post(device.connect("gina's phone"), await signer.sign())).toBe('201');
    server.breakDown();
  });
});
