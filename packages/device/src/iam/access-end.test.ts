/** @module A user's access that ends: who sets it, what it takes away, and what clocks do to it. */
import { ManualClock } from '@longwire/testing/clock';
import { parseUser, silentLogger } from '@longwire/protocol';
import { beforeEach, describe, expect, test } from 'vitest';
import { ResourceHarness, type HarnessClient } from '../coap/resource-harness.fixture.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { formatState, parseState } from '../store/state-json.ts';
import { accessEndAt, EARLIEST_CLOCK_MS, hasAccessEnded, LATEST_END_MS } from './access-end.ts';
import { AccessWatch } from './access-watch.ts';
import { Iam } from './iam.ts';
import type { IamState } from './iam-state.ts';
import { household, PASSWORD, put, send } from './resources/household.fixture.ts';
import type { StateStore } from './state-store.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const PATH = '/iam/users/gina/access-ends-at';

let harness: ResourceHarness;
let admin: HarnessClient;
beforeEach(async () => {
  harness = new ResourceHarness({ state: household(), verifyToken: () => Promise.resolve('subject-gina') });
  admin = harness.connect('office');
  await admin.login('admin', PASSWORD);
});

const inSeconds = (ms: number): number => (harness.wallClockMs + ms) / 1000;
const endGina = (afterMs: number): Promise<number> => put(admin, PATH, inSeconds(afterMs));
const phone = (): HarnessClient => harness.connect("gina's phone");
const record = async (client: HarnessClient, path = '/iam/me') =>
  parseUser((await client.request('GET', path)).cbor());

