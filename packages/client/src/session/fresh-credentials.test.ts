/** @module Each connection of a session gets a fresh token and fresh relay credentials. */
import { describe, expect, test } from 'vitest';
import { createIceServerCache } from '../connection/ice-server-cache.ts';
import { STEADY_MS } from './session-driver.ts';
import { readyRig, startRig, type SessionRig } from './session-rig.fixture.ts';

/** How long a relay accepts a user name, in seconds. */
const LIFE_S = 600;

/** Loses a connection that had lasted, so that the session opens the next. */
async function recover({ world, session }: SessionRig): Promise<void> {
  world.clock.advance(STEADY_MS);
  world.clientPeer.forceIceState('failed');
  await world.settled();
  expect(session.state).toEqual({ kind: 'ready' });
}

/** The user names that the client's newest peer connection sends to relays. */
function shown({ world }: SessionRig): unknown[] {
  return (world.clientPeer.configuration.iceServers ?? []).map(({ username }) => username);
}

describe.each(['sct', 'jwt'] as const)('a function for a %s', (kind) => {
  /** Returns another token each time; the service rejects the given number of first ones. */
  async function begin(rejected = 0): Promise<{ readonly rig: SessionRig; readonly seen: unknown[] }> {
    let given = 0;
    const seen: unknown[] = [];
    const rig = await readyRig({
      sct: undefined,
      [kind]: async () => `token-${(given += 1)}`,
      arrange: (world) => {
        world.intercept = (message, socket) => {
          if (message.kind !== 'login') return false;
          seen.push(Reflect.get(message, kind));
          if (seen.length > rejected) return false;
          queueMicrotask(() => socket.serverClose(4002));
          return true;
        };
      },
    });
    return { rig, seen };
  }

  test('is called before each connection', async () => {
    const { rig, seen } = await begin();
    await recover(rig);
    expect(seen).toEqual(['token-1', 'token-2']);
    await rig.session.end();
  });

  test('is called again immediately when its token is rejected', async () => {
    const { rig, seen } = await begin(1);
    expect([seen, rig.states]).toEqual([
      ['token-1', 'token-2'],
      ['connecting ERR_TOKEN_REJECTED', 'ready'],
    ]);
    await rig.session.end();
  });
});

test('relay credentials are requested for each connection and not used after they expire', async () => {
  const names: string[] = [];
  const rig = await startRig({
    iceTransportPolicy: 'relay',
    iceServerCache: createIceServerCache(),
    arrange: (world) => {
      world.intercept = ({ kind }) => {
        if (kind !== 'turnRequest') return false;
        const username = `${Math.floor(world.clock.wall() / 1000) + LIFE_S}:${names.length + 1}`;
        names.push(username);
        world.turnReply = { iceServers: [{ urls: ['turn:relay.example'], username, credential: 'c' }] };
        return false;
      };
    },
  });
  await rig.session.ready();
  expect([names.length, shown(rig)]).toEqual([1, [names[0]]]);
  // The stored credentials are still valid: the connection does not wait for the new ones.
  await recover(rig);
  expect([names.length, shown(rig)]).toEqual([2, [names[0]]]);
  await recover(rig);
  expect([names.length, shown(rig)]).toEqual([3, [names[1]]]);
  rig.world.clock.moveWall(LIFE_S * 1000);
  await recover(rig);
  expect([names.length, shown(rig)]).toEqual([4, [names[3]]]);
  await rig.session.end();
});
