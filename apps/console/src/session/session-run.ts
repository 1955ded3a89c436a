/** @module One session of the client, from its start until a restart or the end of the visit: turns its events into those of the device's session. */

import {
  EdgeError,
  type SessionState as ClientSessionState,
  type Connection,
  type Session,
  type SignInConnection,
} from '@longwire/client';
import { connectionTimes, type ConnectionTimes } from './connection-times.ts';
import { stepOfTrace, type ConnectStep } from './connect-step.ts';
import { readCurrentUser } from './current-user.ts';
import { failureOf, type Failure } from './failure.ts';
import { loginDecision, verificationOf } from './login-decision.ts';
import type { LoginForm } from './login-form.ts';
import { isSameMe } from './me.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { SessionEvent, SessionState, StopReason } from './session-state.ts';

/** How the connections of a session are signed in. */
export interface SignInPorts extends Pick<LoginForm, 'certificate'> {
  readonly logIn: (connection: VerifiableConnection, signal?: AbortSignal) => Promise<void>;
}

/** A connection whose device can be asked for its key. */
export type VerifiableConnection = SignInConnection &
  Pick<Connection, 'readFingerprint' | 'verifyFingerprint'>;

/** What every run of a device's session uses. */
export interface SessionRunPorts {
  /** Starts a session with the device as it is remembered now. */
  readonly createSession: (ports: SignInPorts) => Session;
  /** The key that is expected now, if one is stored. */
  readonly expectedFingerprint: () => string | undefined;
  /** The key that the device presented at the first connection, if none is expected. */
  readonly firstFingerprint?: () => string | undefined;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  readonly isOnline: () => boolean;
  /** The device has proved the expected key. */
  readonly onProof?: (proof: { readonly isBound: boolean }) => void;
  /** A connection is bound: a man in the middle is ruled out. */
  readonly onBound?: (connection: object) => void;
}

/** The device's session to which a run belongs. */
export interface SessionRunOwner {
  readonly form: LoginForm;
  readonly state: () => SessionState;
  readonly dispatch: (event: SessionEvent) => void;
  /** Starts another run in place of this one. */
  readonly restart: () => void;
  /** Starts another run with a certificate of its own if the device assigns this browser's to another user; returns whether it did. */
  readonly becomeOther: (error: unknown) => boolean;
  /** A connection is signed in. */
  readonly onUser: (username: string) => void;
}

/** One run. After its end it dispatches nothing. */
export class SessionRun {
  readonly session: Session;
  /** Asks the device again for the user of this browser, whose rights may have changed. */
  readonly refreshUser: () => Promise<void>;
  readonly #ports: SessionRunPorts;
  readonly #owner: SessionRunOwner;
  /** The connection over which the device was opened. */
  #connection: Connection | undefined;
  #times: ConnectionTimes | undefined;
  #isLoggingIn = false;
  #isOver = false;

