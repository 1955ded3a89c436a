/// <reference types="node" />
/** @module Runs the examples of README.md. */
import { readFile } from 'node:fs/promises';
import { parseFingerprint, utf8Decode, utf8Encode } from '@longwire/protocol';
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { expect, test, vi } from 'vitest';
import { errorOf } from './error-of.fixture.ts';
import { FakeProfile, fingerprintOf, stubClone } from './identity/identity-rig.fixture.ts';
import { encodeCbor } from './cbor/index.ts';
import * as client from './index.ts';
import { createConnection as createWith, parsePairingLink } from './index.ts';
import type {
  BrowserIdentity,
  Connection,
  ConnectionOptions,
  Credentials,
  Session,
  SessionOptions,
  SignInResult,
} from './index.ts';

interface Page {
  readonly location: { readonly href: string };
  readonly video: { srcObject: MediaProvider | null };
  readonly report: (words: string) => void;
  readonly createConnection: (options: ConnectionOptions) => Connection;
}

interface VideoPage extends Omit<Page, 'createConnection'> {
  readonly createSession: (options: SessionOptions) => Session;
}

interface FirstPage extends Pick<Page, 'createConnection'> {
  readonly location: { readonly href: string; readonly origin: string };
  readonly document: { readonly body: { append(text: string): void } };
}

async function firstExample({ location, document, createConnection }: FirstPage): Promise<void> {
  const { sct, username = '', password = '', fingerprint = '', ...device } = parsePairingLink(location.href);
  const signalingServerUrl = location.origin.replace(/^http/u, 'ws');
  const connection = createConnection({ ...device, signalingServerUrl, sct });
  await connection.connect();
  const { valid, bound } = await connection.verifyFingerprint(fingerprint);
  if (!valid || !bound) throw new Error('this is not the device of the link');
  await connection.authenticate({ username, password });
  document.body.append((await connection.request('GET', '/temperature')).text());
  await connection.close();
}

async function videoExample({ location, video, report, createSession }: VideoPage): Promise<Session> {
  const { sct, username = '', password = '', fingerprint, ...device } = parsePairingLink(location.href);
  const signalingServerUrl = 'wss://service.example';
  const session = createSession({
    ...device,
    signalingServerUrl,
    sct,
    fingerprint,
    login: { username, password },
  });
  session.on('statechange', ({ kind, reason }) => report(reason?.message ?? kind));

  const tracks = (await session.tracks.list()) ?? [];
  const camera = tracks.find(({ kind, canWatch }) => kind === 'video' && canWatch);
  if (camera === undefined) throw new Error('the device lists no video');
  const watched = session.tracks.watch(camera.trackId);
  video.srcObject = watched.stream;
  watched.on('change', (state) => report(state.kind === 'failed' ? state.error.message : state.kind));
  return session;
}

async function example({ location, report, createConnection }: Page): Promise<Connection> {
  const link = parsePairingLink(location.href);
  const { productId, deviceId, username = '', password = '', sct, fingerprint = '' } = link;
  const signalingServerUrl = 'wss://service.example';
  const connection = createConnection({ signalingServerUrl, productId, deviceId, sct });

  connection.on('statechange', (state, step) => report(step ?? state));
  connection.on('warning', (error) => report(error.message));
  connection.on('close', (error) => report(error ? `ended: ${error.message}` : 'closed'));

  await connection.connect();
  const { valid, bound } = await connection.verifyFingerprint(fingerprint);
  if (!valid || !bound) {
    await connection.close();
    throw new Error('this is not the device of the link');
  }
  await connection.authenticate({ username, password });
  report(`logged in as ${(await connection.iam.getMe()).Username}`);

  const temperature = await connection.request('GET', '/temperature', { timeoutMs: 2000 });
  report(temperature.text());
  return connection;
}

function pageOf(world: FakeWorld, fingerprint: string): Page & { readonly reported: string[] } {
  const reported: string[] = [];
  world.prepare = ({ resources, passwords }) => {
    passwords.set('admin', 'correct horse');
    resources.on('GET /iam/me', {
      statusCode: 205,
      contentFormat: 60,
      payload: encodeCbor({ Username: 'admin' }),
    });
    resources.on('GET /temperature', { statusCode: 205, contentFormat: 0, payload: utf8Encode('21.5 °C') });
  };
  return {
    reported,
    report: (words) => void reported.push(words),
    video: { srcObject: null },
    location: {
      href: `https://console.example/#p=pr&d=de&u=admin&pwd=correct%20horse&sct=t&fp=${fingerprint}`,
    },
    createConnection: (options) => createWith({ ...world.options, ...options }),
  };
}

