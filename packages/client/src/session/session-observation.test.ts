/** @module Observing a resource over consecutive connections. */
import { utf8Encode } from '@longwire/protocol';
import type { FakeDevice } from '@longwire/testing';
import { expect, test } from 'vitest';
import type { DeviceResponse } from '../request/device-response.ts';
import { STEADY_MS } from './session-driver.ts';
import { endsClean, readyRig, type SessionRig, startRig } from './session-rig.fixture.ts';

interface Sensor {
  celsius: number;
  asked: number;
}

const sensor =
  (value: Sensor) =>
  (device: FakeDevice): void =>
    device.resources.on('GET /temperature', () => {
      value.asked += 1;
      return { statusCode: 205, contentFormat: 0, payload: utf8Encode(String(value.celsius)) };
    });

const text = ({ value }: IteratorResult<DeviceResponse>): string | undefined => value?.text();

test('an observation registers again over the next connection and yields the current value', async () => {
  const value = { celsius: 20, asked: 0 };
  const rig = await readyRig({ prepare: sensor(value) });
  const values = rig.session.observe('/temperature', { pollMs: 1000 });
  expect(text(await values.next())).toBe('20');
  const next = values.next();
  value.celsius = 21;
  rig.world.clientPeer.forceIceState('failed');
  expect(text(await next)).toBe('21');
  rig.world.clock.advance(STEADY_MS);
  rig.world.clientPeer.forceIceState('failed');
  expect(text(await values.next())).toBe('21');
  await values.return?.();
  await endsClean(rig);
});

test('an observation moves to a connection that takes over and deregisters from the old one', async () => {
  const value = { celsius: 20, asked: 0 };
  const rig = await readyRig({ prepare: sensor(value) });
  const { connection } = rig.session;
  const values = rig.session.observe('/temperature', { pollMs: 1000 });
  await values.next();
  const next = values.next();
  rig.network.emit('online');
  expect(text(await next)).toBe('20');
  await rig.world.settled();
  expect(connection?.state).toBe('closed');
  await values.return?.();
  await endsClean(rig);
});

test('an observation may start before the first connection', async () => {
  const value = { celsius: 20, asked: 0 };
  const rig = await startRig({ prepare: sensor(value) });
  const seen: string[] = [];
  for await (const response of rig.session.observe('/temperature')) {
    seen.push(response.text());
    break;
  }
  expect([seen, value.asked]).toEqual([['20'], 1]);
  rig.world.clock.advance(60_000);
  await rig.world.settled();
  expect(value.asked).toBe(1);
  await endsClean(rig);
});

test('return() ends an observation that waits for a connection or for a value', async () => {
  const rig = await startRig({ arrange: (world) => (world.isReachable = false) });
  const values = rig.session.observe('/temperature');
  const next = values.next();
  await values.return?.();
  expect(await next).toEqual({ done: true, value: undefined });
  expect(await values.next()).toEqual({ done: true, value: undefined });
  await endsClean(rig);
});

test('an observation whose signal is aborted already rejects', async () => {
  const rig = await readyRig({ prepare: sensor({ celsius: 20, asked: 0 }) });
  const values = rig.session.observe('/temperature', { signal: AbortSignal.abort() });
  await expect(values.next()).rejects.toMatchObject({ code: 'ERR_ABORTED' });
  await endsClean(rig);
});

test.each<[string, (rig: SessionRig, abort: AbortController) => void, string]>([
  ['the caller', (_rig, abort) => abort.abort(), 'ERR_ABORTED'],
  ['the end of the session', ({ session }) => void session.end(), 'ERR_SESSION_ENDED'],
  [
    'the device',
    ({ world }) => {
      world.device.resources.on('GET /temperature', { statusCode: 403 });
      world.clock.advance(1000);
    },
    'ERR_OBSERVATION',
  ],
])('%s ends the observation with an error', async (_name, end, code) => {
  const rig = await readyRig({ prepare: sensor({ celsius: 20, asked: 0 }) });
  const abort = new AbortController();
  const values = rig.session.observe('/temperature', { pollMs: 1000, signal: abort.signal });
  await values.next();
  const next = values.next().then(
    () => 'a value',
    (error: unknown) => Reflect.get(Object(error), 'code'),
  );
  await rig.world.settled();
  end(rig, abort);
  expect(await next).toBe(code);
  await endsClean(rig);
});
