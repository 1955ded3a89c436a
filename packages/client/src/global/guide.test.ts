/// <reference types="node" />
/** @module Runs the script of docs/guides/existing-page.md. */
import { readFile } from 'node:fs/promises';
import { runInThisContext } from 'node:vm';
import { encodeCbor } from '@longwire/protocol/cbor';
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { beforeEach, expect, test } from 'vitest';
import { edgeGlobals, type EdgeGlobals } from './edge-globals.ts';

const guide = await readFile(new URL('../../../../docs/guides/existing-page.md', import.meta.url), 'utf8');
const [, script = ''] = /```js\n([\s\S]*?)```/u.exec(guide) ?? [];
const NAMES =
  'EdgeWebrtc, nabtoModuleUtil, MediaStream, productId, deviceId, sct, fingerprint, username, password, show, video';
const run: unknown = runInThisContext(`(async ({ ${NAMES} }) => {\n${script}\n})`);

let world: FakeWorld;
let shown: string[];
let video: { srcObject: unknown };

beforeEach(async () => {
  [world, shown, video] = [await createFakeWorld(), [], { srcObject: undefined }];
  world.prepare = ({ resources, passwords }) => {
    passwords.set('ann', 'correct horse');
    const payload = encodeCbor({ Username: 'ann' });
    resources.on('GET /iam/me', { statusCode: 205, contentFormat: 60, payload });
    resources.on('POST /webrtc/tracks', async () => {
      world.device.addTrack('video', 'frontdoor-video');
      await world.device.offer();
      return { statusCode: 201 };
    });
  };
});

/** Runs the script in a page that uses the world's sockets and peer connections. */
async function runScript(facts: Readonly<Record<string, string>> = {}): Promise<void> {
  const page = { console, crypto, location: { origin: 'https://page.example' } };
  const { EdgeWebrtc, nabtoModuleUtil } = edgeGlobals(page);
  const createEdgeWebrtcConnection: EdgeGlobals['EdgeWebrtc']['createEdgeWebrtcConnection'] = () => {
    const connection = EdgeWebrtc.createEdgeWebrtcConnection();
    const set = connection.setConnectionOptions.bind(connection);
    connection.setConnectionOptions = (options) => set({ ...world.options, ...options });
    return connection;
  };
  if (typeof run !== 'function') throw new TypeError('the guide has no script');
  await run({
    EdgeWebrtc: { ...EdgeWebrtc, createEdgeWebrtcConnection },
    nabtoModuleUtil,
    MediaStream: class {
      readonly tracks: unknown;
      constructor(tracks: unknown) {
        this.tracks = tracks;
      }
    },
    productId: 'pr-fake',
    deviceId: 'de-fake',
    sct: 'token',
    fingerprint: world.identity.fingerprint,
    username: 'ann',
    password: 'correct horse',
    show: (words: string) => shown.push(words),
    video,
    ...facts,
  });
}

test('the script of the guide logs in to the right device and shows its picture', async () => {
  await runScript();
  await world.settled();
  expect(shown).toEqual(['logged in as ann']);
  expect(video.srcObject).toMatchObject({ tracks: [{ kind: 'video' }] });
  world.sockets.last.serverClose(1012, 'service restart');
  expect(shown.at(-1)).toBe('ended: service restart');
});

test('the script of the guide stops at a device with another key', async () => {
  await runScript({ fingerprint: 'ab'.repeat(32) });
  expect(shown).toEqual(['closed', 'This is not the device of the label.']);
  expect(world.device.username).toBeUndefined();
});

test('the script of the guide reports an offline device', async () => {
  world.faults.deviceAway();
  await runScript();
  expect(shown).toEqual(['The device is off.']);
});