async function streamExample(connection: Connection): Promise<string> {
  const stream = await connection.openStream(80, { timeoutMs: 5000 });

  const writer = stream.writable.getWriter();
  await writer.write(new TextEncoder().encode('GET / HTTP/1.0\r\n\r\n'));
  await writer.close();

  const page = await new Response(stream.readable).text();
  await stream.closed;
  return page;
}

async function requestExample(connection: Connection, report: (words: string) => void): Promise<void> {
  for await (const light of connection.observe('/light')) {
    report(light.json() === true ? 'on' : 'off');
  }

  const { etag, payload } = await connection.request('GET', '/picture', {
    query: { width: 640 },
    onProgress: ({ receivedBytes, totalBytes }) => report(`${receivedBytes} of ${totalBytes}`),
  });
  await connection.request('PUT', '/picture', { payload, ifMatch: etag });
}

interface SignInPage extends Omit<ConnectionOptions, 'certificate'> {
  readonly fingerprint: string;
  readonly credentials: Credentials | undefined;
  readonly createConnection: (options: ConnectionOptions) => Connection;
  readonly createBrowserIdentity: () => BrowserIdentity;
}

async function identityExample(page: SignInPage): Promise<SignInResult> {
  const { signalingServerUrl, productId, deviceId, sct, fingerprint, credentials } = page;
  const { createConnection, createBrowserIdentity } = page;
  const identity = createBrowserIdentity();
  const own = await identity.certificateFor({ productId, deviceId });
  const certificate = own?.certificate;
  const connection = createConnection({ signalingServerUrl, productId, deviceId, sct, certificate });

  await connection.connect();
  const { valid } = await connection.verifyFingerprint(fingerprint);
  if (!valid) throw new Error('this is not the device of the link');
  const signedIn = await identity.signIn(connection, { own, credentials });
  await connection.close();
  return signedIn;
}

test('README.md shows the examples of this test and imports what the package exports', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const blocks = [...readme.matchAll(/```ts\n(.*?)```/gsu)].map(([, block = '']) => block);
  const source = await readFile(new URL(import.meta.url), 'utf8');
  expect(blocks).toHaveLength(6);
  for (const block of blocks) {
    const [, names, body = block] =
      /^import \{ (.*) \} from '@longwire\/client';\n\n(.*)$/su.exec(block) ?? [];
    expect(source).toContain(body.replaceAll(/^(?=.)/gmu, '  '));
    expect(Object.keys(client)).toEqual(expect.arrayContaining(names?.split(', ') ?? []));
  }
  expect(blocks[0]).toContain('import { createConnection, parsePairingLink }');
});

test('the first example of README.md shows the temperature of the linked device', async () => {
  const world = await createFakeWorld();
  const { createConnection, location } = pageOf(world, world.identity.fingerprint);
  const texts: string[] = [];
  const origins: (string | undefined)[] = [];
  await firstExample({
    location: { ...location, origin: 'https://console.example' },
    document: { body: { append: (text) => void texts.push(text) } },
    createConnection: ({ signalingServerUrl, ...options }) => {
      origins.push(signalingServerUrl);
      return createConnection({ ...options, signalingServerUrl: world.options.signalingServerUrl });
    },
  });
  expect([texts, origins]).toEqual([['21.5 °C'], ['wss://console.example']]);
  await world.settled();
  expect(world.leftovers.peers).toBe(0);
});

test('the video example of README.md shows the camera of the linked device', async () => {
  const world = await createFakeWorld();
  const page = pageOf(world, world.identity.fingerprint);
  const { prepare } = world;
  world.prepare = (device) => {
    prepare?.(device);
    const tracks = [
      { trackId: 'mic', kind: 'audio' },
      { trackId: 'garden', kind: 'video' },
    ];
    const payload = utf8Encode(JSON.stringify({ tracks }));
    device.resources.on('GET /webrtc/tracks', { statusCode: 205, contentFormat: 50, payload });
    device.resources.on('POST /webrtc/tracks', () => {
      device.addTrack('video', 'garden');
      void device.offer();
      return { statusCode: 201 };
    });
  };
  const session = await videoExample({
    ...page,
    createSession: (options) =>
      client.createSession({
        ...options,
        ...world.options,
        network: { watch: () => () => undefined },
      }),
  });
  await world.settled();
  expect(page.reported).toEqual(['ready', 'live']);
  expect(session.tracks.stateOf('garden')).toMatchObject({ kind: 'live', stream: page.video.srcObject });
  await session.end();
});

test('the connection example of README.md connects, verifies, logs in and asks for the temperature', async () => {
  const world = await createFakeWorld();
  const page = pageOf(world, world.identity.fingerprint);
  const connection = await example(page);
  expect(page.reported.slice(-3)).toEqual(['connected', 'logged in as admin', '21.5 °C']);
  await connection.close();
  expect(page.reported.at(-1)).toBe('closed');
});

