/** @module One device's session: connects, checks who it is, logs in, asks for video; outside React. */

import { createDeviceHandle } from '@longwire/react';
import { EdgeError, type Credentials } from '../wire.ts';
import type { Clock } from './clock.ts';
import { stepOfClient } from './connect-step.ts';
import { failureOf } from './failure.ts';
import { LoginDesk } from './login-desk.ts';
import { askForMedia } from './media-state.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { watchRefusals } from './refusal-watch.ts';
import { retryDelayMs } from './retry-policy.ts';
import type { SessionConnection, SessionHandle } from './session-connection.ts';
import {
  nextSessionState,
  type SessionEvent,
  type SessionState,
  type StopReason,
  type Verification,
} from './session-state.ts';
import { whoAmI, whoAmINow } from './who-am-i.ts';

/** What a session is made of. */
export interface DeviceSessionOptions {
  /** Makes an unconnected connection to the device as it is remembered now. */
  readonly createConnection: () => SessionConnection;
  /** The key that is expected now, if one is known. */
  readonly expectedFingerprint: () => string | undefined;
  readonly clock: Clock;
  readonly isOnline: () => boolean;
  readonly onVerified?: () => void;
  readonly onUser?: (username: string) => void;
}

/** One try to reach the device. What comes of an attempt that is no longer the current one is ignored. */
interface Attempt {
  readonly handle: SessionHandle;
  readonly abort: AbortController;
  readonly number: number;
  /** Asks the device once more who this browser is. */
  readonly lookAgain: () => Promise<void>;
}

/** Keeps one device's session. No request and no login leaves it before the device is what was expected. */
export class DeviceSession {
  readonly #options: DeviceSessionOptions;
  readonly #listeners = new Set<() => void>();
  readonly #desk = new LoginDesk();
  #state: SessionState = { kind: 'idle' };
  #current: Attempt | undefined;
  #cancelRetry: (() => void) | undefined;

  constructor(options: DeviceSessionOptions) {
    this.#options = options;
  }

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** The state as it stands. */
  readonly snapshot = (): SessionState => this.#state;

  /** Sets whom to log in as at the next start. Kept in memory only, so that connecting again asks nobody twice. */
  setCredentials(credentials: Credentials, { fromLink }: { readonly fromLink: boolean }): void {
    this.#desk.take(credentials, { fromLink });
  }

  /** Connects, from whatever state. */
  start(): void {
    this.#begin(1);
  }