describe('the end of a user’s access', () => {
  test('is in the record, with the time that is left by the device’s clock, rounded up to seconds', async () => {
    expect(await record(admin, '/iam/users/gina')).toMatchObject({ AccessEndsAt: null });
    expect(await record(admin, '/iam/users/gina')).not.toHaveProperty('AccessEndsIn');
    const endsAt = inSeconds(DAY_MS);
    expect(await endGina(DAY_MS)).toBe(204);
    harness.wallClockMs += HOUR_MS - 1;
    const left = { AccessEndsAt: endsAt, AccessEndsIn: 23 * 3600 + 1 };
    expect(await record(admin, '/iam/users/gina')).toMatchObject({ ...left, Role: 'Guest' });
    expect(await record(phone())).toMatchObject({ ...left, Role: 'Guest' });
  });

  test('takes the rights of the browser and of the login, to the millisecond', async () => {
    await endGina(DAY_MS);
    const browser = phone();
    const laptop = harness.connect('laptop');
    expect(await laptop.login('gina', PASSWORD)).toBe(201);
    const sees = () =>
      [browser, laptop].map(({ session }) => harness.iam.isAllowed(session, 'Webrtc:VideoStream'));
    harness.wallClockMs += DAY_MS - 1;
    expect(sees()).toEqual([true, true]);
    harness.wallClockMs += 1;
    expect(sees()).toEqual([false, false]);
    expect([browser, laptop].map(({ session }) => harness.iam.userOf(session))).toEqual([
      undefined,
      undefined,
    ]);
    expect(await send(browser, 'GET', '/iam/users/gina')).toBe(403);
  });

  test('is in the answer to the user who asks who they are, without a role', async () => {
    await endGina(DAY_MS);
    harness.wallClockMs += DAY_MS;
    const me = await record(phone());
    expect(me).toMatchObject({ Username: 'gina', AccessEndsIn: 0 });
    expect(me).not.toHaveProperty('Role');
    expect(await record(admin, '/iam/users/gina')).toMatchObject({ Role: 'Guest', AccessEndsIn: 0 });
  });

  test('refuses a login with 403 where the password is right, and with 401 where it is wrong', async () => {
    await endGina(DAY_MS);
    harness.wallClockMs += DAY_MS;
    const laptop = harness.connect('laptop');
    expect(await laptop.login('gina', PASSWORD)).toBe(403);
    expect(await laptop.whoAmI()).toBeUndefined();
    expect(await laptop.login('gina', 'a wrong one')).toBe(401);
    expect(harness.log.filter((line) => line.includes('access ended'))).toEqual([
      'auth.login-refused {"username":"gina","tokenId":"token-1","reason":"access ended"}',
    ]);
  });

  test('refuses a token of the issuer', async () => {
    await put(admin, '/iam/users/gina/oauth-subject', 'subject-gina');
    await endGina(DAY_MS);
    const show = async () =>
      (
        await harness
          .connect('x')
          .request('POST', '/webrtc/oauth', { bytes: new Uint8Array(1), contentFormat: 0 })
      ).statusCode;
    expect(await show()).toBe(201);
    harness.wallClockMs += DAY_MS;
    expect(await show()).toBe(403);
  });

  test('stops an invite that was used before, and one that is used late', async () => {
    await put(admin, '/iam/users/gina/password', 'an invitation');
    await endGina(HOUR_MS);
    const tablet = harness.connect('tablet');
    expect(await tablet.login('gina', 'an invitation')).toBe(201);
    harness.wallClockMs += HOUR_MS;
    const answer = await tablet.request('POST', '/iam/pairing/password-invite');
    expect([answer.statusCode, answer.text()]).toEqual([403, 'Access ended']);
  });

  test('gives the rights back, with browser and role, once it is later, or removed', async () => {
    await endGina(HOUR_MS);
    harness.wallClockMs += HOUR_MS;
    await harness.iam.endAccess();
    const browser = phone();
    const sees = () => harness.iam.isAllowed(browser.session, 'Webrtc:VideoStream');
    expect(sees()).toBe(false);
    expect(await endGina(HOUR_MS)).toBe(204);
    expect(sees()).toBe(true);
    harness.wallClockMs += HOUR_MS;
    expect(sees()).toBe(false);
    expect(await put(admin, PATH, null)).toBe(204);
    expect(sees()).toBe(true);
    expect(await record(browser)).toMatchObject({ Role: 'Guest', AccessEndsAt: null });
  });

  test.each([
    ['now', () => inSeconds(0), 400],
    ['a past time', () => inSeconds(-DAY_MS), 400],
    ['a text', () => '2026-11-29', 400],
    ['half a second', () => inSeconds(HOUR_MS) + 0.5, 400],
    ['a year of five digits', () => (LATEST_END_MS + 1000) / 1000, 400],
    ['the last year', () => LATEST_END_MS / 1000, 204],
  ])('can be set to %s: %s', async (_, value, status) => {
    expect(await put(admin, PATH, value())).toBe(status);
  });

  test('says the device’s own time where it refuses a past one', async () => {
    const { payload } = await admin.request('PUT', PATH, { cbor: inSeconds(-1000) });
    expect(new TextDecoder().decode(payload)).toContain(new Date(harness.wallClockMs).toISOString());
  });

  test('is set by those who manage users, never by the user', async () => {
    expect(await put(phone(), PATH, null)).toBe(403);
    expect(await put(phone(), PATH, inSeconds(DAY_MS))).toBe(403);
    expect(await put(admin, '/iam/users/stranger/access-ends-at', null)).toBe(404);
  });

  test('survives a restart, and a file without the field has none', async () => {
    await endGina(DAY_MS);
    const again = parseState(formatState(harness.store.state));
    expect(again).toEqual(harness.store.state);
    const { users, ...rest } = JSON.parse(formatState(harness.store.state));
    const old = users.map((user: object) => ({ ...user, accessEnd: undefined }));
    const read = parseState(JSON.stringify({ ...rest, users: old, checksum: undefined }));
    expect(read.users.map(({ accessEnd }) => accessEnd)).toEqual([null, null, null]);
  });

  test.each([
    ['no time', { hasPassed: false }],
    ['a text', { atMs: 'soon', hasPassed: false }],
    ['no word of having passed', { atMs: 1 }],
    ['a number alone', 1],
  ])('with %s makes the file damaged', (_, accessEnd) => {
    const { users, ...rest } = JSON.parse(formatState(household()));
    const text = JSON.stringify({ ...rest, users: [{ ...users[0], accessEnd }], checksum: undefined });
    expect(() => parseState(text)).toThrow(expect.objectContaining({ code: 'ERR_STORE_READ' }));
  });
});

describe('an invite with an end of access', () => {
  test('sets it for a new and an existing user, and keeps it unless another is given', async () => {
    const endOf = (name: string) =>
      harness.store.state.users.find(({ username }) => username === name)?.accessEnd;
    const atMs = harness.wallClockMs + DAY_MS;
    await harness.iam.invite('nina', { accessEndsAtMs: atMs });
    await harness.iam.invite('gina', { accessEndsAtMs: atMs });
    expect([endOf('nina'), endOf('gina')]).toEqual([
      { atMs, hasPassed: false },
      { atMs, hasPassed: false },
    ]);
    await harness.iam.invite('gina');
    expect(endOf('gina')?.atMs).toBe(atMs);
    await harness.iam.invite('gina', { accessEndsAtMs: null });
    expect(endOf('gina')).toBeNull();
  });

  test('is refused for a past time, and for a user whose access has ended, unless it gives another end', async () => {
    const refused = { code: 'ERR_END_OF_ACCESS' };
    await expect(harness.iam.invite('nina', { accessEndsAtMs: harness.wallClockMs })).rejects.toMatchObject(
      refused,
    );
    expect(harness.store.state.users).toHaveLength(3);
    await endGina(HOUR_MS);
    harness.wallClockMs += HOUR_MS;
    await expect(harness.iam.invite('gina')).rejects.toMatchObject(refused);
    await harness.iam.invite('gina', { accessEndsAtMs: harness.wallClockMs + 1 });
  });
});

