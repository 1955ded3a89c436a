// @vitest-environment happy-dom
/** @module The application's code and the real client with a fake device: no network, no waiting. */
import { createSession } from '@longwire/client';
import { createFakeWorld, type FakeDevice, type FakeWorld } from '@longwire/testing';
import { expect, test, vi } from 'vitest';
import { showDevice, type DeviceView } from './show-device.ts';

const TEXT = 0;
const JSON_TEXT = 50;
const content = (contentFormat: number, text: string) => ({
  statusCode: 205,
  contentFormat,
  payload: new TextEncoder().encode(text),
});

/** A device with a camera and a thermometer. */
function prepare(device: FakeDevice): void {
  const tracks = [{ trackId: 'yard', kind: 'video', title: 'Yard' }];
  device.resources.on('GET /temperature', content(TEXT, '21.5 °C'));
  device.resources.on('GET /webrtc/tracks', content(JSON_TEXT, JSON.stringify({ tracks })));
  device.resources.on('POST /webrtc/tracks', () => {
    device.addTrack('video', 'yard');
    void device.offer();
    return { statusCode: 201 };
  });
}

const createView = (): DeviceView => ({
  status: document.createElement('output'),
  answer: document.createElement('code'),
  video: document.createElement('video'),
});

/** A session whose device has to prove its key. */
const sessionIn = (world: FakeWorld) =>
  createSession({ ...world.options, fingerprint: world.identity.fingerprint });

test('the page shows the temperature and the picture of a device', async () => {
  const world = await createFakeWorld();
  world.prepare = prepare;
  const session = sessionIn(world);
  const view = createView();
  await showDevice(session, view);
  expect(view.answer.textContent).toBe('21.5 °C');
  expect(view.video.srcObject).toBeInstanceOf(MediaStream);
  await vi.waitFor(() => expect(session.tracks.stateOf('yard')?.kind).toBe('live'));
  expect(view.status.textContent).toBe('ready');
  await session.end();
});

test('a device without a camera is reported in words', async () => {
  const session = sessionIn(await createFakeWorld());
  await expect(showDevice(session, createView())).rejects.toThrow('the device lists no camera');
  await session.end();
});

test('another device in its place is reported in words, and its answers are not shown', async () => {
  const world = await createFakeWorld();
  world.prepare = prepare;
  world.faults.wrongKey();
  const view = createView();
  await expect(showDevice(sessionIn(world), view)).rejects.toThrow('the session has ended');
  expect(view.status.textContent).toMatch(/fingerprint|key/u);
  expect(view.answer.textContent).toBe('');
});