  /** Connects if nothing is under way and nothing stands in the way. */
  resume(): void {
    if (this.#state.kind === 'idle') this.#begin(1);
  }

  /** Ends the connection because nobody looks any more. */
  leave(): void {
    this.#endAttempt();
    this.#dispatch({ type: 'left' });
  }

  /** Refuses to go on, and says why. */
  stop(reason: StopReason): void {
    this.#endAttempt();
    this.#dispatch({ type: 'stopped', reason });
  }

  /** Logs in with what a person typed. */
  async login(credentials: Credentials): Promise<void> {
    const [attempt, state] = [this.#current, this.#state];
    if (attempt === undefined || state.kind !== 'login' || state.isBusy) return;
    this.#desk.take(credentials, { fromLink: false });
    this.#dispatch({ type: 'login-sent' });
    await this.#guard(attempt, () => this.#enter(attempt, state.verification));
  }

  /** Goes on as nobody. */
  async skipLogin(): Promise<void> {
    const [attempt, state] = [this.#current, this.#state];
    if (attempt === undefined || state.kind !== 'login' || state.isBusy) return;
    this.#desk.forget({ isSkipped: true });
    await this.#guard(attempt, () => this.#enter(attempt, state.verification));
  }

  /** Shows the login form again, to become somebody else. */
  changeUser(): void {
    this.#desk.forget({ isSkipped: false });
    const state = this.#state;
    if (state.kind !== 'live') {
      this.#begin(1);
      return;
    }
    const { handle, verification } = state;
    this.#dispatch({ type: 'login-asked', handle, verification, problem: undefined });
  }

  /** Asks the device for its video and sound once more. */
  async askForMediaAgain(): Promise<void> {
    const attempt = this.#current;
    if (attempt === undefined || this.#state.kind !== 'live') return;
    await this.#ask(attempt);
    // What is allowed now may be another role's.
    await attempt.lookAgain();
  }

  #begin(number: number): void {
    this.#endAttempt();
    this.#dispatch({ type: 'started', atMs: this.#options.clock.now(), attempt: number });
    const lookAgain = oneAtATime(() => this.#guard(attempt, () => this.#lookAgain(attempt)));
    const handle = this.#createHandle(lookAgain);
    if (handle === undefined) return;
    const attempt: Attempt = { handle, abort: new AbortController(), number, lookAgain };
    this.#current = attempt;
    handle.connection.on('statechange', (_state, step) => {
      if (step !== undefined && this.#isCurrent(attempt)) {
        this.#dispatch({ type: 'stepped', step: stepOfClient(step) });
      }
    });
    handle.connection.on('close', (error) => {
      this.#fail(attempt, error ?? new EdgeError('ERR_CONNECTION_CLOSED', 'connection closed'));
    });
    void this.#guard(attempt, () => this.#connect(attempt));
  }

  /** What is remembered of a device may be too little to connect with: that is a failure like any other. */
  #createHandle(lookAgain: () => Promise<void>): SessionHandle | undefined {
    try {
      const connection = this.#options.createConnection();
      return createDeviceHandle(watchRefusals(connection, () => void lookAgain()));
    } catch (error) {
      const failure = failureOf(error, { isOnline: this.#options.isOnline() });
      this.#dispatch({ type: 'failed', failure, attempt: 1, retryAtMs: undefined });
      return undefined;
    }
  }

  async #connect(attempt: Attempt): Promise<void> {
    const { connection } = attempt.handle;
    await connection.connect({ signal: attempt.abort.signal });
    if (!this.#isCurrent(attempt)) return;
    this.#dispatch({ type: 'stepped', step: 'checking' });
    const verification = await this.#verify(attempt);
    if (verification === undefined || !this.#isCurrent(attempt)) return;
    this.#dispatch({ type: 'stepped', step: 'login' });
    await this.#enter(attempt, verification);
  }

  async #verify(attempt: Attempt): Promise<Verification | undefined> {
    const expected = this.#options.expectedFingerprint();
    if (expected === undefined) return 'unknown';
    const { valid, bound } = await attempt.handle.connection.verifyFingerprint(expected);
    if (!this.#isCurrent(attempt)) return undefined;
    if (!valid) {
      this.stop({ kind: 'mismatch', expected });
      return undefined;
    }
    this.#options.onVerified?.();
    return bound ? 'bound' : 'unbound';
  }

  async #enter(attempt: Attempt, verification: Verification): Promise<void> {
    const { handle } = attempt;
    const login = await this.#desk.logIn(handle.connection, () => this.#options.clock.now());
    if (!this.#isCurrent(attempt)) return;
    if (login.kind === 'refused') {
      this.#dispatch({ type: 'login-asked', handle, verification, problem: login.problem });
      return;
    }
    if (login.kind === 'in') this.#options.onUser?.(login.username);
    const me = await whoAmI(handle.connection, login.kind === 'in' ? login.username : undefined);
    if (!this.#isCurrent(attempt)) return;
    if (me === undefined && !this.#desk.isSkipped) {
      this.#dispatch({ type: 'login-asked', handle, verification, problem: undefined });
      return;
    }
    this.#dispatch({ type: 'entered', handle, verification, me });
    await this.#ask(attempt);
  }

  /** A user may be removed, or get another role, while somebody looks. */
  async #lookAgain(attempt: Attempt): Promise<void> {
    const before = this.#state;
    if (before.kind !== 'live' || !this.#isCurrent(attempt)) return;
    const me = await whoAmINow(attempt.handle.connection, before.me);
    const state = this.#state;
    if (state.kind !== 'live' || !this.#isCurrent(attempt)) return;
    if (me === undefined && before.me !== undefined) {
      const { handle, verification } = state;
      this.#desk.forget({ isSkipped: false });
      this.#dispatch({ type: 'login-asked', handle, verification, problem: { kind: 'gone' } });
    } else if (me?.username !== state.me?.username || me?.role !== state.me?.role) {
      this.#dispatch({ type: 'me-changed', me });
    }
  }

  async #ask(attempt: Attempt): Promise<void> {
    this.#dispatch({ type: 'media-changed', media: { kind: 'asking' } });
    const media = await askForMedia(attempt.handle.connection);
    if (this.#isCurrent(attempt)) this.#dispatch({ type: 'media-changed', media });
  }

  async #guard(attempt: Attempt, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#fail(attempt, error);
    }
  }

  #fail(attempt: Attempt, error: unknown): void {
    if (!this.#isCurrent(attempt)) return;
    const state = this.#state;
    const failure = failureOf(error, {
      isOnline: this.#options.isOnline(),
      ...(state.kind === 'connecting' ? { step: state.step } : {}),
    });
    const number = state.kind === 'connecting' ? attempt.number : 1;
    const delayMs = retryDelayMs(failure.kind, number);
    this.#endAttempt();
    if (delayMs !== undefined) {
      this.#cancelRetry = this.#options.clock.after(delayMs, () => {
        this.#begin(number + 1);
      });
    }
    const retryAtMs = delayMs === undefined ? undefined : this.#options.clock.now() + delayMs;
    this.#dispatch({ type: 'failed', failure, attempt: number, retryAtMs });
  }

  #endAttempt(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    const attempt = this.#current;
    this.#current = undefined;
    if (attempt === undefined) return;
    attempt.abort.abort();
    // The attempt is over, so how its closing went is nobody's concern any more.
    attempt.handle.connection.close().catch(() => undefined);
  }

  #isCurrent(attempt: Attempt): boolean {
    return this.#current === attempt;
  }

  #dispatch(event: SessionEvent): void {
    const next = nextSessionState(this.#state, event);
    if (next === this.#state) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}