describe('a clock that is set', () => {
  test('back does not bring back access that has ended, also after a restart', async () => {
    await endGina(HOUR_MS);
    harness.wallClockMs += HOUR_MS;
    await harness.iam.endAccess();
    harness.wallClockMs -= 2 * HOUR_MS;
    expect(await record(phone())).toMatchObject({ AccessEndsIn: 0 });
    const restarted = new ResourceHarness({ state: parseState(formatState(harness.store.state)) });
    restarted.wallClockMs = harness.wallClockMs;
    const { session } = restarted.connect("gina's phone");
    expect(restarted.iam.isAllowed(session, 'Webrtc:VideoStream')).toBe(false);
  });

  test('back does not bring back an invite that has expired, also after a restart', async () => {
    await put(admin, '/iam/users/bob/password', 'an invitation');
    const { password } = await harness.iam.invite('nina', { expiresMs: 8 * DAY_MS });
    harness.wallClockMs += 7 * DAY_MS;
    await harness.iam.endAccess();
    harness.wallClockMs -= DAY_MS;
    const restarted = new ResourceHarness({ state: parseState(formatState(harness.store.state)) });
    restarted.wallClockMs = harness.wallClockMs;
    const tablet = restarted.connect('tablet');
    expect(await tablet.login('bob', 'an invitation')).toBe(401);
    expect(await tablet.login('nina', password)).toBe(201);
  });

  test('forward ends access with the next decision', async () => {
    await endGina(DAY_MS);
    const { session } = phone();
    expect(harness.iam.isAllowed(session, 'Webrtc:VideoStream')).toBe(true);
    harness.wallClockMs += 2 * DAY_MS;
    expect(harness.iam.isAllowed(session, 'Webrtc:VideoStream')).toBe(false);
  });

  test('only after the start keeps limited access away until then, and no other', () => {
    const limited = { accessEnd: accessEndAt(EARLIEST_CLOCK_MS + DAY_MS, EARLIEST_CLOCK_MS) };
    expect(hasAccessEnded(limited, 0)).toBe(true);
    expect(hasAccessEnded(limited, EARLIEST_CLOCK_MS - 1)).toBe(true);
    expect(hasAccessEnded(limited, EARLIEST_CLOCK_MS)).toBe(false);
    expect(hasAccessEnded({ accessEnd: null }, 0)).toBe(false);
  });
});

