/** @module The clients that are connected, and what the application hears of them. */
import { CloseCode, type Emitter, type User } from '@longwire/protocol';
import type { SessionIdentity } from '../auth/session-identity.ts';
import type { SafeChannel } from '../peer/safe-channel.ts';
import type { Session } from '../session/session.ts';
import { ConnectedSession } from './connected-session.ts';
import type { DeviceEvents } from './device-events.ts';
import type { DeviceSession } from './device-session.ts';

/** What {@link DeviceSessions} need. */
export interface DeviceSessionsOptions {
  readonly events: Emitter<DeviceEvents>;
  /** Who is behind a connection now. */
  readonly userOf: (identity: SessionIdentity) => User | undefined;
}

interface Entry {
  readonly session: Session;
  readonly shown: ConnectedSession;
}

/** Follows every session from its first connected moment to its end. */
export class DeviceSessions {
  readonly #options: DeviceSessionsOptions;
  /** Oldest first. */
  readonly #entries = new Map<SessionIdentity, Entry>();
  #opened = 0;

  constructor(options: DeviceSessionsOptions) {
    this.#options = options;
  }

  /** Those that are connected, oldest first. */
  get all(): readonly DeviceSession[] {
    return [...this.#entries.values()].map(({ shown }) => shown);
  }

  /** Who they are, as far as their connections show it. */
  get identities(): Iterable<SessionIdentity> {
    return this.#entries.keys();
  }

  /** The session that a connection is in, while it is connected. */
  sessionOf(identity: SessionIdentity): Session | undefined {
    return this.#entries.get(identity)?.session;
  }

  /** Follows a session that has just been made. */
  follow(session: Session): void {
    session.on('connected', (identity) => {
      const shown = this.#add(session, identity);
      session.on('rechecked', () => this.#checkUser(shown));
      session.on('watched', (trackId) => this.#handleWatched(shown, trackId));
      session.on('unwatched', (trackId) => this.#handleUnwatched(shown, trackId));
      session.on('channel', (channel) => this.#handleChannel(shown, channel));
      session.on('closed', (end) => {
        this.#entries.delete(identity);
        this.#options.events.emit('sessionclosed', shown, end);
      });
      this.#options.events.emit('sessionopened', shown);
    });
  }

  #add(session: Session, identity: SessionIdentity): ConnectedSession {
    this.#opened += 1;
    const shown = new ConnectedSession({
      id: String(this.#opened),
      identity,
      userOf: this.#options.userOf,
      close: (reason) => session.close(CloseCode.deviceClosed, reason),
    });
    this.#entries.set(identity, { session, shown });
    return shown;
  }

  #checkUser(shown: ConnectedSession): void {
    const from = shown.takeLastUser();
    const to = shown.user;
    if (from?.Username !== to?.Username || from?.Role !== to?.Role)
      this.#options.events.emit('userchange', shown, { from, to });
  }

  #handleWatched(shown: ConnectedSession, trackId: string): void {
    shown.tracks.add(trackId);
    this.#options.events.emit('watched', trackId, shown);
  }

  #handleUnwatched(shown: ConnectedSession, trackId: string): void {
    shown.tracks.delete(trackId);
    this.#options.events.emit('unwatched', trackId, shown);
  }

  #handleChannel(shown: ConnectedSession, channel: SafeChannel): void {
    const { events } = this.#options;
    if (events.has('channel')) events.emit('channel', { channel, session: shown });
    else channel.close();
  }
}
