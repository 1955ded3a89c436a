/** @module The list of what happened at the device: bounded, and kept over restarts. */
import type { Emitter, Logger } from '@longwire/protocol';
import { createEmitter } from '../events/create-emitter.ts';
import { reasonOf } from '../log/reason-of.ts';
import type { EventStore } from './event-file.ts';
import {
  MAX_EVENT_AGE_MS,
  MAX_EVENTS,
  type LoggedEvent,
  type LoggedNotification,
  type LoggedVisit,
} from './logged-event.ts';

/** Options of {@link EventLog}. */
export interface EventLogOptions {
  readonly store: EventStore;
  readonly logger: Logger;
  /** Milliseconds since 1970; the machine's unless given. */
  readonly nowMs?: () => number;
}

/**
 * How many pictures are kept, and only in memory. Reason: flash memory wears out, and who came to a door is private; a restart forgets
 * the pictures, and no sentence.
 */
const MAX_IMAGES = 16;

/** The entries, newest first. */
export class EventLog {
  readonly #options: EventLogOptions;
  readonly #nowMs: () => number;
  readonly #events: Emitter<{ change: [] }>;
  readonly #images = new Map<number, Uint8Array>();
  #list: readonly LoggedEvent[];
  #isDirty = false;
  #writing: Promise<void> | undefined;

  constructor(options: EventLogOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? Date.now;
    this.#events = createEmitter(options.logger);
    this.#list = options.store.stored;
  }

  /** The entries that are not too old, newest first. */
  get list(): readonly LoggedEvent[] {
    const oldestMs = this.#nowMs() - MAX_EVENT_AGE_MS;
    return this.#list.filter(({ atMs }) => atMs >= oldestMs);
  }

  /** The notifications that are to be pushed, newest first. */
  get unsent(): readonly LoggedNotification[] {
    return this.#list.flatMap((event) => (event.type === 'notification' && event.isUnsent ? [event] : []));
  }

  /** The picture of a notification. */
  imageOf(id: number): Uint8Array | undefined {
    return this.#images.get(id);
  }

  /** Adds a notification. */
  addNotification(
    notification: Pick<LoggedNotification, 'kind' | 'title' | 'body' | 'isUnsent'>,
    image?: Uint8Array,
  ): LoggedNotification {
    const event = { type: 'notification', ...this.#next(), ...notification } as const;
    if (image !== undefined) this.#images.set(event.id, image);
    this.#put([event, ...this.#list]);
    return event;
  }

  /** Records that notifications are to be pushed, or no more. */
  setUnsent(events: readonly LoggedNotification[], isUnsent: boolean): void {
    const ids = new Set(events.map(({ id }) => id));
    this.#put(
      this.#list.map((event) =>
        event.type === 'notification' && ids.has(event.id) ? { ...event, isUnsent } : event,
      ),
    );
  }

  /** Adds a visit that begins now. */
  beginVisit(user: Pick<LoggedVisit, 'username' | 'displayName' | 'role'>): LoggedVisit {
    const visit = { type: 'visit', ...this.#next(), untilMs: null, isPresent: true, ...user } as const;
    this.#put([visit, ...this.#list]);
    return visit;
  }

  /** Ends a visit now, or continues one that has ended. */
  setPresent(id: number, isPresent: boolean): void {
    const change = { isPresent, untilMs: isPresent ? null : this.#nowMs() };
    this.#put(
      this.#list.map((event) =>
        event.type === 'visit' && event.id === id ? { ...event, ...change } : event,
      ),
    );
  }

  /** Calls a listener after each change; returns a function that removes it. */
  on(event: 'change', listener: () => void): () => void {
    return this.#events.on(event, listener);
  }

  /** Resolves once everything is stored, or could not be. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  #next(): { readonly id: number; readonly atMs: number } {
    return { id: (this.#list[0]?.id ?? 0) + 1, atMs: this.#nowMs() };
  }

  #put(list: readonly LoggedEvent[]): void {
    this.#list = list;
    this.#list = withinLimit(this.list);
    for (const id of [...this.#images.keys()].slice(0, -MAX_IMAGES)) this.#images.delete(id);
    this.#isDirty = true;
    this.#writing ??= this.#write();
    this.#events.emit('change');
  }

  /** Writes until the newest list is stored: several changes during a write become one. */
  async #write(): Promise<void> {
    while (this.#isDirty) {
      this.#isDirty = false;
      try {
        await this.#options.store.save(this.#list);
      } catch (error) {
        this.#options.logger.warn('events.store-failed', { reason: reasonOf(error) });
      }
    }
    this.#writing = undefined;
  }
}

/**
 * Drops the oldest visits of the user with the most, or notifications if there are more of them. Reason: a guest who comes and goes all day
 * would push out what the others did, and the movements that a camera saw.
 */
function withinLimit(list: readonly LoggedEvent[]): readonly LoggedEvent[] {
  const kept = [...list];
  while (kept.length > MAX_EVENTS) {
    const counts = new Map<string, number>();
    for (const event of kept) counts.set(causeOf(event), (counts.get(causeOf(event)) ?? 0) + 1);
    const most = Math.max(...counts.values());
    kept.splice(
      kept.findLastIndex((event) => counts.get(causeOf(event)) === most),
      1,
    );
  }
  return kept;
}

/** The user of a visit, or the device. No user has an empty name. */
function causeOf(event: LoggedEvent): string {
  return event.type === 'visit' ? event.username : '';
}
