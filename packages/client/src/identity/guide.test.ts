/// <reference types="node" />
/** @module Runs the programs of docs/guides/known-browsers.md. */
import { readFile } from 'node:fs/promises';
import { encodeCbor } from '@longwire/protocol/cbor';
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createConnection as connectWith } from '../create-connection.ts';
import { createSession as sessionWith } from '../create-session.ts';
import type { Connection, ConnectionOptions, Credentials, Session, SessionOptions } from '../index.ts';
import { parsePairingLink } from '../index.ts';
import { ManualNetwork } from '../session/session-rig.fixture.ts';
import type { BrowserIdentity, SignInResult } from './browser-identity.ts';
import { FakeProfile, fingerprintOf, stubClone } from './identity-rig.fixture.ts';

const DEVICE = { productId: 'pr-fake', deviceId: 'de-fake' };
const ANN = { username: 'ann', password: 'correct horse' };

let world: FakeWorld;
let profile: FakeProfile;
let logins: number;
let isKnown: boolean;

function learn(): { readonly statusCode: number } {
  logins += 1;
  isKnown = true;
  return { statusCode: 201 };
}

/** A device that accepts Ann's password, and this browser's certificate once it is paired. */
beforeEach(async () => {
  stubClone();
  world = await createFakeWorld();
  profile = new FakeProfile();
  [logins, isKnown] = [0, false];
  const fingerprint = fingerprintOf(await profile.own(profile.tab(), DEVICE));
  world.prepare = ({ resources, passwords }) => {
    passwords.set(ANN.username, ANN.password);
    const hasLoggedIn = (): boolean => resources.requests.some(({ path }) => path === '/p2p/pwd-auth/2');
    resources.on('GET /iam/me', () => {
      if (!isKnown && !hasLoggedIn()) return { statusCode: 404 };
      const user = { Username: ANN.username, Fingerprints: isKnown ? [{ Fingerprint: fingerprint }] : [] };
      return { statusCode: 205, contentFormat: 60, payload: encodeCbor(user) };
    });
    resources.on('POST /iam/pairing/password-invite', learn);
    resources.on(`PUT /iam/users/ann/fingerprints/${fingerprint}`, () => ({ ...learn(), statusCode: 204 }));
  };
});
afterEach(() => vi.unstubAllGlobals());

const createBrowserIdentity = (): BrowserIdentity => profile.tab();

function createSession(options: SessionOptions): Session {
  const fakes = { network: new ManualNetwork() };
  return sessionWith({ ...options, ...world.options, ...fakes });
}

function createConnection(options: ConnectionOptions): Connection {
  return connectWith({ ...world.options, ...options });
}

interface Page {
  readonly location: { readonly href: string };
  readonly show: (words: string) => void;
}

function inASession({ location, show }: Page): Session {
  const link = parsePairingLink(location.href);
  const { productId, deviceId, sct, fingerprint, username, password, isInvite } = link;

  const identity = createBrowserIdentity();
  identity.on('unknown-to-device', () => show('Not known here. Ask the owner for a new invite.'));
  identity.on('unavailable', ({ reason }) => show(`This browser will not be remembered (${reason}).`));
  identity.on('renewal-refused', ({ expiresMs }) => {
    show(`Ask for a new invite before ${new Date(expiresMs).toLocaleDateString()}.`);
  });

  const credentials = username && password ? { username, password } : undefined;
  const device = { productId, deviceId };
  const session = createSession({
    signalingServerUrl: 'wss://service.example',
    ...device,
    sct,
    fingerprint,
    ...identity.forSession(device, { credentials, isInvite, fingerprintName: 'Kitchen tablet' }),
  });
  return session;
}

interface Arrival extends Pick<ConnectionOptions, 'signalingServerUrl' | 'sct'> {
  readonly device: { readonly productId: string; readonly deviceId: string };
  readonly fingerprint: string;
  readonly credentials: Credentials | undefined;
}

async function withAConnection(arrival: Arrival): Promise<SignInResult> {
  const { signalingServerUrl, sct, device, fingerprint, credentials } = arrival;
  const identity = createBrowserIdentity();
  const own = await identity.certificateFor(device);
  const certificate = own?.certificate;
  const connection = createConnection({ signalingServerUrl, ...device, sct, certificate });
  await connection.connect();
  const { valid, bound } = await connection.verifyFingerprint(fingerprint);
  if (!valid || !bound) throw new Error('this is not the device of the link');
  const signedIn = await identity.signIn(connection, { own, credentials });
  await connection.close();
  return signedIn;
}

test('docs/guides/known-browsers.md shows the programs of this test', async () => {
  const guide = await readFile(new URL('../../../../docs/guides/known-browsers.md', import.meta.url), 'utf8');
  const source = await readFile(new URL(import.meta.url), 'utf8');
  const blocks = [...guide.matchAll(/```ts\n(.*?)```/gsu)].map(([, block = '']) => block);
  expect(blocks).toHaveLength(2);
  for (const block of blocks) {
    const code = block.replaceAll(/^import .*\n\n/gmu, '');
    expect(source).toContain(code.replaceAll(/^(?=.)/gmu, '  '));
  }
});

const linkTo = (rest = ''): string =>
  `https://page.example/#p=pr-fake&d=de-fake&sct=t&fp=${world.identity.fingerprint}${rest}`;

test('the guide’s session uses the invite once and is recognised from then on', async () => {
  const shown: string[] = [];
  const show = (words: string): void => void shown.push(words);
  const first = inASession({ location: { href: linkTo('&u=ann&pwd=correct%20horse&i=1') }, show });
  await first.ready();
  const asked = world.device.resources.requests.map(({ path }) => path);
  expect(asked).toContain('/iam/pairing/password-invite');
  await first.end();
  const second = inASession({ location: { href: linkTo() }, show });
  await second.ready();
  expect((await second.iam.getMe()).Username).toBe('ann');
  await second.end();
  expect([logins, shown]).toEqual([1, []]);
});

test('the guide’s session without an invite is ready without a user and reports what to do', async () => {
  const shown: string[] = [];
  const session = inASession({ location: { href: linkTo() }, show: (words) => void shown.push(words) });
  await session.ready();
  expect(shown).toEqual(['Not known here. Ask the owner for a new invite.']);
  await session.end();
});

test('the guide’s connection signs in with the password, then with the certificate', async () => {
  const arrival = { ...world.options, device: DEVICE, fingerprint: world.identity.fingerprint };
  const by = async (credentials: Credentials | undefined): Promise<unknown> =>
    withAConnection({ ...arrival, credentials });
  expect(await by(ANN)).toMatchObject({ by: 'password', isRemembered: true });
  expect(await by(undefined)).toMatchObject({ by: 'certificate' });
});