  /** @throws EdgeError if the stored details do not suffice to connect */
  constructor(ports: SessionRunPorts, owner: SessionRunOwner) {
    this.#ports = ports;
    this.#owner = owner;
    this.session = ports.createSession({
      certificate: owner.form.certificate,
      logIn: async (connection, signal) => await this.#logIn(connection, signal),
    });
    this.refreshUser = oneAtATime(async () => await this.#refreshUser());
    this.session.on('refused', () => void this.refreshUser());
    this.session.on('statechange', (state) => {
      if (!this.#isOver) this.#handle(state);
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The current step of connecting; its changes dispatch nothing. */
  get step(): ConnectStep {
    return this.#isLoggingIn ? 'login' : stepOfTrace(this.session.trace);
  }

  end(): void {
    this.#isOver = true;
    void this.session.end();
  }

  /** Signs the current connection in with what a person gave. Without a connection, the next one is signed in with it. */
  async answer(give: (connection: Connection) => Promise<void>): Promise<void> {
    this.#owner.dispatch({ type: 'login-sent' });
    const { connection } = this.session;
    if (connection === undefined) return;
    try {
      await give(connection);
      if (!this.#isOver) this.enter();
    } catch (error) {
      // If the connection was lost, the session is reconnecting, and the next connection signs in by itself.
      if (this.#isOver || this.session.connection !== connection) return;
      if (!this.#owner.becomeOther(error)) this.#fail(this.#failureOf(error, false));
    }
  }

  /** Opens the device over the current connection, or asks for a login. */
  enter(): void {
    const { session } = this;
    const { form, dispatch, onUser } = this.#owner;
    const isBound = session.identity.boundBy !== undefined;
    const verification = verificationOf(this.#ports.expectedFingerprint(), isBound);
    // A bound login confirms nothing about the proof, which may still come from the previous connection.
    if (verification !== 'unknown') this.#ports.onProof?.({ isBound: session.identity.boundBy === 'token' });
    const times = this.#arrive();
    const outcome = form.outcomeOf(session.connection);
    if (outcome.kind === 'in') onUser(outcome.me.username);
    const decision = loginDecision({ session, times, verification, isBound, outcome, form });
    if (isBound && this.#connection !== undefined) this.#ports.onBound?.(this.#connection);
    dispatch(decision);
  }

  /** The times of the current connection, over which the device opens, or asks for a login. */
  #arrive(): ConnectionTimes {
    const { connection } = this.session;
    if (this.#times === undefined || this.#connection !== connection)
      this.#times = connectionTimes(connection?.trace, this.#ports.now());
    this.#connection = connection;
    return this.#times;
  }

  async #logIn(connection: SignInConnection, signal: AbortSignal | undefined): Promise<void> {
    this.#isLoggingIn = true;
    try {
      await this.#owner.form.logIn(connection, signal);
      this.#requireBinding(connection, signal);
    } finally {
      this.#isLoggingIn = false;
    }
  }

  /** Pending requests were meant for a bound connection: if the next one is unbound, the session starts again without them. */
  #requireBinding(connection: SignInConnection, signal: AbortSignal | undefined): void {
    const state = this.#owner.state();
    if (signal?.aborted === true || state.kind !== 'live' || !state.isBound) return;
    if (connection.identity.boundBy !== undefined) return;
    this.#owner.restart();
    throw new EdgeError(
      'ERR_DEVICE_UNBOUND',
      'this connection is not bound to the device key, unlike the one before',
    );
  }

  #handle({ kind, reason, attempt = 1, nextTryMs }: ClientSessionState): void {
    const shown = this.#owner.state();
    if (kind === 'ready') {
      const isSame = this.#connection === this.session.connection;
      if (!isSame || shown.kind !== 'live' || shown.link.kind !== 'ready') this.enter();
      return;
    }
    if (kind === 'ended') {
      this.#handleEnd(reason);
      return;
    }
    const { dispatch } = this.#owner;
    const retryAtMs = nextTryMs === undefined ? undefined : this.#ports.now() + nextTryMs;
    // The current screen stays during a retry.
    const isKept = shown.kind === 'live' || shown.kind === 'failed';
    if (reason !== undefined && (isKept || retryAtMs !== undefined)) {
      const failure = this.#failureOf(reason, this.#connection === undefined || attempt > 1);
      dispatch({ type: 'set-back', failure, attempt, retryAtMs, isTrying: retryAtMs === undefined });
    } else if (shown.kind !== 'connecting' || shown.attempt !== attempt) {
      dispatch({ type: 'started', atMs: this.#ports.now(), attempt });
    }
  }

  #handleEnd(reason: EdgeError | undefined): void {
    if (this.#owner.becomeOther(reason)) return;
    if (reason?.code === 'ERR_WRONG_DEVICE') {
      this.end();
      this.#owner.dispatch({ type: 'stopped', reason: this.#wrongDevice(reason) });
    } else this.#fail(this.#failureOf(reason, this.#connection === undefined));
  }

  #wrongDevice({ cause }: EdgeError): StopReason {
    const shown = typeof cause === 'string' ? cause : undefined;
    const expected = this.#ports.expectedFingerprint();
    return expected === undefined
      ? { kind: 'other-than-first', expected: this.#ports.firstFingerprint?.() ?? '', shown }
      : { kind: 'mismatch', expected, shown };
  }

  #fail(failure: Failure): void {
    this.end();
    this.#owner.dispatch({ type: 'failed', failure, attempt: 1 });
  }

  #failureOf(error: unknown, isConnecting: boolean): Failure {
    const { trace } = this.session;
    const step = isConnecting ? { step: this.step } : {};
    return failureOf(error, { isOnline: this.#ports.isOnline(), trace, ...step });
  }

  /** A user may be removed, or get another role, while the session is open. */
  async #refreshUser(): Promise<void> {
    const { form, state: read, dispatch } = this.#owner;
    const before = read();
    // Over an unbound connection, the answer would be unconfirmed.
    if (before.kind !== 'live' || !before.isBound || this.#isOver) return;
    const me = await readCurrentUser(this.session, before.me);
    const state = read();
    if (state.kind !== 'live' || this.#isOver) return;
    if (me === undefined && before.me !== undefined) {
      form.forgetUser(this.#connection);
      dispatch({ type: 'login-needed', problem: { kind: 'gone' }, givenName: undefined });
    } else if (!isSameMe(me, state.me)) {
      dispatch({ type: 'me-changed', me });
    }
  }
}
