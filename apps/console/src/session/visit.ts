/** @module One session of the client's, from its start until a person starts anew or nobody looks any more. */

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

/** What a visit is made of. */
export interface VisitOptions {
  readonly createSession: (ports: SignInPorts) => Session;
  readonly desk: SignInPorts;
  /** Asks the device once more who this browser is; called after each refusal, one at a time. */
  readonly lookAgain: (visit: Visit) => Promise<void>;
  readonly onState: (visit: Visit, state: ClientSessionState) => void;
}

/** What comes of one that is no longer the current one is ignored by whoever began it. */
export class Visit {
  readonly session: Session;
  /** Asks the device once more who this browser is. */
  readonly lookAgain: () => Promise<void>;
  /** The connection that the person was let in over. */
  connection: Connection | undefined;
  #arrival: Arrival | undefined;
  #isLoggingIn = false;

  /** @throws EdgeError where what is remembered of the device is too little to connect with */
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

  /** The person is let in, or asked, over the connection in use; the answer is of the moment in which it stood. */
  arrive(nowMs: number): Arrival {
    const { connection } = this.session;
    if (this.#arrival === undefined || this.connection !== connection)
      this.#arrival = arrivalOf(connection?.trace, nowMs);
    this.connection = connection;
    return this.#arrival;
  }

  /** The step that connecting is in; it changes without being told. */
  get step(): ConnectStep {
    return this.#isLoggingIn ? 'login' : stepOfTrace(this.session.trace);
  }
}
