/** @module Records which user is connected from when until when, and nothing else about them. */
import type { Emitter, User } from '@longwire/protocol';
import type { DeviceEvents } from '../events/device-events.ts';
import type { DeviceSession } from '../events/device-session.ts';
import type { EventLog } from './event-log.ts';

/** Options of {@link recordVisits}. */
export interface RecordVisitsOptions {
  readonly log: EventLog;
  readonly events: Pick<Emitter<DeviceEvents>, 'on'>;
  /** Milliseconds since 1970; the machine's unless given. */
  readonly nowMs?: () => number;
}

/** A user who returns within this time, in milliseconds, continues the visit. Reason: a reloaded page, or a phone between two networks. */
const RETURN_MS = 2 * 60_000;

interface Present {
  readonly id: number;
  readonly sessions: Set<DeviceSession>;
}

/** Starts to record: one visit for each user, with any number of connections. */
export function recordVisits({ log, events, nowMs = Date.now }: RecordVisitsOptions): void {
  const visitors = new Visitors(log, nowMs);
  events.on('sessionopened', (session) => visitors.enter(session, session.user));
  events.on('sessionclosed', (session) => visitors.leave(session, session.user));
  events.on('userchange', (session, { from, to }) => {
    if (from?.Username === to?.Username) return;
    visitors.leave(session, from);
    visitors.enter(session, to);
  });
}

/** The users who are connected. */
class Visitors {
  readonly #log: EventLog;
  readonly #nowMs: () => number;
  readonly #present = new Map<string, Present>();

  constructor(log: EventLog, nowMs: () => number) {
    this.#log = log;
    this.#nowMs = nowMs;
  }

  enter(session: DeviceSession, user: User | undefined): void {
    // Without a login there is no name: a person who has yet to log in, or the holder of a lost link.
    if (user === undefined) return;
    const { Username: username, DisplayName: displayName = null, Role: role = null } = user;
    const present = this.#present.get(username);
    if (present !== undefined) return void present.sessions.add(session);
    const id = this.#continueVisit(username) ?? this.#log.beginVisit({ username, displayName, role }).id;
    this.#present.set(username, { id, sessions: new Set([session]) });
  }

  /** Continues the user's last visit if it has just ended. */
  #continueVisit(username: string): number | undefined {
    const last = this.#log.list.find((event) => event.type === 'visit' && event.username === username);
    if (last?.type !== 'visit' || last.untilMs === null || this.#nowMs() - last.untilMs >= RETURN_MS)
      return undefined;
    this.#log.setPresent(last.id, true);
    return last.id;
  }

  leave(session: DeviceSession, user: User | undefined): void {
    if (user === undefined) return;
    const present = this.#present.get(user.Username);
    if (present === undefined || !present.sessions.delete(session) || present.sessions.size > 0) return;
    this.#present.delete(user.Username);
    this.#log.setPresent(present.id, false);
  }
}
