/** @module A session that has credentials: the login and the check of the device's key share a round trip. */
import { createFakeWorld, type FakeDevice, type FakeWorld } from '@longwire/testing';
import { expect, test } from 'vitest';
import { createSession } from '../create-session.ts';
import { ManualNetwork } from './session-rig.fixture.ts';
import type { SessionOptions } from './session-options.ts';
import type { Session } from './session.ts';

const login = { username: 'ann', password: 'correct horse' };
const CHALLENGE = '/webrtc/challenge';
const ROUND_1 = '/p2p/pwd-auth/1';
const ROUND_2 = '/p2p/pwd-auth/2';

interface Rig {
  readonly world: FakeWorld;
  readonly session: Session;
  readonly device: () => FakeDevice;
}

async function start(
  prepare: (device: FakeDevice) => void = () => undefined,
  changes: Partial<Pick<SessionOptions, 'fingerprint' | 'login'>> = {},
): Promise<Rig> {
  const world = await createFakeWorld();
  const devices: FakeDevice[] = [];
  world.prepare = (device) => {
    devices.push(device);
    device.passwords.set('ann', 'correct horse');
    prepare(device);
  };
  const { fingerprint } = world.identity;
  const session = createSession({
    ...world.options,
    network: new ManualNetwork(),
    fingerprint,
    login,
    ...changes,
  });
  const device = (): FakeDevice => {
    const [first] = devices;
    if (first === undefined) throw new Error('no device was created');
    return first;
  };
  return { world, session, device };
}

function pathsOf({ resources }: FakeDevice): string[] {
  return resources.requests.map(({ path }) => path);
}

/** The code of the error that ended the session. */
async function endOf({ session }: Rig): Promise<unknown> {
  const error: unknown = await session.ready().catch((cause: unknown) => cause);
  return Reflect.get(Object(Reflect.get(Object(error), 'cause')), 'code');
}

test('both are asked for before either is answered, and the session is verified and logged in', async () => {
  const asked = Promise.withResolvers<void>();
  const rig = await start(({ resources }) => {
    resources.on(`POST ${ROUND_1}`, () => {
      asked.resolve();
      return undefined;
    });
    resources.on(`POST ${CHALLENGE}`, () => undefined);
  });
  await asked.promise;
  expect(pathsOf(rig.device())).toEqual([CHALLENGE, ROUND_1]);
  await rig.session.end();
  const usual = await start();
  await usual.session.ready();
  const { fingerprint } = usual.world.identity;
  expect(usual.session.identity).toEqual({
    verified: { fingerprint, bound: true },
    login: { username: 'ann' },
    boundBy: 'token',
  });
  await usual.session.end();
});

test('a device with another key gets no second round, and the session ends because of the key', async () => {
  const rig = await start(undefined, { fingerprint: '00'.repeat(32) });
  expect(await endOf(rig)).toBe('ERR_WRONG_DEVICE');
  await rig.world.settled();
  expect(pathsOf(rig.device())).toEqual([CHALLENGE, ROUND_1]);
});

test('a device with another key that refuses the login is still reported as the wrong device', async () => {
  const rig = await start(({ resources }) => resources.on(`POST ${ROUND_1}`, { statusCode: 401 }), {
    fingerprint: '00'.repeat(32),
  });
  expect(await endOf(rig)).toBe('ERR_WRONG_DEVICE');
});

test('no second round leaves while the device has not proven its key', async () => {
  const answered = Promise.withResolvers<void>();
  const rig = await start(({ resources }) =>
    resources.on(`POST ${CHALLENGE}`, async () => {
      await answered.promise;
      return { statusCode: 404 };
    }),
  );
  await rig.world.settled();
  expect(pathsOf(rig.device())).toEqual([CHALLENGE, ROUND_1]);
  answered.resolve();
  await rig.world.settled();
  expect(pathsOf(rig.device())).not.toContain(ROUND_2);
  await rig.session.end();
});

test('a wrong password ends the session', async () => {
  const rig = await start(({ passwords }) => passwords.set('ann', 'another'));
  expect(await endOf(rig)).toBe('ERR_INVALID_CREDENTIALS');
});

test('credentials without a fingerprint log in as well', async () => {
  const { session } = await start(undefined, { fingerprint: undefined });
  await session.ready();
  expect(session.identity).toEqual({ login: { username: 'ann' }, boundBy: 'login' });
  await session.end();
});
