/// <reference types="node" />
/** @module The examples of README.md, as they run. */
import { readFile } from 'node:fs/promises';
import { createSession, type Session } from '@longwire/client';
import { expect, test } from 'vitest';
import { createFakeWorld } from './index.ts';

// The application: shows a temperature, each time it changes.
async function showTemperature(session: Session, show: (text: string) => void): Promise<void> {
  for await (const response of session.observe('/temperature')) show(`${response.text()} °C`);
}

test('the temperature is shown again once the device has power again', async () => {
  const world = await createFakeWorld();
  let celsius = '21.5';
  world.prepare = (device) => {
    device.features = ['coap-ws/1'];
    device.resources.observable.add('/temperature');
    device.resources.on('GET /temperature', () => ({
      statusCode: 205,
      contentFormat: 0,
      payload: new TextEncoder().encode(celsius),
    }));
  };
  const session = createSession(world.options);
  const shown: string[] = [];
  const ended = showTemperature(session, (text) => shown.push(text)).catch((error: unknown) => error);
  await session.ready();
  await world.settled();

  celsius = '22';
  await world.device.coapWs?.notify('/temperature');
  await world.settled();
  expect(shown).toEqual(['21.5 °C', '22 °C']);

  const heal = world.faults.deviceAway();
  world.clientPeer.forceIceState('failed');
  await world.settled();
  expect(session.state.kind).toBe('recovering');

  heal();
  celsius = '19';
  world.clock.advance(60_000);
  await session.ready();
  await world.settled();
  expect(shown).toEqual(['21.5 °C', '22 °C', '19 °C']);

  await session.end();
  expect(await ended).toMatchObject({ code: 'ERR_SESSION_ENDED' });
  expect(world.leftovers).toEqual({ sockets: 0, peers: 0, timers: 0, listeners: 0 });
});

test('a session recovers after the device loses power', async () => {
  const world = await createFakeWorld();
  const session = createSession(world.options);
  await session.ready();

  const heal = world.faults.deviceAway();
  world.clientPeer.forceIceState('failed');
  await world.settled();
  expect(session.state.kind).toBe('recovering');

  heal();
  world.clock.advance(60_000);
  await session.ready();
  await session.end();
});

test('the examples in README.md are the code of this file', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const source = await readFile(new URL(import.meta.url), 'utf8');
  const examples = [...readme.matchAll(/```ts\n(.*?)```/gsu)].map(([, code = '']) =>
    code.replace(/^import .*\n/gmu, '').trim(),
  );
  expect(examples).toHaveLength(2);
  for (const example of examples) expect(source).toContain(example);
});
