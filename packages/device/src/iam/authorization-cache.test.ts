/** @module A cached decision is used until anything that it depends on changes, and not a moment longer. */
import { fingerprintOfDer, hasErrorCode, utf8Encode, type Fingerprint } from '@longwire/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { stateWith } from '../auth/login.fixture.ts';
import { SessionIdentity } from '../auth/session-identity.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { callerOf } from './caller.ts';
import { defaultIamConfig } from './default-config.ts';
import type { Attributes } from './evaluate-policy.ts';
import type { IamConfig } from './iam-config.ts';
import { isCallerAllowed } from './is-allowed.ts';
import { Iam } from './iam.ts';
import {
  findUser,
  withChangedUser,
  withOauthSubject,
  withPassword,
  withUsername,
  type IamState,
} from './iam-state.ts';
import { CachedAuthorization } from './authorization-cache.ts';
import type { StateStore } from './state-store.ts';

const ACTIONS = ['Device:Invoke', 'Webrtc:Talk', 'IAM:SetSettings', 'IAM:GetPairing', 'Door:Open'] as const;
const ROLES = [null, 'Unpaired', 'Guest', 'Standard', 'Administrator'] as const;
const USERS = ['anna', 'bob'] as const;

const fingerprintOf = (name: string): Fingerprint => fingerprintOfDer(utf8Encode(name));

/** A device with two users, and connections from each one's browser and from an unknown one. */
function setUp() {
  const store = createMemoryStore(
    stateWith(
      {
        username: 'anna',
        role: 'Administrator',
        oauthSubject: 'anna',
        fingerprints: [{ fingerprint: fingerprintOf('anna'), name: null }],
      },
      {
        username: 'bob',
        role: 'Guest',
        oauthSubject: 'bob',
        fingerprints: [{ fingerprint: fingerprintOf('bob'), name: null }],
      },
    ),
  );
  const time = { ms: 1_800_000_000_000 };
  const iam = new Iam({ store, config: defaultIamConfig, nowMs: () => time.ms });
  const deviceFingerprint = fingerprintOf('device');
  const connect = (browser: string): SessionIdentity =>
    new SessionIdentity({ clientFingerprint: fingerprintOf(browser), deviceFingerprint, tokenId: 'token' });
  return { store, iam, time, sessions: { anna: connect('anna'), bob: connect('bob'), new: connect('new') } };
}

type World = ReturnType<typeof setUp>;

/** All events on which rights may depend. */
const steps = {
  'gets a role': async ({ iam }: World, user, pick) => iam.setRole(user, ROLES[pick % ROLES.length] ?? null),
  'is removed': async ({ iam }: World, user) => iam.removeUser(user),
  'gets an end of access': async ({ iam, time }: World, user, pick) =>
    iam.setAccessEnd(user, pick === 0 ? null : time.ms + pick),
  waits: async ({ time }: World, _user, pick) => void (time.ms += pick),
  'sets the clock back': async ({ time }: World, _user, pick) => void (time.ms -= pick),
  'starts with a wrong clock': async ({ time }: World, _user, pick) => void (time.ms = pick),
  'is watched': async ({ iam }: World) => iam.endAccess(),
  'is invited': async ({ iam }: World, user) => void (await iam.invite(user)),
  'loses the browser': async ({ iam }: World, user) => iam.removeFingerprint(user, fingerprintOf(user)),
  'gets a new password': async ({ store }: World, user) => store.save(withPassword(store.state, user, null)),
  'gets a new name': async ({ store }: World, user) =>
    store.save(withUsername(store.state, user, `${user}a`)),
  'gets a browser': async ({ store }: World, user) =>
    store.save(
      withChangedUser(store.state, user, {
        fingerprints: [{ fingerprint: fingerprintOf('new'), name: null }],
      }),
    ),
  'gets another subject': async ({ store }: World, user) =>
    store.save(withOauthSubject(store.state, user, user)),
  'shows a token': async ({ store, sessions }: World, user) =>
    sessions.new.setOauthLogin({ subject: user, oauthEpoch: findUser(store.state, user)?.oauthEpoch ?? 0 }),
  'logs in': async ({ store, sessions }: World, user) =>
    sessions.new.setLogin({ username: user, passwordEpoch: findUser(store.state, user)?.passwordEpoch ?? 0 }),
  'ends the connection': async ({ sessions }: World) => sessions.new.end(),
} satisfies Record<string, (world: World, user: (typeof USERS)[number], pick: number) => Promise<void>>;

/** The rights of every connection, cached and computed. */
function rights({ iam, sessions }: World) {
  const pairs = Object.values(sessions).flatMap((session) => ACTIONS.map((action) => ({ session, action })));
  return {
    kept: pairs.map(({ session, action }) => iam.isAllowed(session, action)),
    computed: pairs.map(
      ({ session, action }) =>
        !session.isEnded &&
        isCallerAllowed(
          { state: iam.state, config: defaultIamConfig, caller: callerOf(session), nowMs: iam.nowMs },
          action,
        ),
    ),
    users: Object.values(sessions).map((session) => iam.userOf(session)?.Username),
  };
}

/** A user or a browser may be gone already, or an invited user's access may have ended: then the step changes nothing. */
function unlessRefused(error: unknown): void {
  if (!hasErrorCode(error, 'ERR_NOT_FOUND') && !hasErrorCode(error, 'ERR_END_OF_ACCESS')) throw error;
}

