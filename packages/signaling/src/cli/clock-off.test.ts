/** @module The command on a machine whose clock is a day ahead or behind, or is set while it runs. */
import { encodeSignalingMessage, SIGNALING_PATH, SIGNALING_SUBPROTOCOL } from '@longwire/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { DEVICE, makeDeviceDatabase } from '../test-support/device-database.fixture.ts';
import { LOGIN_REPLY } from '../test-support/login-reply.fixture.ts';
import { SetClock } from '../test-support/set-clock.fixture.ts';
import { words } from '../test-support/steady-peers.fixture.ts';
import { TestDevice } from '../test-support/test-device.fixture.ts';
import { TestSocket } from '../test-support/test-socket.fixture.ts';
import { serve } from './command.fixture.ts';

const HOUR_MS = 3_600_000;

interface Rig {
  readonly clock: SetClock;
  attach(): Promise<TestDevice>;
  /** Sends a login with a token that is valid for ten days, or for twelve hours. */
  login(valid: 'ten days' | 'twelve hours'): Promise<TestSocket>;
}

async function start(days: number): Promise<Rig> {
  const database = await makeDeviceDatabase();
  onTestFinished(() => database[Symbol.asyncDispose]());
  const { directory, path, identity, registry } = database;
  const { productId } = DEVICE;
  const tokens = {
    'ten days': (await registry.tokens.add({ productId, lifetimeMs: 240 * HOUR_MS })).value,
    'twelve hours': (await registry.tokens.add({ productId, lifetimeMs: 12 * HOUR_MS })).value,
  };
  const clock = new SetClock(directory);
  await clock.set(days);
  const { url, ...service } = await serve(['--database', path], clock.env);
  onTestFinished(() => service[Symbol.asyncDispose]());
  return {
    clock,
    attach: () => TestDevice.attach({ ...DEVICE, identity, url }),
    login: async (valid) => {
      const client = await TestSocket.open(`${url}${SIGNALING_PATH}`, [SIGNALING_SUBPROTOCOL]);
      client.sendText(encodeSignalingMessage({ kind: 'login', ...DEVICE, sct: tokens[valid] }));
      return client;
    },
  };
}

test.each([
  { days: 1, outcome: { code: 4002 } },
  { days: -1, outcome: { reply: expect.stringMatching(LOGIN_REPLY) } },
])(
  'with a clock that is $days days off, devices attach, clients log in, and tokens expire by that clock',
  async ({ days, outcome }) => {
    const rig = await start(days);
    await rig.attach();
    expect(await (await rig.login('ten days')).text()).toMatch(LOGIN_REPLY);
    const short = await rig.login('twelve hours');
    const replied = short.text().then((reply) => ({ reply }));
    const closed = short.closed.then(({ code }) => ({ code }));
    expect(await Promise.race([replied, closed])).toEqual(outcome);
  },
);

test('a clock that is set by a day while the service runs ends no session, and opens new ones', async () => {
  const rig = await start(0);
  const device = await rig.attach();
  const client = await rig.login('ten days');
  expect(await client.text()).toMatch(LOGIN_REPLY);
  const { session } = await device.next('session-open');
  for (const [index, days] of [1, -1, 0].entries()) {
    await rig.clock.set(days);
    const other = await rig.login('ten days');
    expect(await other.text()).toMatch(LOGIN_REPLY);
    await device.next('session-open');
    const word = words('d', 3)[index] ?? '';
    device.say(session, word);
    expect(await client.text()).toBe(word);
  }
});
