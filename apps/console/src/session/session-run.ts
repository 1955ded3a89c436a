/** @module One session of the client, from its start until a restart or the end of the visit. */

import type {
  SessionState as ClientSessionState,
  Connection,
  Session,
  SignInConnection,
} from '@longwire/client';
import { connectionTimes, type ConnectionTimes } from './connection-times.ts';
import { stepOfTrace, type ConnectStep } from './connect-step.ts';
import type { LoginForm } from './login-form.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** How the connections of a session are signed in. */
export interface SignInPorts extends Pick<LoginForm, 'certificate'> {
  readonly logIn: (connection: VerifiableConnection, signal?: AbortSignal) => Promise<void>;
}

/** A connection whose device can be asked for its key. */
export type VerifiableConnection = SignInConnection &
  Pick<Connection, 'readFingerprint' | 'verifyFingerprint'>;

/** Options of `SessionRun`. */
export interface SessionRunOptions {
  readonly createSession: (ports: SignInPorts) => Session;
  readonly ports: SignInPorts;
  /** Asks the device again for the user of this browser; called after each refusal, one at a time. */
  readonly refreshUser: (run: SessionRun) => Promise<void>;
  readonly onState: (run: SessionRun, state: ClientSessionState) => void;
}

/** One run of a session. Its owner ignores the events of a run that is no longer current. */
export class SessionRun {
  readonly session: Session;
  /** Asks the device again for the user of this browser. */
  readonly refreshUser: () => Promise<void>;
  /** The connection over which the device was opened. */
  connection: Connection | undefined;
  #times: ConnectionTimes | undefined;
  #isLoggingIn = false;

  /** @throws EdgeError if the stored details do not suffice to connect */
  constructor({ createSession, ports, refreshUser, onState }: SessionRunOptions) {
    const session = createSession({
      certificate: ports.certificate,
      logIn: async (connection, signal) => {
        this.#isLoggingIn = true;
        try {
          await ports.logIn(connection, signal);
        } finally {
          this.#isLoggingIn = false;
        }
      },
    });
    this.refreshUser = oneAtATime(() => refreshUser(this));
    this.session = session;
    session.on('refused', () => void this.refreshUser());
    session.on('statechange', (state) => onState(this, state));
  }

  /** The device opens, or asks for a login, over the current connection; returns the time at which it was established. */
  arrive(nowMs: number): ConnectionTimes {
    const { connection } = this.session;
    if (this.#times === undefined || this.connection !== connection)
      this.#times = connectionTimes(connection?.trace, nowMs);
    this.connection = connection;
    return this.#times;
  }

  /** The current step of connecting; its changes do not call the listeners. */
  get step(): ConnectStep {
    return this.#isLoggingIn ? 'login' : stepOfTrace(this.session.trace);
  }
}
