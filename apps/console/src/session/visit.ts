/** @module One session of the client, from its start until a restart or the end of the visit. */

import type { ClientSessionState, Connection, Session, SignInConnection } from '../wire.ts';
import { arrivalOf, type Arrival } from './arrival.ts';
import { stepOfTrace, type ConnectStep } from './connect-step.ts';
import type { LoginDesk } from './login-desk.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { watchRefusals } from './refusal-watch.ts';

/** How the connections of a session are signed in. */
export interface SignInPorts extends Pick<LoginDesk, 'certificate'> {
  readonly logIn: (connection: ShowingConnection, signal?: AbortSignal) => Promise<void>;
}

/** A connection whose device can be asked for its key. */
export type ShowingConnection = SignInConnection & Pick<Connection, 'readFingerprint' | 'verifyFingerprint'>;

/** Options of `SessionRun`. */
export interface VisitOptions {
  readonly createSession: (ports: SignInPorts) => Session;
  readonly desk: SignInPorts;
  /** Asks the device again for the user of this browser; called after each refusal, one at a time. */
  readonly lookAgain: (visit: Visit) => Promise<void>;
  readonly onState: (visit: Visit, state: ClientSessionState) => void;
}

/** One run of a session. Its owner ignores the events of a run that is no longer current. */
export class Visit {
  readonly session: Session;
  /** Asks the device again for the user of this browser. */
  readonly lookAgain: () => Promise<void>;
  /** The connection over which the device was opened. */
  connection: Connection | undefined;
  #arrival: Arrival | undefined;
  #isLoggingIn = false;

  /** @throws EdgeError if the stored details do not suffice to connect */
  constructor({ createSession, desk, lookAgain, onState }: VisitOptions) {
    const session = createSession({
      certificate: desk.certificate,
      logIn: async (connection, signal) => {
        this.#isLoggingIn = true;
        try {
          await desk.logIn(connection, signal);
        } finally {
          this.#isLoggingIn = false;
        }
      },
    });
    this.lookAgain = oneAtATime(() => lookAgain(this));
    this.session = watchRefusals(session, () => void this.lookAgain());
    session.on('statechange', (state) => onState(this, state));
  }

  /** The device opens, or asks for a login, over the current connection; returns the time at which it was established. */
  arrive(nowMs: number): Arrival {
    const { connection } = this.session;
    if (this.#arrival === undefined || this.connection !== connection)
      this.#arrival = arrivalOf(connection?.trace, nowMs);
    this.connection = connection;
    return this.#arrival;
  }

  /** The current step of connecting; its changes do not call the listeners. */
  get step(): ConnectStep {
    return this.#isLoggingIn ? 'login' : stepOfTrace(this.session.trace);
  }
}
