/**
 * @module One device's session as a person sees it: the client's session, the identity of the device, and the user of this browser. Outside
 * React.
 */

import { Store } from '@longwire/protocol/base';
import {
  EdgeError,
  type SessionState as ClientSessionState,
  type Connection,
  type Credentials,
  type DeviceName,
  type Session,
  type SignInConnection,
} from '@longwire/client';
import { stepOfTrace, type ConnectStep } from './connect-step.ts';
import { loginDecision, verificationOf } from './login-decision.ts';
import { failureOf, type Failure } from './failure.ts';
import { LoginForm, type LoginFormOptions, type LoginOrigin } from './login-form.ts';
import { nextSessionState, type SessionEvent, type SessionState, type StopReason } from './session-state.ts';
import { SessionRun, type SignInPorts } from './session-run.ts';
import { readCurrentUser } from './current-user.ts';

/** Options of `DeviceSession`. */
export interface DeviceSessionOptions extends Pick<LoginFormOptions, 'identity' | 'browserName'> {
  /** Starts a session with the device as it is remembered now. */
  readonly createSession: (ports: SignInPorts) => Session;
  /** The name under which this browser stores its certificate for the device; `account` is set for a login that has not succeeded yet. */
  readonly deviceName: (account: string | undefined) => DeviceName;
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
  readonly onUser?: (username: string, account: string | undefined) => void;
}

/** Keeps one device's session. Sends no request and no login before the device has proved the expected key. */
export class DeviceSession {
  readonly #options: DeviceSessionOptions;
  readonly #form: LoginForm;
  readonly #store = new Store<SessionState>({ kind: 'idle' });
  /** Calls a listener after each change; returns the unsubscriber. */
  readonly subscribe: Store<SessionState>['subscribe'] = this.#store.subscribe;
  /** The current state. */
  readonly snapshot: Store<SessionState>['snapshot'] = this.#store.snapshot;
  #run: SessionRun | undefined;
  /** The account of the certificate, if it is not the remembered one: a certificate takes precedence over a login, so each user has their own. */
  #newAccount: string | undefined;

