/** @module One device's session as a person sees it: the client's session, who the device is, and who this browser is. Outside React. */

import { Store } from '../store.ts';
import {
  EdgeError,
  type ClientSessionState,
  type Connection,
  type Credentials,
  type DeviceName,
  type Session,
  type SignInConnection,
} from '../wire.ts';
import { stepOfTrace, type ConnectStep } from './connect-step.ts';
import { entranceOf, verificationOf } from './entrance.ts';
import { failureOf, type Failure } from './failure.ts';
import { LoginDesk, type LoginDeskOptions, type LoginOrigin } from './login-desk.ts';
import { nextSessionState, type SessionEvent, type SessionState, type StopReason } from './session-state.ts';
import { Visit, type SignInPorts } from './visit.ts';
import { whoAmINow } from './who-am-i.ts';

/** What a session is made of. */
export interface DeviceSessionOptions extends Pick<LoginDeskOptions, 'identity' | 'browserName'> {
  /** Begins a session with the device as it is remembered now. */
  readonly createSession: (ports: SignInPorts) => Session;
  /** By which name this browser keeps its certificate for the device; `account` is that of a login that has not worked yet. */
  readonly deviceName: (account: string | undefined) => DeviceName;
  /** The key that is expected now, if one is known. */
  readonly expectedFingerprint: () => string | undefined;
  /** The key that the device showed the first time, where none is expected. */
  readonly firstFingerprint?: () => string | undefined;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  readonly isOnline: () => boolean;
  /** The device has proved the key that was expected. */
  readonly onProof?: (proof: { readonly isBound: boolean }) => void;
  /** Nothing can be in the middle of a connection. */
  readonly onBound?: (connection: object) => void;
  readonly onUser?: (username: string, account: string | undefined) => void;
}

/** Keeps one device's session. No request and no login leaves it before the device is what was expected. */
export class DeviceSession {
  readonly #options: DeviceSessionOptions;
  readonly #desk: LoginDesk;
  readonly #store = new Store<SessionState>({ kind: 'idle' });
  /** Calls a listener after each change; returns the unsubscriber. */
  readonly subscribe: Store<SessionState>['subscribe'] = this.#store.subscribe;
  /** The state as it stands. */
  readonly snapshot: Store<SessionState>['snapshot'] = this.#store.snapshot;
  #visit: Visit | undefined;
  /** Whose certificate is shown, where it is not the remembered one's: a certificate beats a login, so each user has another. */
  #newAccount: string | undefined;

