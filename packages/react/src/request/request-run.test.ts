/** @module The state of the latest request: no stale answers, and errors as values. */
import { EdgeError, type DeviceResponse } from '@longwire/client';
import { expect, test } from 'vitest';
import { RequestRun } from './request-run.ts';

const answer = (statusCode: number): DeviceResponse => ({
  statusCode,
  text: () => '',
  json: () => undefined,
  cbor: async () => null,
});

test('a request is pending, then answered with its duration', async () => {
  let nowMs = 100;
  const pending = Promise.withResolvers<DeviceResponse>();
  const run = new RequestRun(() => nowMs);
  const sent = run.send({ request: () => pending.promise }, { method: 'GET', path: '/info' });
  expect(run.snapshot()).toEqual({ kind: 'pending' });
  nowMs = 112;
  pending.resolve(answer(205));
  expect(await sent).toMatchObject({ kind: 'answered', elapsedMs: 12 });
});

test('a late answer of an older request does not replace a newer one, and an error is a value', async () => {
  const [first, second] = [Promise.withResolvers<DeviceResponse>(), Promise.withResolvers<DeviceResponse>()];
  const run = new RequestRun(() => 0);
  const older = run.send({ request: () => first.promise }, { method: 'GET', path: '/old' });
  const newer = run.send({ request: () => second.promise }, { method: 'GET', path: '/new' });
  const cause = new EdgeError('ERR_NOT_CONNECTED', 'gone');
  second.reject(cause);
  await newer;
  first.resolve(answer(205));
  await older;
  expect(run.snapshot()).toEqual({ kind: 'failed', error: cause, elapsedMs: 0 });
});