test('the request example of README.md observes a light until it is gone', async () => {
  const world = await createFakeWorld();
  const page = pageOf(world, world.identity.fingerprint);
  const { prepare } = world;
  world.prepare = (device) => {
    prepare?.(device);
    device.features = ['coap-ws/1'];
    device.resources.observable.add('/light');
    device.resources.on('GET /light', { statusCode: 205, contentFormat: 50, payload: utf8Encode('true') });
  };
  const connection = await example(page);
  const following = errorOf(requestExample(connection, page.report));
  await vi.waitFor(() => expect(page.reported.at(-1)).toBe('on'));
  world.device.resources.on('GET /light', { statusCode: 404 });
  await world.device.coapWs?.notify('/light');
  expect(await following).toMatchObject({
    statusCode: 404,
  });
  await connection.close();
});

test('the request example of README.md writes a picture back on condition of its etag', async () => {
  const world = await createFakeWorld();
  const page = pageOf(world, world.identity.fingerprint);
  const { prepare } = world;
  const picture = new Uint8Array(20_000).fill(7);
  world.prepare = (device) => {
    prepare?.(device);
    device.features = ['coap-ws/1'];
    device.resources.on('GET /picture?width=640', {
      statusCode: 205,
      payload: picture,
      etag: Uint8Array.of(1),
    });
    device.resources.on('PUT /picture', { statusCode: 204 });
  };
  const connection = await example(page);
  const observe = vi.spyOn(connection, 'observe').mockReturnValue(noValues());
  await requestExample(connection, page.report);
  expect(observe).toHaveBeenCalledWith('/light');
  expect(page.reported).toContain('20000 of 20000');
  expect(world.device.resources.requests.at(-1)).toMatchObject({ path: '/picture', payload: picture });
  await connection.close();
});

async function* noValues(): AsyncGenerator<never> {
  yield* [];
}

test('the connection example of README.md stops at a device with another key', async () => {
  const world = await createFakeWorld();
  const page = pageOf(world, parseFingerprint('00'.repeat(32)));
  await expect(example(page)).rejects.toThrow('this is not the device of the link');
  await world.settled();
  expect([world.leftovers.peers, page.reported.at(-1)]).toEqual([0, 'closed']);
});

test('the stream example of README.md fetches a page', async () => {
  const world = await createFakeWorld();
  world.prepare = (device) => {
    device.features = ['stream/1'];
  };
  const connection = createWith(world.options);
  await connection.connect();
  const page = streamExample(connection);
  await world.settled();
  const [stream] = world.device.streams;
  stream?.send({ kind: 'data', data: utf8Encode('<h1>Front door</h1>') });
  stream?.send({ kind: 'fin' });
  expect(await page).toBe('<h1>Front door</h1>');
  expect(utf8Decode(stream?.data ?? new Uint8Array())).toBe('GET / HTTP/1.0\r\n\r\n');
});

test('the identity example of README.md signs in with the certificate of the first login', async () => {
  stubClone();
  const [world, profile] = [await createFakeWorld(), new FakeProfile()];
  const { productId, deviceId } = world.options;
  const fingerprint = fingerprintOf(await profile.own(profile.tab(), { productId, deviceId }));
  let isStored = false;
  world.prepare = ({ resources, passwords }) => {
    passwords.set('ann', 'correct horse');
    const user = { Username: 'ann', Fingerprints: isStored ? [{ Fingerprint: fingerprint }] : [] };
    resources.on('GET /iam/me', () => {
      const isLoggedIn = resources.requests.some(({ path }) => path === '/p2p/pwd-auth/2');
      if (!isLoggedIn && !isStored) return { statusCode: 404 };
      return { statusCode: 205, contentFormat: 60, payload: encodeCbor(user) };
    });
    resources.on(`PUT /iam/users/ann/fingerprints/${fingerprint}`, () => {
      isStored = true;
      return { statusCode: 204 };
    });
  };
  const visit = async (credentials?: Credentials): Promise<SignInResult> =>
    identityExample({
      ...world.options,
      fingerprint: world.identity.fingerprint,
      credentials,
      createConnection: (options) => createWith({ ...world.options, ...options }),
      createBrowserIdentity: () => profile.tab(),
    });
  const first = await visit({ username: 'ann', password: 'correct horse' });
  expect(first).toMatchObject({ by: 'password', isRemembered: true });
  expect(await visit()).toMatchObject({ by: 'certificate', user: { Username: 'ann' } });
  vi.unstubAllGlobals();
});