  constructor(options: DeviceSessionOptions) {
    const { identity, now, browserName } = options;
    this.#options = options;
    this.#form = new LoginForm({
      identity,
      deviceName: () => options.deviceName(this.#newAccount),
      now,
      browserName,
    });
  }

  /** The current step of connecting; its changes do not call the listeners. */
  get step(): ConnectStep {
    return this.#run?.step ?? stepOfTrace(undefined);
  }

  /** Sets the credentials for the next start. Kept in memory only, so that reconnecting does not ask for them again. */
  setCredentials(credentials: Credentials, origin: LoginOrigin & { readonly isOther: boolean }): void {
    this.#form.take(credentials, origin);
    if (origin.isOther) this.#newAccount = crypto.randomUUID();
  }

  /** Connects, from any state. */
  start(): void {
    this.#endRun();
    this.#dispatch({ type: 'started', atMs: this.#options.now(), attempt: 1 });
    try {
      this.#run = new SessionRun({
        createSession: this.#options.createSession,
        ports: {
          certificate: this.#form.certificate,
          logIn: async (connection, signal) => {
            await this.#form.logIn(connection, signal);
            this.#requireBinding(connection, signal);
          },
        },
        refreshUser: async (run) => await this.#refreshUser(run),
        onState: (run, state) => {
          if (this.#isCurrent(run)) this.#handle(run, state);
        },
      });
    } catch (error) {
      // The stored details of a device may not suffice to connect: that is a failure like any other.
      this.#fail(error);
    }
  }

  /** Retries now instead of waiting, or starts again if no retry is scheduled. */
  tryNow(): void {
    if (this.#run === undefined) this.start();
    else this.#run.session.retryNow();
  }

  /** Connects if the session is idle. */
  resume(): void {
    if (this.#state.kind === 'idle') this.start();
  }

  /** Ends the connection when no screen shows the device any more. */
  leave(): void {
    this.#endRun();
    this.#newAccount = undefined;
    this.#dispatch({ type: 'left' });
  }

  /** Stops the session for the given reason. */
  stop(reason: StopReason): void {
    this.#endRun();
    this.#dispatch({ type: 'stopped', reason });
  }

  /** Logs in with what a person typed. */
  async login(credentials: Credentials): Promise<void> {
    if (!this.#isAsking()) return;
    this.#form.take(credentials, { fromLink: false });
    // Without a connection, these credentials sign in the next one.
    await this.#answer((connection) => this.#form.logIn(connection));
  }

  /** Creates a user with the name that a person chose, after the open password. */
  async pair(username: string): Promise<void> {
    if (!this.#isAsking()) return;
    // Without a connection, the next one asks for a name again.
    await this.#answer((connection) => this.#form.pair(connection, username));
  }

  /** Pending requests were meant for a bound connection: if the next one is unbound, the session starts again without them. */
  #requireBinding(connection: SignInConnection, signal: AbortSignal | undefined): void {
    const state = this.#state;
    if (signal?.aborted === true || state.kind !== 'live' || !state.isBound) return;
    if (connection.identity.boundBy !== undefined) return;
    this.start();
    throw new EdgeError(
      'ERR_DEVICE_UNBOUND',
      'this connection is not bound to the device key, unlike the one before',
    );
  }

  #isAsking(): boolean {
    return this.#run !== undefined && this.#state.kind === 'login' && !this.#state.isBusy;
  }

  async #answer(give: (connection: Connection) => Promise<void>): Promise<void> {
    const run = this.#run;
    this.#dispatch({ type: 'login-sent' });
    const connection = run?.session.connection;
    if (run === undefined || connection === undefined) return;
    try {
      await give(connection);
      if (this.#isCurrent(run)) this.#enter(run);
    } catch (error) {
      // If the connection was lost, the session is reconnecting, and the next connection signs in by itself.
      if (!this.#isCurrent(run) || run.session.connection !== connection) return;
      if (!this.#becomeOther(error)) this.#fail(error);
    }
  }

  /** Continues without logging in. */
  skipLogin(): void {
    const [run, state] = [this.#run, this.#state];
    if (run === undefined || state.kind !== 'login' || state.isBusy) return;
    this.#form.forget({ isSkipped: true });
    this.#enter(run);
  }

  /** Asks for a login over the current connection: it confirms the user whom so far only the device claims. */
  askLogin(): void {
    const state = this.#state;
    if (state.kind !== 'live') return;
    const { session, verification } = state;
    const [problem, givenName] = [undefined, this.#form.givenName];
    this.#dispatch({ type: 'login-asked', session, verification, asks: 'login', problem, givenName });
  }

  /** The person agrees to send secrets over an unbound connection. */
  agree(): void {
    this.#dispatch({ type: 'agreed' });
  }

  /** Reconnects without a user, so that another one can log in. */
  changeUser(): void {
    this.#form.forget({ isSkipped: false });
    this.#newAccount = crypto.randomUUID();
    this.start();
  }

  /** Asks the device again for the user of this browser, whose rights may have changed. */
  async refreshUser(): Promise<void> {
    await this.#run?.refreshUser();
  }

  #handle(run: SessionRun, state: ClientSessionState): void {
    if (state.kind === 'ready') {
      const isSame = run.connection === run.session.connection;
      if (!isSame || this.#state.kind !== 'live' || this.#state.link.kind !== 'ready') this.#enter(run);
      return;
    }
    const { kind, reason, attempt = 1, nextTryMs } = state;
    if (kind === 'ended') {
      this.#end(run, reason);
      return;
    }
    const retryAtMs = nextTryMs === undefined ? undefined : this.#options.now() + nextTryMs;
    // The current screen stays during a retry.
    const isShown = this.#state.kind === 'live' || this.#state.kind === 'failed';
    if (reason !== undefined && (isShown || retryAtMs !== undefined)) {
      const failure = this.#failureOf(reason, run.connection === undefined || attempt > 1);
      const isTrying = retryAtMs === undefined;
      this.#dispatch({ type: 'set-back', failure, attempt, retryAtMs, isTrying });
    } else if (this.#state.kind !== 'connecting' || this.#state.attempt !== attempt) {
      this.#dispatch({ type: 'started', atMs: this.#options.now(), attempt });
    }
  }

  /** Opens the device over the current connection, or asks for a login. */
  #enter(run: SessionRun): void {
    const { session } = run;
    const isBound = session.identity.boundBy !== undefined;
    const verification = verificationOf(this.#options.expectedFingerprint(), isBound);
    // A bound login confirms nothing about the proof, which may still come from the previous connection.
    if (verification !== 'unknown')
      this.#options.onProof?.({ isBound: session.identity.boundBy === 'token' });
    const times = run.arrive(this.#options.now());
    const outcome = this.#form.outcomeOf(session.connection);
    if (outcome.kind === 'in') this.#options.onUser?.(outcome.me.username, this.#newAccount);
    const decision = loginDecision({ session, times, verification, isBound, outcome, form: this.#form });
    if (isBound && run.connection !== undefined) this.#options.onBound?.(run.connection);
    this.#dispatch(decision);
  }

  /** A user may be removed, or get another role, while the session is open. */
  async #refreshUser(run: SessionRun): Promise<void> {
    const before = this.#state;
    // Over an unbound connection, the answer would be unconfirmed.
    if (before.kind !== 'live' || !before.isBound || !this.#isCurrent(run)) return;
    const me = await readCurrentUser(run.session, before.me);
    const state = this.#state;
    if (state.kind !== 'live' || !this.#isCurrent(run)) return;
    if (me === undefined && before.me !== undefined) {
      const { session, verification } = state;
      this.#form.forgetUser(run.connection);
      const problem = { kind: 'gone' } as const;
      const givenName = undefined;
      this.#dispatch({ type: 'login-asked', session, verification, asks: 'login', problem, givenName });
    } else if (me?.username !== state.me?.username || me?.role !== state.me?.role) {
      this.#dispatch({ type: 'me-changed', me });
    }
  }

  /** The device assigns this browser's certificate to another user: this login needs its own certificate. */
  #becomeOther(error: unknown): boolean {
    if (!(error instanceof EdgeError) || error.code !== 'ERR_OTHER_USER') return false;
    if (this.#newAccount !== undefined) return false;
    this.#newAccount = crypto.randomUUID();
    this.start();
    return true;
  }

  #end(run: SessionRun, reason: EdgeError | undefined): void {
    if (this.#becomeOther(reason)) return;
    if (reason?.code === 'ERR_WRONG_DEVICE') {
      const { expectedFingerprint, firstFingerprint } = this.#options;
      const expected = expectedFingerprint();
      this.stop(
        expected === undefined
          ? { kind: 'other-than-first', expected: firstFingerprint?.() ?? '' }
          : { kind: 'mismatch', expected },
      );
      return;
    }
    const failure = this.#failureOf(reason, run.connection === undefined);
    this.#run = undefined;
    this.#dispatch({ type: 'failed', failure, attempt: 1 });
  }

  #fail(error: unknown): void {
    const failure = this.#failureOf(error, false);
    this.#endRun();
    this.#dispatch({ type: 'failed', failure, attempt: 1 });
  }

  #failureOf(error: unknown, isConnecting: boolean): Failure {
    const isOnline = this.#options.isOnline();
    const { trace } = this.#run?.session ?? {};
    return failureOf(error, { isOnline, trace, ...(isConnecting ? { step: this.step } : {}) });
  }

  #endRun(): void {
    const run = this.#run;
    this.#run = undefined;
    void run?.session.end();
  }

  #isCurrent(run: SessionRun): boolean {
    return this.#run === run;
  }

  get #state(): SessionState {
    return this.#store.value;
  }

  #dispatch(event: SessionEvent): void {
    const next = nextSessionState(this.#state, event);
    if (next !== this.#state) this.#store.put(next);
  }
}
