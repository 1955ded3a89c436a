/** @module The state of a device's page while the device comes and goes, and for devices that have none. */
import { utf8Encode } from '@longwire/protocol/base';
import { createSession } from '@longwire/client';
import { createFakeWorld } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { quietNetwork } from '../session/session-rig.fixture.ts';
import { loadStreams, type StreamList } from '../streams/stream-list.ts';
import type { OriginAnswer } from './device-origin.ts';
import { WebTabState, type WebTabView } from './web-tab-state.ts';
import { WebPlace } from './web-place.ts';

/** Resolves after the pending questions have been answered. */
const answered = async (): Promise<void> => await new Promise((resolve) => setTimeout(resolve));

const ORIGIN: OriginAnswer = { kind: 'origin', origin: 'https://one.example' };

const WEB: StreamList = { kind: 'listed', services: [{ port: 80, name: 'web', service: 'tcp' }] };

/** The state of a tab once it has its answers. */
async function found(
  list: (signal: AbortSignal) => Promise<StreamList>,
  origin = ORIGIN,
): Promise<WebTabView> {
  const { promise, resolve } = Promise.withResolvers<WebTabView>();
  const tab = new WebTabState({
    askOrigin: async () => origin,
    loadStreams: list,
    place: new WebPlace(),
  });
  const end = tab.subscribe(() => {
    const state = tab.snapshot();
    if (state.kind !== 'preparing') resolve(state);
  });
  const state = await promise;
  end();
  return state;
}

test('a device that did not answer is asked again when it is back, and one that answered is not', async () => {
  let isAway = true;
  let asked = 0;
  const tab = new WebTabState({
    askOrigin: async () => ORIGIN,
    loadStreams: async () => {
      asked += 1;
      return isAway ? { kind: 'failed' } : WEB;
    },
    place: new WebPlace(),
  });
  const end = tab.subscribe(() => undefined);
  await answered();
  expect(tab.snapshot()).toEqual({ kind: 'noAnswer' });
  isAway = false;
  tab.retry();
  await answered();
  expect(tab.snapshot()).toMatchObject({ kind: 'ready', port: 80 });
  tab.retry();
  await answered();
  expect(asked).toBe(2);
  end();
});

describe('the replacement of a device page', () => {
  test.each<[string, StreamList, OriginAnswer, WebTabView]>([
    [
      'is a choice of ports if the role may not read the stream list',
      { kind: 'denied' },
      ORIGIN,
      { kind: 'ready', tunnels: [], port: undefined, origin: ORIGIN.origin },
    ],
    ['is an explanation if the service has no origins', WEB, { kind: 'none' }, { kind: 'noOrigins' }],
    [
      'is an explanation if the service does not answer',
      WEB,
      { kind: 'unreachable' },
      { kind: 'unreachable' },
    ],
    [
      'is the missing page, not the missing origin, for a device without streams',
      { kind: 'unlisted' },
      { kind: 'none' },
      { kind: 'noPage' },
    ],
  ])('%s', async (_why, list, origin, state) => {
    expect(await found(async () => list, origin)).toEqual(state);
  });

  test('a deployed device that answers 404 with a text has no page', async () => {
    const world = await createFakeWorld();
    world.prepare = ({ resources }) => {
      resources.on('GET /streams', () => ({
        statusCode: 404,
        contentFormat: 0,
        payload: utf8Encode('Resource not found'),
      }));
    };
    const session = createSession({ ...world.options, network: quietNetwork });
    expect(await found((signal) => loadStreams(session.streams, signal))).toEqual({ kind: 'noPage' });
    await session.end();
  });
});
