/// <reference types="node" />
/** @module The example of README.md is real code, and it runs. */
import { readFile } from 'node:fs/promises';
import { parseFingerprint, utf8Encode } from '@longwire/protocol';
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { expect, test, vi } from 'vitest';
import { ContentFormat, createConnection as createWith, encodeCbor, parsePairingLink } from './index.ts';
import type { Connection, ConnectionOptions } from './index.ts';

interface Page {
  readonly location: { readonly href: string };
  readonly video: { srcObject: MediaProvider | null };
  readonly report: (words: string) => void;
  readonly createConnection: (options: ConnectionOptions) => Connection;
}

async function example({ location, video, report, createConnection }: Page): Promise<Connection> {
  const link = parsePairingLink(location.href);
  const { productId, deviceId, username = '', password = '', sct, fingerprint = '' } = link;
  const signalingServerUrl = 'wss://service.example';
  const connection = createConnection({ signalingServerUrl, productId, deviceId, sct });

  connection.on('statechange', (state, step) => report(step ?? state));
  connection.on('track', ({ track, trackId }) => {
    if (trackId === 'frontdoor-video') video.srcObject = new MediaStream([track]);
  });
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

  const tracks = JSON.stringify({ tracks: ['frontdoor-video'] });
  await connection.request('POST', '/webrtc/tracks', { payload: tracks, contentFormat: ContentFormat.json });
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
    resources.on('POST /webrtc/tracks', { statusCode: 201 });
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

test('the example is the one of README.md', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const block = /```ts\n(.*?)```/su.exec(readme)?.[1];
  const source = await readFile(new URL(import.meta.url), 'utf8');
  const indented = (block ?? 'no example').replaceAll(/^(?=.)/gmu, '  ');
  expect(source).toContain(indented);
});

test('it connects, verifies, logs in, and shows the video', async () => {
  vi.stubGlobal('MediaStream', EventTarget);
  const world = await createFakeWorld();
  const page = pageOf(world, world.identity.fingerprint);
  const connection = await example(page);
  expect(page.reported.slice(-3)).toEqual(['connected', 'logged in as admin', '21.5 °C']);
  world.device.addTrack('video', 'frontdoor-video');
  await world.device.offer();
  await world.settled();
  expect(page.video.srcObject).not.toBeNull();
  await connection.close();
  expect(page.reported.at(-1)).toBe('closed');
  vi.unstubAllGlobals();
});

test('it does not go on with another device', async () => {
  const world = await createFakeWorld();
  const page = pageOf(world, parseFingerprint('00'.repeat(32)));
  await expect(example(page)).rejects.toThrow('this is not the device of the link');
  await world.settled();
  expect([world.leftovers.peers, page.reported.at(-1)]).toEqual([0, 'closed']);
});
