// @vitest-environment happy-dom
/** @module An application test: the real components and the real client with a fake device, without network and without waiting. */
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FrontDoor } from './front-door.tsx';

let world: FakeWorld;
let isLightOn: boolean;

const json = (value: unknown) => ({
  statusCode: 205,
  contentFormat: 50,
  payload: new TextEncoder().encode(JSON.stringify(value)),
});

beforeEach(async () => {
  world = await createFakeWorld();
  isLightOn = false;
  world.prepare = (device) => {
    device.features = ['coap-ws/1'];
    device.resources.observable.add('/light');
    device.resources.on('GET /temperature', json({ celsius: 21.5 }));
    device.resources.on('GET /light', () => json(isLightOn));
    device.resources.on('PUT /light', async ({ payload }) => {
      isLightOn = new TextDecoder().decode(payload) === 'true';
      await device.coapWs?.notify('/light');
      return { statusCode: 204 };
    });
    device.resources.on('POST /webrtc/tracks', () => {
      device.addTrack('video', 'frontdoor-video');
      device.addTrack('audio', 'frontdoor-audio');
      void device.offer();
      return { statusCode: 201 };
    });
  };
});

afterEach(cleanup);

test('the front door shows the device’s values and switches its light', async () => {
  const { container } = render(<FrontDoor options={world.options} />);
  await screen.findByText('Connected as a guest');
  await screen.findByText('21.5 °C');
  await screen.findByText(/The light is off/u);
  expect(container.querySelector('video')).toHaveProperty('muted', true);
  fireEvent.click(screen.getByText('Switch the light'));
  await screen.findByText(/The light is on/u);
  expect(isLightOn).toBe(true);
});

test('the front door shows a lost connection and recovers when the device has power again', async () => {
  render(<FrontDoor options={world.options} />);
  await screen.findByText('Connected as a guest');
  const heal = world.faults.deviceAway();
  act(() => world.clientPeer.forceIceState('failed'));
  await screen.findByText(/Connecting, attempt \d+ ERR_/u);
  heal();
  act(() => world.clock.advance(60_000));
  expect(await screen.findByText('Connected as a guest')).toBeDefined();
});

test('the front door shows a light that may not be read or switched as such, and not as off', async () => {
  const forbidden = { statusCode: 403 };
  const { prepare } = world;
  world.prepare = (device) => {
    prepare?.(device);
    device.resources.on('PUT /light', forbidden);
  };
  const { container, unmount } = render(<FrontDoor options={world.options} />);
  expect(container.textContent).not.toContain('The light is off');
  await screen.findByText(/The light is off/u);
  fireEvent.click(screen.getByText('Switch the light'));
  expect(await screen.findByText(/Not switched: 403/u)).toBeDefined();
  unmount();
  world.prepare = (device) => {
    prepare?.(device);
    device.resources.on('GET /light', forbidden);
  };
  render(<FrontDoor options={world.options} />);
  expect(await screen.findByText('No light: ERR_OBSERVATION')).toBeDefined();
});

test('the front door releases everything on unmount', async () => {
  const { unmount } = render(<FrontDoor options={world.options} />);
  await screen.findByText('Connected as a guest');
  unmount();
  await world.settled();
  expect(world.leftovers).toEqual({ sockets: 0, peers: 0, timers: 0, listeners: 0 });
});
