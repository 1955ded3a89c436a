/** @module A session logs only to the given logger and never to the page's console. */
import type { Logger } from '@longwire/protocol';
import { afterEach, expect, test, vi } from 'vitest';
import { STEADY_MS } from './session-driver.ts';
import { readyRig } from './session-rig.fixture.ts';

afterEach(() => vi.unstubAllGlobals());

/** The names of all console functions called from now on. */
function watchConsole(): PropertyKey[] {
  const called: PropertyKey[] = [];
  const get = (_console: Console, name: PropertyKey): unknown => {
    return () => void called.push(name);
  };
  vi.stubGlobal('console', new Proxy(console, { get }));
  return called;
}

/** The levels of the lines a logger receives. */
function recording(): { readonly logger: Logger; readonly levels: Set<string> } {
  const levels = new Set<string>();
  const line = (level: string) => () => void levels.add(level);
  return {
    logger: { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') },
    levels,
  };
}

const failing = (): never => {
  throw new Error('of the application');
};

/** A session with every kind of fault that is logged: of its options, its signaling, its connections and its attempts. */
async function liveThroughFaults(logger?: Logger): Promise<void> {
  const rig = await readyRig({
    ...(logger && { logger }),
    prepare: ({ passwords }) => passwords.set('ann', 'correct horse'),
    login: (connection) => connection.authenticate({ username: 'ann', password: 'correct horse' }),
    iceServerCache: { get: failing, set: failing },
  });
  const { session, world, network } = rig;
  const later = async (ms: number): Promise<void> => {
    world.clock.advance(ms);
    await world.settled();
  };
  for (const event of ['statechange', 'warning'] as const) session.on(event, failing);
  world.sockets.last.serverSend('{"type":');
  world.device.channel?.send('neither a request nor an answer');
  await later(STEADY_MS);
  const heal = world.faults.serviceAway(1012, 'service restart');
  world.clientPeer.forceIceState('failed');
  await later(0);
  heal();
  await later(session.state.nextTryMs ?? 0);
  network.emit('changed');
  await later(STEADY_MS);
  const healDevice = world.faults.deviceAway();
  world.clientPeer.forceIceState('failed');
  await later(0);
  healDevice();
  await later(session.state.nextTryMs ?? 0);
  await expect(session.request('GET', '/nothing')).resolves.toMatchObject({ statusCode: 404 });
  await session.end();
  await later(STEADY_MS);
}

test('a faulty session logs at every level with a logger and writes nothing without one', async () => {
  const { logger, levels } = recording();
  const called = watchConsole();
  await liveThroughFaults(logger);
  expect([...levels].toSorted()).toEqual(['debug', 'error', 'info', 'warn']);
  await liveThroughFaults();
  expect(called).toEqual([]);
});
