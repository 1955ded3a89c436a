/** @module The sessions of this page, one for each device, each open while somebody looks at it. */

import type { DeviceLibrary } from '../devices/device-library.ts';
import { deviceKey, type RememberedDevice } from '../devices/remembered-device.ts';
import type { DeviceDetails } from '../link/device-details.ts';
import type { Clock } from './clock.ts';
import { DeviceSession } from './device-session.ts';
import type { SessionConnection } from './session-connection.ts';

/** What the sessions share. */
export interface DeviceSessionsOptions {
  readonly library: DeviceLibrary;
  readonly createConnection: (device: RememberedDevice) => SessionConnection;
  readonly clock: Clock;
  readonly isOnline: () => boolean;
  readonly reportError: (error: unknown) => void;
}

interface Entry {
  readonly session: DeviceSession;
  holders: number;
}

/** Makes and keeps the sessions. */
export class DeviceSessions {
  readonly #options: DeviceSessionsOptions;
  readonly #entries = new Map<string, Entry>();

  constructor(options: DeviceSessionsOptions) {
    this.#options = options;
  }

  /** Takes details that a person gave: remembers the device and gets its session ready; connects when somebody looks. */
  take(details: DeviceDetails, { fromLink }: { readonly fromLink: boolean }): void {
    const { library } = this.#options;
    const outcome = library.remember(details);
    const { session, holders } = this.#entry(deviceKey(details.productId, details.deviceId));
    if (outcome.kind === 'other-key') {
      session.stop({ kind: 'other-key', known: outcome.known, offered: outcome.offered });
      return;
    }
    const { username, password } = details;
    if (username !== undefined && password !== undefined) {
      session.setCredentials({ username, password }, { fromLink });
    }
    if (session.snapshot().kind === 'live') return;
    session.leave();
    if (holders > 0) session.resume();
  }

  /** The session of a device. */
  of(key: string): DeviceSession {
    return this.#entry(key).session;
  }

  /** Keeps a session connected until let go; React's double mount is one hold. */
  hold(key: string): () => void {
    const entry = this.#entry(key);
    entry.holders += 1;
    entry.session.resume();
    return () => {
      entry.holders -= 1;
      queueMicrotask(() => {
        if (entry.holders === 0) entry.session.leave();
      });
    };
  }

  /** Ends a session and forgets whom it logged in as. */
  drop(key: string): void {
    this.#entries.get(key)?.session.leave();
    this.#entries.delete(key);
  }

  #entry(key: string): Entry {
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const entry: Entry = { session: this.#create(key), holders: 0 };
    this.#entries.set(key, entry);
    return entry;
  }

  #create(key: string): DeviceSession {
    const { library, createConnection, clock, isOnline, reportError } = this.#options;
    const device = (): RememberedDevice => {
      const found = library.snapshot().find((known) => known.key === key);
      if (found === undefined) throw new Error(`device ${key} expected to be remembered`);
      return found;
    };
    return new DeviceSession({
      createConnection: () => createConnection(device()),
      expectedFingerprint: () => device().fingerprint,
      clock,
      isOnline,
      onVerified: () => {
        library.noteVerified(key).catch(reportError);
      },
      onUser: (username) => {
        library.noteUser(key, username).catch(reportError);
      },
    });
  }
}
