/** @module Numbered calls of a session: each is reported when it is sent and when it settles. */
import type { Method, Session } from '@longwire/client';
import { errorFields } from './outcome.ts';

/** What happened to a call, or to a write of the device's state; a read reports the number that the state has. */
export type CallEvent =
  | { readonly type: 'sent'; readonly number: number; readonly isRepeatable: boolean }
  | { readonly type: 'answered'; readonly number: number; readonly status: number; readonly isOwn: boolean }
  | {
      readonly type: 'failed';
      readonly number: number;
      readonly code: string | undefined;
      readonly message: string;
    }
  | { readonly type: 'written' | 'read'; readonly number: number };

/** How calls are made. */
export interface CallPlan {
  /** The first number; each caller has numbers of its own. */
  readonly first: number;
  /** How many calls are under way at any time. */
  readonly atOnce: number;
  readonly timeoutMs: number;
  /** The user whose display name is the state that is written. */
  readonly username: string;
}

/** The methods in turn: half of the calls must not be repeated. */
const METHODS: readonly { readonly method: Method; readonly isRepeatable: boolean }[] = [
  { method: 'POST', isRepeatable: false },
  { method: 'GET', isRepeatable: true },
  { method: 'POST', isRepeatable: false },
  { method: 'PUT', isRepeatable: true },
];

/** Read and written once in this time, in milliseconds; each write is a file that is flushed to the disk. */
const WRITE_EVERY_MS = 200;

/** How long a caller rests after a call that failed, in milliseconds. Reason: an ended session fails at once. */
const REST_MS = 50;

const pause = async (ms: number): Promise<void> =>
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Makes calls until it is stopped. */
export class NumberedCalls {
  readonly #session: Session;
  readonly #plan: CallPlan;
  #next: number;
  #events: CallEvent[] = [];
  #isStopped = false;

  constructor(session: Session, plan: CallPlan) {
    this.#session = session;
    this.#plan = plan;
    this.#next = plan.first;
    for (let caller = 0; caller < plan.atOnce; caller += 1) void this.#repeat(async () => await this.#call());
    void this.#repeat(async () => await this.#readAndWrite());
  }

  /** What happened since it was last asked. */
  take(): CallEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** Begins no further call. */
  stop(): void {
    this.#isStopped = true;
  }

  async #repeat(run: () => Promise<void>): Promise<void> {
    while (!this.#isStopped) await run();
  }

  async #call(): Promise<void> {
    const number = this.#next;
    this.#next += 1;
    const { method, isRepeatable } = METHODS[number % METHODS.length] ?? {
      method: 'GET',
      isRepeatable: true,
    };
    this.#events.push({ type: 'sent', number, isRepeatable });
    try {
      const response = await this.#session.request(method, `/calls/${number}`, {
        timeoutMs: this.#plan.timeoutMs,
        isIdempotent: isRepeatable,
      });
      const isOwn = response.text() === String(number);
      this.#events.push({ type: 'answered', number, status: response.statusCode, isOwn });
    } catch (error) {
      const { code, message } = errorFields(error);
      this.#events.push({ type: 'failed', number, code, message });
      await pause(REST_MS);
    }
  }

  /** The state's number is the display name of the user. Read first: after a restart, what was written before it. */
  async #readAndWrite(): Promise<void> {
    const { username, timeoutMs } = this.#plan;
    const number = this.#next;
    this.#next += 1;
    try {
      const { DisplayName } = await this.#session.iam.getMe({ timeoutMs });
      this.#events.push({ type: 'read', number: Number(DisplayName) });
      await this.#session.iam.setDisplayName(username, String(number), { timeoutMs });
      this.#events.push({ type: 'written', number });
    } catch {
      // It may or may not be written: the next read shows which.
    }
    await pause(WRITE_EVERY_MS);
  }
}
