/**
 * @module One device's session as a person sees it: the client's session, the identity of the device, and the user of this browser. Outside
 * React.
 */

import { Store } from '@longwire/protocol/base';
import { EdgeError, type Credentials, type DeviceName } from '@longwire/client';
import { stepOfTrace, type ConnectStep } from './connect-step.ts';
import { failureOf } from './failure.ts';
import { LoginForm, type LoginFormOptions, type LoginOrigin } from './login-form.ts';
import { nextSessionState, type SessionEvent, type SessionState, type StopReason } from './session-state.ts';
import { SessionRun, type SessionRunOwner, type SessionRunPorts } from './session-run.ts';

/** Options of `DeviceSession`. */
export interface DeviceSessionOptions
  extends SessionRunPorts, Pick<LoginFormOptions, 'identity' | 'browserName'> {
  /** The name under which this browser stores its certificate for the device; `account` is set for a login that has not succeeded yet. */
  readonly deviceName: (account: string | undefined) => DeviceName;
  readonly onUser?: (username: string, account: string | undefined) => void;
}

/** Keeps one device's session. Sends no request and no login before the device has proved the expected key. */
export class DeviceSession {
  readonly #options: DeviceSessionOptions;
  readonly #form: LoginForm;
  readonly #owner: SessionRunOwner;
  readonly #store = new Store<SessionState>({ kind: 'idle' });
  /** Calls a listener after each change; returns the unsubscriber. */
  readonly subscribe: Store<SessionState>['subscribe'] = this.#store.subscribe;
  /** The current state. */
  readonly snapshot: Store<SessionState>['snapshot'] = this.#store.snapshot;
  #latestRun: SessionRun | undefined;
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
    this.#owner = {
      form: this.#form,
      state: this.#store.snapshot,
      dispatch: (event) => this.#dispatch(event),
      restart: () => this.start(),
      becomeOther: (error) => this.#becomeOther(error),
      onUser: (username) => options.onUser?.(username, this.#newAccount),
    };
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
      this.#latestRun = new SessionRun(this.#options, this.#owner);
    } catch (error) {
      // The stored details of a device may not suffice to connect: that is a failure like any other.
      const failure = failureOf(error, { isOnline: this.#options.isOnline(), trace: undefined });
      this.#dispatch({ type: 'failed', failure, attempt: 1 });
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
    const run = this.#askingRun;
    if (run === undefined) return;
    this.#form.take(credentials, { fromLink: false });
    await run.answer(async (connection) => await this.#form.logIn(connection));
  }

  /** Creates a user with the name that a person chose, after the open password. Without a connection, the next one asks for a name again. */
  async pair(username: string): Promise<void> {
    await this.#askingRun?.answer(async (connection) => await this.#form.pair(connection, username));
  }

  /** Continues without logging in. */
  skipLogin(): void {
    const run = this.#askingRun;
    if (run === undefined) return;
    this.#form.forget({ isSkipped: true });
    run.enter();
  }

  /** Asks for a login over the current connection: it confirms the user whom so far only the device claims. */
  askLogin(): void {
    this.#dispatch({ type: 'login-needed', problem: undefined, givenName: this.#form.givenName });
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

  /** The current run; undefined after its end. */
  get #run(): SessionRun | undefined {
    return this.#latestRun?.isOver === true ? undefined : this.#latestRun;
  }

  /** The current run, if it waits for what a person gives. */
  get #askingRun(): SessionRun | undefined {
    return this.#state.kind === 'login' && !this.#state.isBusy ? this.#run : undefined;
  }

  /** The device assigns this browser's certificate to another user: this login needs its own certificate. */
  #becomeOther(error: unknown): boolean {
    if (!(error instanceof EdgeError) || error.code !== 'ERR_OTHER_USER') return false;
    if (this.#newAccount !== undefined) return false;
    this.#newAccount = crypto.randomUUID();
    this.start();
    return true;
  }

  #endRun(): void {
    this.#run?.end();
  }

  get #state(): SessionState {
    return this.#store.value;
  }

  #dispatch(event: SessionEvent): void {
    const next = nextSessionState(this.#state, event);
    if (next !== this.#state) this.#store.put(next);
  }
}
