// @vitest-environment happy-dom
/** @module The application's components and the real client with a fake device: no network, no waiting. */
import { DeviceProvider } from '@longwire/react';
import { createFakeWorld, type FakeDevice, type FakeWorld } from '@longwire/testing';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { App } from './app.tsx';
import { Device } from './device.tsx';

afterEach(cleanup);

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

/** Time limit for what the client loads on first use, in milliseconds. */
const WAIT = { timeout: 10_000 };

/** Renders the device of a world, which has to prove its key. */
const show = (world: FakeWorld) =>
  render(
    <DeviceProvider options={{ ...world.options, fingerprint: world.identity.fingerprint }}>
      <Device />
    </DeviceProvider>,
  );

test('the page shows the temperature and the picture of a device', async () => {
  const world = await createFakeWorld();
  world.prepare = prepare;
  show(world);
  await screen.findByText('21.5 °C', {}, WAIT);
  const video = await screen.findByLabelText('Yard', {}, WAIT);
  await waitFor(() => expect(video).toHaveProperty('srcObject', expect.any(MediaStream)), WAIT);
  expect(screen.getByRole('status').textContent).toBe('ready');
});

test('a device without a camera is reported in words', async () => {
  show(await createFakeWorld());
  expect(await screen.findByText('The device lists no camera.', {}, WAIT)).toBeDefined();
});

test('a link that cannot be used is reported in words, and the form stays', async () => {
  render(<App link={undefined} />);
  const field = screen.getByLabelText(/pairing link/u);
  fireEvent.change(field, { target: { value: 'https://camera.example/#u=ann' } });
  fireEvent.submit(screen.getByText('Show the device'));
  expect((await screen.findByRole('alert')).textContent).toBe('pairing link lacks a value for p');
  expect(field).toHaveProperty('value', 'https://camera.example/#u=ann');
});
