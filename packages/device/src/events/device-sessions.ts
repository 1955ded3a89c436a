/** @module The connected clients, and the device events about them. */
import { CloseCode, type Emitter, type User } from '@longwire/protocol';
import type { SessionIdentity } from '../auth/session-identity.ts';
import type { SafeChannel } from '../peer/safe-channel.ts';
import type { Session } from '../session/session.ts';
import { ConnectedSession } from './connected-session.ts';
import type { DeviceEvents } from './device-events.ts';
import type { DeviceSession } from './device-session.ts';

/** Options of {@link DeviceSessions}. */
export interface DeviceSessionsOptions {
  readonly events: Emitter<DeviceEvents>;
  /** The current user of a connection. */
  readonly userOf: (identity: SessionIdentity) => User | undefined;
}

interface Entry {
  readonly session: Session;
  readonly connected: ConnectedSession;
}

/** Tracks every session from its connection to its end. */
export class DeviceSessions {
  readonly #options: DeviceSessionsOptions;
  /** Oldest first. */
  readonly #entries = new Map<SessionIdentity, Entry>();
  #opened = 0;

  constructor(options: DeviceSessionsOptions) {
    this.#options = options;
  }

  /** The connected sessions, oldest first. */
  get all(): readonly DeviceSession[] {
    return [...this.#entries.values()].map(({ connected }) => connected);
  }

  /** The identities of the connected sessions. */
  get identities(): Iterable<SessionIdentity> {
    return this.#entries.keys();
  }

  /** The session of a connected identity. */
  sessionOf(identity: SessionIdentity): Session | undefined {
    return this.#entries.get(identity)?.session;
  }

  /** Starts to track a session that was just created. */
  follow(session: Session): void {
    session.on('connected', (identity) => {
      const connected = this.#add(session, identity);
      session.on('rechecked', () => this.#checkUser(connected));
      session.on('watched', (trackId) => this.#handleWatched(connected, trackId));
      session.on('unwatched', (trackId) => this.#handleUnwatched(connected, trackId));
      session.on('channel', (channel) => this.#handleChannel(connected, channel));
      session.on('closed', (end) => {
        this.#entries.delete(identity);
        this.#options.events.emit('sessionclosed', connected, end);
      });
      this.#options.events.emit('sessionopened', connected);
    });
  }

  #add(session: Session, identity: SessionIdentity): ConnectedSession {
    this.#opened += 1;
    const connected = new ConnectedSession({
      id: String(this.#opened),
      identity,
      userOf: this.#options.userOf,
      close: (reason) => session.close(CloseCode.deviceClosed, reason),
    });
    this.#entries.set(identity, { session, connected });
    return connected;
  }

  #checkUser(connected: ConnectedSession): void {
    const from = connected.takeLastUser();
    const to = connected.user;
    if (from?.Username !== to?.Username || from?.Role !== to?.Role)
      this.#options.events.emit('userchange', connected, { from, to });
  }

  #handleWatched(connected: ConnectedSession, trackId: string): void {
    connected.tracks.add(trackId);
    this.#options.events.emit('watched', trackId, connected);
  }

  #handleUnwatched(connected: ConnectedSession, trackId: string): void {
    connected.tracks.delete(trackId);
    this.#options.events.emit('unwatched', trackId, connected);
  }

  #handleChannel(connected: ConnectedSession, channel: SafeChannel): void {
    const { events } = this.#options;
    if (events.has('channel')) events.emit('channel', { channel, session: connected });
    else channel.close();
  }
}