describe('the watch over ends of access', () => {
  const START_MS = 1_800_000_000_000;
  let state: IamState;
  let failing: boolean;
  let logged: string[];
  let clock: ManualClock;
  let iam: Iam;
  let watch: AccessWatch;
  /** Whether the guest may see, at each emitted change. */
  let changes: boolean[];

  const store: StateStore = {
    get state() {
      return state;
    },
    save: async (next) => {
      if (failing) throw new Error('disk full');
      state = next;
    },
  };
  const bob = () => state.users.find(({ username }) => username === 'bob');
  const gina = () => state.users.find(({ username }) => username === 'gina')?.accessEnd;
  const may = () => !hasAccessEnded({ accessEnd: gina() ?? null }, clock.wall());
  /** Waits for the changes that were begun. */
  const settled = () => iam.setOpenPairing(false).catch(() => undefined);

  beforeEach(() => {
    state = household();
    failing = false;
    logged = [];
    changes = [];
    clock = new ManualClock(START_MS);
    const log = (event: string, fields?: unknown): void =>
      void logged.push(`${event} ${JSON.stringify(fields)}`);
    const logger = { ...silentLogger, info: log, error: log };
    iam = new Iam({ store, nowMs: () => clock.wall(), logger });
    watch = new AccessWatch({ iam, clock, logger });
    iam.on('change', () => changes.push(may()));
  });

  test('needs no timer while no access ends', async () => {
    watch.start();
    expect(clock.pending).toBe(0);
    await iam.setAccessEnd('gina', START_MS + DAY_MS);
    expect(clock.pending).toBe(1);
    await iam.setAccessEnd('gina', null);
    expect(clock.pending).toBe(0);
  });

  test.each([1, 29_999, HOUR_MS, 400 * DAY_MS])(
    'emits a change %i ms later, when it ends, and logs it once',
    async (afterMs) => {
      watch.start();
      await iam.setAccessEnd('gina', START_MS + afterMs);
      changes = [];
      clock.advance(afterMs - 1);
      expect(changes).toEqual([]);
      clock.advance(1);
      expect(changes).toEqual([false]);
      await settled();
      expect(gina()).toEqual({ atMs: START_MS + afterMs, hasPassed: true });
      clock.advance(DAY_MS);
      await settled();
      expect(logged).toEqual(['iam.access-ended {"username":"gina"}']);
      expect(clock.pending).toBe(0);
    },
  );

  test('ends at its start what ended while the device was off', async () => {
    await iam.setAccessEnd('gina', START_MS + 1);
    clock.advance(DAY_MS);
    changes = [];
    watch.start();
    expect(changes).toEqual([false]);
    await settled();
    expect(gina()?.hasPassed).toBe(true);
  });

  test('follows each user’s end in turn, and ends that are moved', async () => {
    watch.start();
    await iam.setAccessEnd('gina', START_MS + HOUR_MS);
    await iam.setAccessEnd('bob', START_MS + 2 * HOUR_MS);
    await iam.setAccessEnd('gina', START_MS + 3 * HOUR_MS);
    for (let hours = 0; hours < 3; hours += 1) {
      clock.advance(HOUR_MS);
      await settled();
    }
    expect(logged).toEqual(['iam.access-ended {"username":"bob"}', 'iam.access-ended {"username":"gina"}']);
  });

  test('waits for the expiry of an invite as well, and clears its password', async () => {
    watch.start();
    await iam.setAccessEnd('gina', START_MS + DAY_MS);
    await iam.invite('bob', { expiresMs: HOUR_MS });
    clock.advance(HOUR_MS - 1);
    await settled();
    expect(bob()?.passwordVerifier).not.toBeNull();
    clock.advance(1);
    await settled();
    expect(bob()).toMatchObject({ passwordVerifier: null, passwordExpiresAtMs: null });
    expect(gina()?.hasPassed).toBe(false);
    clock.advance(DAY_MS);
    await settled();
    expect([gina()?.hasPassed, clock.pending]).toEqual([true, 0]);
  });

  test('keeps an invite while the clock is not set', async () => {
    await iam.invite('bob');
    const before = state;
    clock.moveWall(-START_MS);
    await iam.endAccess();
    expect(state).toBe(before);
  });

  test('notices within half a minute that the clock was set forward', async () => {
    watch.start();
    await iam.setAccessEnd('gina', START_MS + DAY_MS);
    changes = [];
    clock.moveWall(2 * DAY_MS);
    clock.advance(30_000);
    expect(changes).toEqual([false]);
  });

  test('waits longer after the clock was set back', async () => {
    watch.start();
    await iam.setAccessEnd('gina', START_MS + HOUR_MS);
    changes = [];
    clock.moveWall(-HOUR_MS);
    clock.advance(HOUR_MS);
    expect(changes).toEqual([]);
    clock.advance(HOUR_MS);
    expect(changes).toEqual([false]);
  });

  test('ends access although the store fails, and stores it when the store works again', async () => {
    watch.start();
    await iam.setAccessEnd('gina', START_MS + HOUR_MS);
    failing = true;
    changes = [];
    clock.advance(HOUR_MS);
    expect(changes).toEqual([false]);
    await settled();
    expect(logged.some((line) => line.startsWith('iam.access-store-failed'))).toBe(true);
    expect(gina()?.hasPassed).toBe(false);
    failing = false;
    clock.advance(30_000);
    await settled();
    expect(gina()?.hasPassed).toBe(true);
  });

  test('does nothing once it is stopped', async () => {
    watch.start();
    await iam.setAccessEnd('gina', START_MS + HOUR_MS);
    watch.stop();
    watch.stop();
    changes = [];
    clock.advance(DAY_MS);
    expect([changes, clock.pending]).toEqual([[], 0]);
    await iam.setAccessEnd('gina', clock.wall() + 1);
    expect(clock.pending).toBe(0);
  });
});

test('a store in memory holds the end as well', async () => {
  const iam = new Iam({ store: createMemoryStore(household()), nowMs: () => EARLIEST_CLOCK_MS });
  await iam.setAccessEnd('gina', EARLIEST_CLOCK_MS + 1);
  expect(iam.nextAccessEndMs).toBe(EARLIEST_CLOCK_MS + 1);
});