type Step = keyof typeof steps;
const isStep = (name: string): name is Step => name in steps;
const anyStep = fc.record({
  name: fc.constantFrom(...Object.keys(steps).filter(isStep)),
  user: fc.constantFrom(...USERS),
  pick: fc.nat(20),
});

test('after any sequence of events cached rights equal computed ones', async () => {
  const seen = new Set<boolean>();
  const property = fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 12 }), async (taken) => {
    const world = setUp();
    for (const { name, user, pick } of taken) {
      await steps[name](world, user, pick).catch(unlessRefused);
      const { kept, computed } = rights(world);
      for (const isAllowed of kept) seen.add(isAllowed);
      expect(kept).toEqual(computed);
    }
  });
  await fc.assert(property, { numRuns: 300 });
  expect(seen).toEqual(new Set([true, false]));
});

test.each([
  ['another role', 'gets a role', true, false],
  ['the user deleted', 'is removed', true, false],
  ['the browser taken away', 'loses the browser', true, false],
] as const)('%s counts with the next question', async (_, step, before, after) => {
  const world = setUp();
  const ask = (): boolean => world.iam.isAllowed(world.sessions.anna, 'Device:Invoke');
  expect([ask(), ask()]).toEqual([before, before]);
  await steps[step](world, 'anna', 1);
  expect([ask(), ask()]).toEqual([after, after]);
});

test('a login and the end of the connection take effect with the next decision', async () => {
  const world = setUp();
  const ask = (): boolean => world.iam.isAllowed(world.sessions.new, 'Device:Invoke');
  expect(ask()).toBe(false);
  await steps['logs in'](world, 'anna');
  expect([ask(), ask()]).toEqual([true, true]);
  await steps['logs in'](world, 'bob');
  expect(ask()).toBe(false);
  await steps['logs in'](world, 'anna');
  world.sessions.new.end();
  expect([ask(), world.iam.userOf(world.sessions.new)]).toEqual([false, undefined]);
});

test('a token takes effect with the next decision', async () => {
  const world = setUp();
  const ask = (): boolean => world.iam.isAllowed(world.sessions.new, 'Device:Invoke');
  expect(ask()).toBe(false);
  await steps['shows a token'](world, 'anna');
  expect([ask(), ask()]).toEqual([true, true]);
});

test('each reader gets its own copy of a user record', () => {
  const { iam, sessions } = setUp();
  const [one, other] = [iam.userOf(sessions.anna), iam.userOf(sessions.anna)];
  expect(one).toEqual(other);
  expect(one).not.toBe(other);
});

test('later changes of the configuration object have no effect', () => {
  const roles = [...defaultIamConfig.roles];
  const config = { ...defaultIamConfig, roles };
  const iam = new Iam({ store: createMemoryStore(), config });
  const session = setUp().sessions.new;
  roles.push({ id: 'Unpaired', policies: ['Everything'] });
  config.unpairedRole = 'Administrator';
  expect(iam.isAllowed(session, 'Device:Invoke')).toBe(false);
});

test('the policies are frozen', () => {
  const { config } = setUp().iam;
  const parts = [config, config.roles, config.roles[0], config.roles[0]?.policies, config.policies[0]];
  const [statement] = config.policies[0]?.statements ?? [];
  expect([...parts, statement?.actions].filter((part) => !Object.isFrozen(part))).toEqual([]);
});

test('a store that mutates its state takes effect with the next decision', async () => {
  const { state } = setUp().store;
  const kept: IamState = structuredClone(state);
  const store: StateStore = { state: kept, save: async (next) => void Object.assign(kept, next) };
  const iam = new Iam({ store });
  const session = setUp().sessions.anna;
  expect(iam.isAllowed(session, 'Device:Invoke')).toBe(true);
  await iam.setRole('anna', 'Guest');
  expect(iam.isAllowed(session, 'Device:Invoke')).toBe(false);
  await iam.removeUser('anna');
  expect(iam.userOf(session)).toBeUndefined();
});

test('attributes apply to their own decision only', () => {
  const { iam, sessions } = setUp();
  const ask = (attributes?: Attributes): boolean =>
    iam.isAllowed(sessions.bob, 'IAM:SetUserDisplayName', attributes);
  const own = { 'IAM:Username': 'bob' };
  expect([ask(), ask(own), ask({ 'IAM:Username': 'anna' }), ask(), ask(own)]).toEqual([
    false,
    true,
    false,
    false,
    true,
  ]);
});

test('the number of cached decisions is limited', () => {
  const { store, sessions, time } = setUp();
  let lookUps = 0;
  const config: IamConfig = {
    ...defaultIamConfig,
    get roles() {
      lookUps += 1;
      return defaultIamConfig.roles;
    },
  };
  const authorization = new CachedAuthorization(sessions.anna, {
    state: store.state,
    config,
    nowMs: time.ms,
  });
  const ask = (from: number, to: number): number => {
    lookUps = 0;
    for (let index = from; index < to; index += 1) authorization.isAllowed(`Door:Open${index}`);
    return lookUps;
  };
  expect([ask(0, 1), ask(0, 1)]).toEqual([1, 0]);
  expect([ask(1, 200), ask(0, 1)]).toEqual([199, 1]);
});