  constructor(options: DeviceSessionOptions) {
    const { identity, now, browserName } = options;
    this.#options = options;
    this.#desk = new LoginDesk({
      identity,
      deviceName: () => options.deviceName(this.#newAccount),
      now,
      browserName,
    });
  }

  /** The step that connecting is in; it changes without being told. */
  get step(): ConnectStep {
    return this.#visit?.step ?? stepOfTrace(undefined);
  }

  /** Sets whom to log in as at the next start. Kept in memory only, so that connecting again asks nobody twice. */
  setCredentials(credentials: Credentials, origin: LoginOrigin & { readonly isOther: boolean }): void {
    this.#desk.take(credentials, origin);
    if (origin.isOther) this.#newAccount = crypto.randomUUID();
  }

  /** Connects, from whatever state. */
  start(): void {
    this.#endVisit();
    this.#dispatch({ type: 'started', atMs: this.#options.now(), attempt: 1 });
    try {
      this.#visit = new Visit({
        createSession: this.#options.createSession,
        desk: {
          certificate: this.#desk.certificate,
          logIn: async (connection, signal) => {
            await this.#desk.logIn(connection, signal);
            this.#requireBinding(connection, signal);
          },
        },
        lookAgain: async (visit) => await this.#lookAgain(visit),
        onState: (visit, state) => {
          if (this.#isCurrent(visit)) this.#handle(visit, state);
        },
      });
    } catch (error) {
      // What is remembered of a device may be too little to connect with: that is a failure like any other.
      this.#fail(error);
    }
  }

  /** Tries now instead of waiting for the next try, or begins anew where none is to come. */
  tryNow(): void {
    if (this.#visit === undefined) this.start();
    else this.#visit.session.hurry();
  }

  /** Connects if nothing is under way and nothing stands in the way. */
  resume(): void {
    if (this.#state.kind === 'idle') this.start();
  }

  /** Ends the connection because nobody looks any more. */
  leave(): void {
    this.#endVisit();
    this.#newAccount = undefined;
    this.#dispatch({ type: 'left' });
  }

  /** Refuses to go on, and says why. */
  stop(reason: StopReason): void {
    this.#endVisit();
    this.#dispatch({ type: 'stopped', reason });
  }

  /** Logs in with what a person typed. */
  async login(credentials: Credentials): Promise<void> {
    if (!this.#isAsking()) return;
    this.#desk.take(credentials, { fromLink: false });
    // Without a connection the next one is signed in with what is known now.
    await this.#answer((connection) => this.#desk.logIn(connection));
  }

  /** Makes a user of the name that a person chose, after the open password. */
  async pair(username: string): Promise<void> {
    if (!this.#isAsking()) return;
    // Without a connection the next one is asked for a name again.
    await this.#answer((connection) => this.#desk.pair(connection, username));
  }

  /** What waits for the next connection was meant for one that is bound: over one that is not, the session starts again without it. */
  #requireBinding(connection: SignInConnection, signal: AbortSignal | undefined): void {
    const state = this.#state;
    if (signal?.aborted === true || state.kind !== 'live' || !state.isBound) return;
    if (connection.identity.boundBy !== undefined) return;
    this.start();
    throw new EdgeError('ERR_DEVICE_UNBOUND', 'nothing binds this connection, unlike the one before');
  }

  #isAsking(): boolean {
    return this.#visit !== undefined && this.#state.kind === 'login' && !this.#state.isBusy;
  }

  async #answer(give: (connection: Connection) => Promise<void>): Promise<void> {
    const visit = this.#visit;
    this.#dispatch({ type: 'login-sent' });
    const connection = visit?.session.connection;
    if (visit === undefined || connection === undefined) return;
    try {
      await give(connection);
      if (this.#isCurrent(visit)) this.#enter(visit);
    } catch (error) {
      // Where the connection was lost the session is on its way to the next, which is signed in like this one.
      if (!this.#isCurrent(visit) || visit.session.connection !== connection) return;
      if (!this.#becomeOther(error)) this.#fail(error);
    }
  }

  /** Goes on as nobody. */
  skipLogin(): void {
    const [visit, state] = [this.#visit, this.#state];
    if (visit === undefined || state.kind !== 'login' || state.isBusy) return;
    this.#desk.forget({ isSkipped: true });
    this.#enter(visit);
  }

  /** Asks who this is over the connection in use: a login confirms what only the device's word says. */
  askLogin(): void {
    const state = this.#state;
    if (state.kind !== 'live') return;
    const { session, verification } = state;
    const [problem, givenName] = [undefined, this.#desk.givenName];
    this.#dispatch({ type: 'login-asked', session, verification, asks: 'login', problem, givenName });
  }

  /** The person agrees to send secrets over a connection that nothing binds. */
  agree(): void {
    this.#dispatch({ type: 'agreed' });
  }

  /** Connects anew as nobody yet, so that somebody else may log in. */
  changeUser(): void {
    this.#desk.forget({ isSkipped: false });
    this.#newAccount = crypto.randomUUID();
    this.start();
  }

  /** Asks the device once more who this browser is: its rights may be others now. */
  async lookAgain(): Promise<void> {
    await this.#visit?.lookAgain();
  }

  #handle(visit: Visit, state: ClientSessionState): void {
    if (state.kind === 'ready') {
      const isSame = visit.connection === visit.session.connection;
      if (!isSame || this.#state.kind !== 'live' || this.#state.link.kind !== 'ready') this.#enter(visit);
      return;
    }
    const { kind, reason, attempt = 1, nextTryMs } = state;
    if (kind === 'ended') {
      this.#end(visit, reason);
      return;
    }
    const retryAtMs = nextTryMs === undefined ? undefined : this.#options.now() + nextTryMs;
    // What is shown stays while the next try is under way.
    const isShown = this.#state.kind === 'live' || this.#state.kind === 'failed';
    if (reason !== undefined && (isShown || retryAtMs !== undefined)) {
      const failure = this.#failureOf(reason, visit.connection === undefined || attempt > 1);
      const isTrying = retryAtMs === undefined;
      this.#dispatch({ type: 'set-back', failure, attempt, retryAtMs, isTrying });
    } else if (this.#state.kind !== 'connecting' || this.#state.attempt !== attempt) {
      this.#dispatch({ type: 'started', atMs: this.#options.now(), attempt });
    }
  }

  /** Lets the person in over the connection in use, or asks who it is. */
  #enter(visit: Visit): void {
    const { session } = visit;
    const isBound = session.identity.boundBy !== undefined;
    const verification = verificationOf(this.#options.expectedFingerprint(), isBound);
    // A login that binds the connection says nothing of the proof, which may still be another connection's.
    if (verification !== 'unknown')
      this.#options.onProof?.({ isBound: session.identity.boundBy === 'token' });
    const arrival = visit.arrive(this.#options.now());
    const outcome = this.#desk.outcomeOf(session.connection);
    if (outcome.kind === 'in') this.#options.onUser?.(outcome.me.username, this.#newAccount);
    const entrance = entranceOf({ session, arrival, verification, isBound, outcome, desk: this.#desk });
    if (isBound && visit.connection !== undefined) this.#options.onBound?.(visit.connection);
    this.#dispatch(entrance);
  }

  /** A user may be removed, or get another role, while somebody looks. */
  async #lookAgain(visit: Visit): Promise<void> {
    const before = this.#state;
    // Over a connection that nothing binds the answer would be no fact.
    if (before.kind !== 'live' || !before.isBound || !this.#isCurrent(visit)) return;
    const me = await whoAmINow(visit.session, before.me);
    const state = this.#state;
    if (state.kind !== 'live' || !this.#isCurrent(visit)) return;
    if (me === undefined && before.me !== undefined) {
      const { session, verification } = state;
      this.#desk.forgetUser(visit.connection);
      const problem = { kind: 'gone' } as const;
      const givenName = undefined;
      this.#dispatch({ type: 'login-asked', session, verification, asks: 'login', problem, givenName });
    } else if (me?.username !== state.me?.username || me?.role !== state.me?.role) {
      this.#dispatch({ type: 'me-changed', me });
    }
  }

  /** The device knows this browser's certificate as another user's: this login needs a certificate of its own. */
  #becomeOther(error: unknown): boolean {
    if (!(error instanceof EdgeError) || error.code !== 'ERR_OTHER_USER') return false;
    if (this.#newAccount !== undefined) return false;
    this.#newAccount = crypto.randomUUID();
    this.start();
    return true;
  }

  #end(visit: Visit, reason: EdgeError | undefined): void {
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
    const failure = this.#failureOf(reason, visit.connection === undefined);
    this.#visit = undefined;
    this.#dispatch({ type: 'failed', failure, attempt: 1 });
  }

  #fail(error: unknown): void {
    const failure = this.#failureOf(error, false);
    this.#endVisit();
    this.#dispatch({ type: 'failed', failure, attempt: 1 });
  }

  #failureOf(error: unknown, isConnecting: boolean): Failure {
    const isOnline = this.#options.isOnline();
    const { trace } = this.#visit?.session ?? {};
    return failureOf(error, { isOnline, trace, ...(isConnecting ? { step: this.step } : {}) });
  }

  #endVisit(): void {
    const visit = this.#visit;
    this.#visit = undefined;
    void visit?.session.end();
  }

  #isCurrent(visit: Visit): boolean {
    return this.#visit === visit;
  }

  get #state(): SessionState {
    return this.#store.value;
  }

  #dispatch(event: SessionEvent): void {
    const next = nextSessionState(this.#state, event);
    if (next !== this.#state) this.#store.put(next);
  }
}
