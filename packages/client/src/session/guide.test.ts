/// <reference types="node" />
/** @module Runs the programs of docs/guides/sessions.md. */
import { readFile } from 'node:fs/promises';
import { utf8Encode } from '@longwire/protocol';
import { expect, test } from 'vitest';
import {
  createBrowserIdentity,
  createSession as createWith,
  ContentFormat,
  sessionPolicy,
} from '../index.ts';
import type { Session, SessionOptions } from '../index.ts';
import { STEADY_MS } from './session-driver.ts';
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { ManualNetwork } from './session-rig.fixture.ts';

let world: FakeWorld;
let network: ManualNetwork;

/** A session in the fake world, with the values that a page provides. */
function createSession(options: SessionOptions): Session {
  const fakes = { ...world.options, network, random: (): number => 0.5 };
  const session = createWith({ ...fakes, ...options });
  return session;
}

function watchShed(page: {
  readonly sct: () => Promise<string>;
  readonly fingerprint: string;
  readonly password: () => Promise<string>;
  readonly service: string;
  readonly show: (words: string) => void;
}): Session {
  const session = createSession({
    signalingServerUrl: page.service,
    productId: 'pr-garden',
    deviceId: 'de-shed',
    sct: page.sct,
    fingerprint: page.fingerprint,
    login: async (connection) =>
      connection.authenticate({ username: 'admin', password: await page.password() }),
  });
  session.on('statechange', ({ kind, reason, nextTryMs }) => {
    if (kind === 'ready') page.show('connected');
    else if (kind === 'ended') page.show(reason?.message ?? 'ended');
    else if (nextTryMs === undefined) page.show('connecting');
    else page.show(`${reason?.message}: trying again in ${Math.ceil(nextTryMs / 1000)} s`);
  });
  return session;
}

function insist(options: SessionOptions): Session {
  return createSession({
    ...options,
    policy: {
      ...sessionPolicy,
      ruleOf: (error) => {
        const rule = sessionPolicy.ruleOf(error);
        return error.code === 'ERR_DEVICE_OFFLINE' ? { ...rule, tries: 0 } : rule;
      },
    },
  });
}

async function leave(session: Session): Promise<string> {
  const isAlive = await session.connection?.checkAlive({ timeoutMs: 2000 });
  if (isAlive) await session.connection?.refreshIceServers();
  await session.end({ reason: 'the user signed out' });
  return isAlive ? 'with signaling' : 'without signaling';
}

async function follow(session: Session, show: (celsius: string) => void): Promise<void> {
  for await (const response of session.observe('/temperature')) show(response.text());
}

function show(session: Session, video: { srcObject: MediaProvider | null }): () => void {
  const watched = session.tracks.watch('shed-video');
  video.srcObject = watched.stream;
  return () => watched.release();
}

function known(
  options: SessionOptions,
  ask: () => Promise<{ username: string; password: string } | undefined>,
): Session {
  const { productId, deviceId } = options;
  const identity = createBrowserIdentity();
  return createSession({ ...options, ...identity.forSession({ productId, deviceId }, { credentials: ask }) });
}

test('docs/guides/sessions.md shows the programs of this test', async () => {
  const guide = await readFile(new URL('../../../../docs/guides/sessions.md', import.meta.url), 'utf8');
  const source = await readFile(new URL(import.meta.url), 'utf8');
  const blocks = [...guide.matchAll(/```ts\n(.*?)```/gsu)].map(([, block = '']) => block);
  expect(blocks).toHaveLength(6);
  for (const block of blocks) {
    const body = block
      .replaceAll(/^import .*\n/gmu, '')
      .replaceAll('export ', '')
      .trim();
    expect(source).toContain(body);
  }
});

test('the guide’s shed program keeps observing over a lost connection', async () => {
  world = await createFakeWorld();
  network = new ManualNetwork();
  let celsius = '21.5';
  world.prepare = (device) => {
    device.passwords.set('admin', 'correct horse');
    device.resources.on('GET /temperature', () => ({
      statusCode: 205,
      contentFormat: ContentFormat.text,
      payload: utf8Encode(celsius),
    }));
    device.resources.on('POST /webrtc/tracks', () => {
      device.addTrack('video', 'shed-video');
      void device.offer();
      return { statusCode: 201 };
    });
  };
  const said: string[] = [];
  const session = watchShed({
    service: world.options.signalingServerUrl,
    sct: async () => 'token',
    fingerprint: world.identity.fingerprint,
    password: async () => 'correct horse',
    show: (words) => said.push(words),
  });
  await session.ready();
  const video: { srcObject: MediaProvider | null } = { srcObject: null };
  const shown: string[] = [];
  const following = follow(session, (text) => shown.push(text));
  const ended = following.catch((error: unknown) => Reflect.get(Object(error), 'code'));
  const release = show(session, video);
  await world.settled();
  world.clock.advance(STEADY_MS);
  celsius = '22';
  world.clientPeer.forceIceState('failed');
  await session.ready();
  await world.settled();
  expect(said).toEqual(['connected', 'connecting', 'connected']);
  expect(shown).toEqual(['21.5', '22']);
  expect(session.tracks.stateOf('shed-video')).toMatchObject({ kind: 'live', stream: video.srcObject });
  release();
  await session.end();
  expect(await ended).toBe('ERR_SESSION_ENDED');
  expect(said.at(-1)).toBe('ended');
});

test('the guide’s program that does not wait for an offline device ends its session', async () => {
  world = await createFakeWorld();
  network = new ManualNetwork();
  world.faults.deviceAway();
  const session = insist(world.options);
  await expect(session.ready()).rejects.toMatchObject({ cause: { code: 'ERR_DEVICE_OFFLINE' } });
});

test('the guide’s login program uses the password in a browser that cannot store certificates', async () => {
  world = await createFakeWorld();
  network = new ManualNetwork();
  world.prepare = ({ passwords, resources }) => {
    passwords.set('ann', 'correct horse');
    resources.on('GET /iam/me', { statusCode: 404 });
  };
  const session = known(world.options, async () => ({ username: 'ann', password: 'correct horse' }));
  await session.ready();
  expect(session.identity.login).toEqual({ username: 'ann' });
  await session.end();
});

test('the guide’s program that leaves says whether signaling lived', async () => {
  world = await createFakeWorld();
  network = new ManualNetwork();
  const session = createSession(world.options);
  await session.ready();
  const leaving = leave(session);
  await world.settled();
  world.clock.advance(1000);
  expect(await leaving).toBe('with signaling');
  expect(session.state.kind).toBe('ended');
});
