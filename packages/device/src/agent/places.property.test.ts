/** @module Property test: places are shared fairly over many steps of any number of tokens and users. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { admitSession } from './admit-session.ts';
import { admitUser } from './admit-user.ts';
import { completeSessionLimits, type SessionLimits } from './session-limits.ts';
import type { Admission, PlaceUser, SessionPlace } from './session-place.ts';

interface OpenSession extends SessionPlace {
  user: PlaceUser | undefined;
}

/** The places of a device. */
class Places {
  readonly #limits: SessionLimits;
  /** Oldest first. */
  sessions: OpenSession[] = [];

  constructor(limits: SessionLimits) {
    this.#limits = limits;
  }

  open(tokenId: string): OpenSession | undefined {
    const entrant: OpenSession = { tokenId, isTokenProven: false, user: undefined };
    const admission = admitSession(this.sessions, entrant, this.#limits);
    this.#evict(admission);
    if (admission.kind === 'refuse') return undefined;
    this.sessions.push(entrant);
    return entrant;
  }

  /** Whether the session has kept its place. */
  logIn(session: OpenSession, username: string): boolean {
    session.user = { username, isAdministrator: username === 'admin' };
    const admission = admitUser(this.sessions, session, this.#limits);
    this.#evict(admission);
    if (admission.kind === 'refuse') this.sessions = this.sessions.filter((other) => other !== session);
    return admission.kind !== 'refuse';
  }

  users(): readonly OpenSession[] {
    return this.sessions.filter(({ user }) => user !== undefined);
  }

  #evict(admission: Admission<OpenSession>): void {
    if (admission.kind === 'replace')
      this.sessions = this.sessions.filter((other) => other !== admission.evicted);
  }
}

const names = (sessions: readonly OpenSession[]): readonly (string | undefined)[] =>
  sessions.map(({ user }) => user?.username);

const limits = fc
  .record({
    maxSessions: fc.integer({ min: 4, max: 20 }),
    maxSessionsPerToken: fc.integer({ min: 1, max: 8 }),
    maxSessionsPerUser: fc.integer({ min: 1, max: 6 }),
  })
  .map(completeSessionLimits);

/** Opens a session, which may log in, or ends one. */
const steps = fc.array(
  fc.oneof(
    fc.record({
      tokenId: fc.constantFrom('t1', 't2', 't3', 't4', 't5', 't6'),
      username: fc.constantFrom(undefined, 'a', 'b', 'c', 'd', 'e', 'f', 'admin'),
    }),
    fc.record({ leaves: fc.nat({ max: 20 }) }),
  ),
  { maxLength: 80 },
);

test('an administrator always gets a place, and only an administrator can take the only place of another user', () => {
  fc.assert(
    fc.property(limits, steps, (used, played) => {
      const places = new Places(used);
      for (const step of played) {
        if ('leaves' in step) {
          places.sessions.splice(step.leaves, 1);
          continue;
        }
        const users = places.users();
        const opened = places.open(step.tokenId);
        expect(places.users()).toEqual(users);
        const isIn =
          step.username === undefined || (opened !== undefined && places.logIn(opened, step.username));
        expect(isIn || step.username !== 'admin').toBe(true);
        const lost = names(users).filter((name) => !names(places.users()).includes(name));
        expect(lost.length).toBeLessThanOrEqual(step.username === 'admin' ? 1 : 0);
        expect(places.users().length).toBeLessThanOrEqual(used.maxSessions - used.reservedForLogin);
        expect(places.sessions.length).toBeLessThanOrEqual(used.maxSessions);
      }
    }),
  );
});

test('fewer tokens than reserved places never replace the only session of another token before its login', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('stolen-1', 'stolen-2', 'stolen-3'), { maxLength: 60 }),
      fc.array(fc.constantFrom('stolen-1', 'stolen-2', 'stolen-3'), { maxLength: 60 }),
      (before, after) => {
        const places = new Places(completeSessionLimits({}));
        for (let index = 0; index < 12; index += 1) {
          const session = places.open('token of a');
          if (session !== undefined) places.logIn(session, 'a');
        }
        for (const tokenId of before) places.open(tokenId);
        const single = places.open('its own token');
        for (const tokenId of after) places.open(tokenId);
        expect(places.sessions).toContain(single);
      },
    ),
  );
});
