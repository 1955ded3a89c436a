/** @module Visits: one for each user, whatever their connections do. */
import { silentLogger, type User } from '@longwire/protocol';
import { beforeEach, expect, test } from 'vitest';
import { createEmitter } from '../events/create-emitter.ts';
import type { DeviceEvents } from '../events/device-events.ts';
import type { DeviceSession } from '../events/device-session.ts';
import { SessionIdentity } from '../auth/session-identity.ts';
import { testFingerprint } from '../coap/resource-harness.fixture.ts';
import { NO_EVENT_STORE } from './event-file.ts';
import { EventLog } from './event-log.ts';
import { recordVisits } from './record-visits.ts';

const START_MS = 1_800_000_000_000;
const END = { code: 1000, reason: 'closed' };

let nowMs = START_MS;
let events = createEmitter<DeviceEvents>(silentLogger);
let log = new EventLog({ store: NO_EVENT_STORE, logger: silentLogger });

beforeEach(() => {
  nowMs = START_MS;
  events = createEmitter(silentLogger);
  log = new EventLog({ store: NO_EVENT_STORE, logger: silentLogger, nowMs: () => nowMs });
  recordVisits({ log, events, nowMs: () => nowMs });
});

const user = (name: string): User => ({ Username: name, DisplayName: name.toUpperCase(), Role: 'Guest' });

function session(who?: User): DeviceSession {
  return {
    id: 's',
    identity: new SessionIdentity({
      clientFingerprint: testFingerprint('client'),
      deviceFingerprint: testFingerprint('device'),
      tokenId: 'token',
    }),
    user: who,
    connectedAt: new Date(nowMs),
    watching: [],
    close: () => undefined,
  };
}

/** From when until when each visit lasted, in seconds since the start. */
const visits = (): unknown[] =>
  log.list.map((event) =>
    event.type === 'visit'
      ? [event.username, (event.atMs - START_MS) / 1000, event.untilMs && (event.untilMs - START_MS) / 1000]
      : event,
  );

test('a visit has the name, the role and the times, and nothing else', () => {
  const anna = session(user('anna'));
  events.emit('sessionopened', anna);
  nowMs += 8000;
  events.emit('sessionclosed', anna, END);
  expect(log.list).toEqual([
    {
      type: 'visit',
      id: 1,
      atMs: START_MS,
      untilMs: START_MS + 8000,
      isPresent: false,
      username: 'anna',
      displayName: 'ANNA',
      role: 'Guest',
    },
  ]);
});

test('two connections of one user are one visit, which ends with the last of them', () => {
  const [first, second] = [session(user('anna')), session(user('anna'))];
  events.emit('sessionopened', first);
  events.emit('sessionopened', second);
  nowMs += 1000;
  events.emit('sessionclosed', first, END);
  expect(visits()).toEqual([['anna', 0, null]]);
  nowMs += 1000;
  events.emit('sessionclosed', second, END);
  expect(visits()).toEqual([['anna', 0, 2]]);
});

test('a login begins one, and another user ends it', () => {
  const browser = session();
  events.emit('sessionopened', browser);
  expect(visits()).toEqual([]);
  nowMs += 1000;
  events.emit('userchange', browser, { from: undefined, to: user('anna') });
  nowMs += 1000;
  events.emit('userchange', browser, { from: user('anna'), to: { ...user('anna'), Role: 'Standard' } });
  nowMs += 1000;
  events.emit('userchange', browser, { from: user('anna'), to: user('bob') });
  nowMs += 1000;
  events.emit('userchange', browser, { from: user('bob'), to: undefined });
  events.emit('sessionclosed', browser, END);
  expect(visits()).toEqual([
    ['bob', 3, 4],
    ['anna', 1, 3],
  ]);
});

test('a user who returns within two minutes continues the visit; later it is another', () => {
  const come = (): DeviceSession => {
    const anna = session(user('anna'));
    events.emit('sessionopened', anna);
    return anna;
  };
  const first = come();
  events.emit('sessionclosed', first, END);
  nowMs += 119_000;
  const second = come();
  expect(visits()).toEqual([['anna', 0, null]]);
  events.emit('sessionclosed', second, END);
  nowMs += 120_000;
  come();
  expect(visits()).toEqual([
    ['anna', 239, null],
    ['anna', 0, 119],
  ]);
});
