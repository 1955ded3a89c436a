/** @module Since when a device has been online, as its session reports it. */

import { expect, test } from 'vitest';
import { makeRig, until, untilFound, type SessionRig } from './session-rig.fixture.ts';

const RIGHT = { username: 'admin', password: 'right password' };

/** A rig whose clock the test moves, started without a login. */
async function begin(
  onlineSeconds: number | undefined,
): Promise<SessionRig & { readonly time: { ms: number } }> {
  const time = { ms: 10_000_000 };
  const rig = await makeRig({ now: () => time.ms });
  rig.world.onlineSeconds = onlineSeconds;
  rig.session.start();
  await until(rig, 'login');
  return { ...rig, time };
}

test.each([
  ['a service that reports it', 60, 9_940_000],
  ['a service that does not report it', undefined, undefined],
])(
  'with %s, the online time counts from the connect, however late a person logs in',
  async (_title, onlineSeconds, deviceSinceMs) => {
    const { session, time } = await begin(onlineSeconds);
    time.ms += 500_000;
    await session.login(RIGHT);
    expect(session.snapshot()).toMatchObject({
      link: { kind: 'ready', readyAtMs: 10_000_000, deviceSinceMs },
    });
    await session.refreshUser();
    expect(session.snapshot()).toMatchObject({
      link: { kind: 'ready', readyAtMs: 10_000_000, deviceSinceMs },
    });
  },
);

test('each new connection reports since when its device has been online', async () => {
  const { session, time, world } = await begin(60);
  await session.login(RIGHT);
  world.onlineSeconds = 2;
  time.ms += 500_000;
  world.clientPeer.forceIceState('failed');
  await untilFound(session, (state) =>
    state.kind === 'live' && state.link.kind === 'recovering' ? state : undefined,
  );
  session.tryNow();
  const { link } = await untilFound(session, (state) =>
    state.kind === 'live' && state.link.kind === 'ready' ? state : undefined,
  );
  expect(link).toEqual({ kind: 'ready', readyAtMs: 10_500_000, deviceSinceMs: 10_498_000 });
});
