/** @module The three ways to identify a caller, in their order: certificate, password, token. */
import { expect, test } from 'vitest';
import { passwordVerifier } from '@longwire/protocol';
import { stateWith } from '../auth/login.fixture.ts';
import { ResourceHarness, testFingerprint, type HarnessClient } from '../coap/resource-harness.fixture.ts';
import { put, send } from './resources/household.fixture.ts';

const PASSWORD = 'the password';
const fingerprint = testFingerprint('laptop');

interface Known {
  certificate: boolean;
  password: boolean;
  token: boolean;
}

/** A device where a certificate may be anna's, a password bea's and a token carla's, and a connection that has presented them. */
async function connected({ certificate, password, token }: Known): Promise<{
  readonly admin: HarnessClient;
  readonly client: HarnessClient;
}> {
  const state = stateWith(
    { username: 'admin', role: 'Administrator', passwordVerifier: passwordVerifier(PASSWORD) },
    { username: 'anna', fingerprints: certificate ? [{ fingerprint, name: null }] : [] },
    { username: 'bea', passwordVerifier: passwordVerifier(PASSWORD) },
    { username: 'carla', oauthSubject: 'subject-carla' },
  );
  const harness = new ResourceHarness({ state, verifyToken: () => Promise.resolve('subject-carla') });
  const admin = harness.connect('office');
  await admin.login('admin', PASSWORD);
  const client = harness.connect('laptop');
  // In reverse order of precedence, which must not depend on the order of events.
  const steps = [
    ...(token
      ? [
          async () =>
            (await client.request('POST', '/webrtc/oauth', { bytes: new Uint8Array(1), contentFormat: 0 }))
              .statusCode,
        ]
      : []),
    ...(password ? [() => client.login('bea', PASSWORD)] : []),
  ];
  for (const step of steps) expect(await step()).toBe(201);
  return { admin, client };
}

const is = [true, false];
const combinations = is.flatMap((certificate) =>
  is.flatMap((password) => is.map((token): Known => ({ certificate, password, token }))),
);
const whoIs = ({ certificate, password, token }: Known): string | undefined =>
  (certificate ? 'anna' : undefined) ?? (password ? 'bea' : undefined) ?? (token ? 'carla' : undefined);
const table = combinations.map((known): [string, Known] => [
  `certificate ${known.certificate}, password ${known.password}, token ${known.token}: ${whoIs(known) ?? 'anonymous'}`,
  known,
]);

test.each(table)('%s; also while each is removed, in any order', async (_, known) => {
  const ways = ['certificate', 'password', 'token'] as const;
  for (const first of ways)
    for (const second of ways.filter((way) => way !== first)) {
      const { admin, client } = await connected(known);
      const takeAway = {
        certificate: () => send(admin, 'DELETE', `/iam/users/anna/fingerprints/${fingerprint}`),
        password: () => put(admin, '/iam/users/bea/password', null),
        token: () => put(admin, '/iam/users/carla/oauth-subject', null),
      };
      const left = { ...known };
      expect(await client.whoAmI()).toBe(whoIs(left));
      for (const way of [first, second, ...ways.filter((other) => other !== first && other !== second)]) {
        await takeAway[way]();
        left[way] = false;
        expect(await client.whoAmI()).toBe(whoIs(left));
      }
    }
});

test('a deleted user is not identified in any way, and the next way counts', async () => {
  const { admin, client } = await connected({ certificate: true, password: true, token: true });
  for (const [username, next] of [
    ['anna', 'bea'],
    ['bea', 'carla'],
    ['carla', undefined],
  ] as const) {
    await send(admin, 'DELETE', `/iam/users/${username}`);
    expect(await client.whoAmI()).toBe(next);
  }
});
