/** @module The application's view of one connected client. */
import type { User } from '@longwire/protocol';
import type { SessionIdentity } from '../auth/session-identity.ts';
import type { DeviceSession } from './device-session.ts';

/** Options of {@link ConnectedSession}. */
export interface ConnectedSessionOptions {
  readonly id: string;
  readonly identity: SessionIdentity;
  readonly userOf: (identity: SessionIdentity) => User | undefined;
  readonly close: (reason: string) => void;
}

/** A connected client; its properties stay readable after the session ends. */
export class ConnectedSession implements DeviceSession {
  readonly id: string;
  readonly identity: SessionIdentity;
  readonly connectedAt: Date = new Date();
  /** The ids of the tracks that are currently sent. */
  readonly tracks: Set<string> = new Set();
  readonly #userOf: ConnectedSessionOptions['userOf'];
  readonly #close: (reason: string) => void;
  #lastUser: User | undefined;

  constructor({ id, identity, userOf, close }: ConnectedSessionOptions) {
    this.id = id;
    this.identity = identity;
    this.#userOf = userOf;
    this.#close = close;
    this.#lastUser = userOf(identity);
  }

  get user(): User | undefined {
    return this.identity.isEnded ? this.#lastUser : this.#userOf(this.identity);
  }

  get watching(): readonly string[] {
    return [...this.tracks];
  }

  /** Updates the current user and returns the previous one. */
  takeLastUser(): User | undefined {
    const last = this.#lastUser;
    this.#lastUser = this.user;
    return last;
  }

  close(reason = 'ended by the application'): void {
    this.#close(reason);
  }
}
