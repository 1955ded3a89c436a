/** @module The sessions of this page, one for each device, each open while a screen shows the device. */

import { Store } from '@longwire/protocol/base';
import type { BrowserIdentity, Session } from '@longwire/client';
import { followPush, type FollowPushOptions } from '../activity/follow-push.ts';
import type { DeviceLibrary } from '../devices/device-library.ts';
import { followLastPath } from '../devices/last-path.ts';
import { followLastSeen, type LastSeenOptions } from '../devices/last-seen.ts';
import type { KeyProof } from '../devices/kept-key.ts';
import { deviceKey } from '../devices/device-key.ts';
import type { RememberedDevice } from '../devices/remembered-device.ts';
import type { DeviceDetails } from '../link/device-details.ts';
import { DeviceSession } from './device-session.ts';
import { FirstKey } from './first-key.ts';
import { RouteTrial } from './route-trial.ts';
import type { SignInPorts } from './session-run.ts';

/** What the sessions share. */
export interface DeviceSessionsOptions {
  readonly library: DeviceLibrary;
  readonly createSession: (device: RememberedDevice, ports: SignInPorts) => Session;
  readonly identity: Pick<BrowserIdentity, 'certificateFor' | 'signIn' | 'forget'>;
  /** The name of this browser for the device's list. */
  readonly browserName?: string | undefined;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  readonly isOnline: () => boolean;
  /** Called after each login to a device. */
  readonly onUser?: (key: string) => void;
  readonly clock: LastSeenOptions['clock'];
  readonly restorePush: FollowPushOptions['restore'];
  readonly reportError: (error: unknown) => void;
}

interface Entry {
  readonly session: DeviceSession;
  holders: number;
}

/** Creates and keeps the sessions. */
export class DeviceSessions {
  readonly #options: DeviceSessionsOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #offers = new Store<ReadonlyMap<string, DeviceDetails>>(new Map());
  /** Calls `listener` when a link for another user comes or is answered; returns the unsubscriber. */
  readonly subscribe = this.#offers.subscribe;

  constructor(options: DeviceSessionsOptions) {
    this.#options = options;
    options.library.subscribe(() => this.#dropForgotten());
  }

  /** The details of a link that would change the user of a device, until the person has answered. */
  offerOf(key: string): DeviceDetails | undefined {
    return this.#offers.value.get(key);
  }

  /** Switches to the user of the link, or discards it. */
  answerOffer(key: string, { isAccepted }: { readonly isAccepted: boolean }): void {
    const details = this.offerOf(key);
    if (details === undefined) return;
    this.#setOffer(key, undefined);
    if (isAccepted) this.#take(details, { fromLink: true });
  }

  /**
   * Takes details that a person gave: remembers the device and prepares its session, which connects when a screen shows it. A link for
   * another user changes nothing before the person agrees: otherwise its author could take the place of the stored user.
   */
  take(details: DeviceDetails, { fromLink }: { readonly fromLink: boolean }): void {
    const { productId, deviceId, username = '', password } = details;
    const conflict = this.#options.library.conflictOf(details, fromLink ? 'other' : 'person');
    if (conflict !== undefined) {
      this.of(deviceKey(productId, deviceId)).stop({ kind: 'other-key', ...conflict });
      return;
    }
    const storedName = this.#options.library.find(productId, deviceId)?.username ?? '';
    const isOther = storedName !== '' && username !== '' && password !== undefined && username !== storedName;
    if (fromLink && isOther) this.#ask(deviceKey(productId, deviceId), details);
    else this.#take(details, { fromLink });
  }

  /** The question replaces the reason for which an earlier link was stopped: the stored user connects again, with the question beside it. */
  #ask(key: string, details: DeviceDetails): void {
    this.#setOffer(key, details);
    const { session, holders } = this.#entry(key);
    const state = session.snapshot();
    if (state.kind !== 'stopped' || state.reason.kind !== 'other-key') return;
    session.leave();
    if (holders > 0) session.resume();
  }

  #setOffer(key: string, details: DeviceDetails | undefined): void {
    const others = [...this.#offers.value].filter(([other]) => other !== key);
    this.#offers.put(new Map(details === undefined ? others : [...others, [key, details]]));
  }

  #take(details: DeviceDetails, { fromLink }: { readonly fromLink: boolean }): void {
    const { library } = this.#options;
    const stored = library.find(details.productId, details.deviceId);
    const before = stored?.username;
    const outcome = library.remember(details, fromLink ? 'other' : 'person');
    if (outcome.kind === 'other-key') return;
    const { session, holders } = this.#entry(deviceKey(details.productId, details.deviceId));
    const { username, password, isInvite } = details;
    const state = session.snapshot();
    // A lost connection may come back only over the route of the link.
    const isNeeded =
      state.kind === 'live' && state.link.kind !== 'ready' && outcome.device.offered !== undefined;
    const stays = state.kind === 'live' && !isNeeded && isSameUser(details, state.me);
    // Before setting the credentials, because leaving discards the certificate reserved for another user.
    if (!stays) session.leave();
    if (username !== undefined && password !== undefined) {
      // The open password belongs to no user: a user whom the device recognizes here stays.
      const isOther = username !== '' && before !== undefined && before !== '' && before !== username;
      const isOfLaterLink = fromLink && stored?.seenAtMs !== undefined;
      session.setCredentials({ username, password }, { fromLink, isInvite, isOther, isOfLaterLink });
    }
    if (stays) return;
    if (holders > 0) session.resume();
  }

  /** The session of a device. */
  of(key: string): DeviceSession {
    return this.#entry(key).session;
  }

  /** Keeps a session connected until the returned function is called; a double mount by React counts as one hold. */
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

  /** Ends a session and forgets its credentials. */
  drop(key: string): void {
    this.#entries.get(key)?.session.leave();
    this.#entries.delete(key);
  }

  /**
   * Ends a session and deletes the certificates by which its device recognizes this browser, so that adding the device again requires a
   * login. Only for the tab in which a person removes the device: by the time other tabs notice, it may have been added again.
   */
  async forget(key: string): Promise<void> {
    const { library, identity } = this.#options;
    const device = library.get(key);
    this.drop(key);
    if (device === undefined) return;
    const { productId, deviceId, account } = device;
    await identity.forget({ productId, deviceId });
    if (account !== undefined) await identity.forget({ productId, deviceId, account });
  }

  /** Another tab may remove a device while this one shows it. */
  #dropForgotten(): void {
    const remembered = new Set(this.#options.library.snapshot().map(({ key }) => key));
    for (const key of this.#entries.keys()) if (!remembered.has(key)) this.drop(key);
  }

  #entry(key: string): Entry {
    const existing = this.#entries.get(key);
    if (existing !== undefined) return existing;
    const entry: Entry = { session: this.#create(key), holders: 0 };
    this.#entries.set(key, entry);
    return entry;
  }

  #create(key: string): DeviceSession {
    const { library, createSession, identity, browserName, now, isOnline, reportError } = this.#options;
    const device = (): RememberedDevice => {
      const found = library.get(key);
      if (found === undefined) throw new Error(`cannot open ${key}: no such device is remembered`);
      return found;
    };
    const trial = new RouteTrial({
      note: (tried, isToBeKept) => {
        library.noteRoute(key, tried, isToBeKept).catch(reportError);
      },
    });
    const noteProof = (proof: KeyProof): void => void library.noteProof(key, proof).catch(reportError);
    const firstKey = new FirstKey({
      isExpected: () => trial.expected !== undefined,
      stored: () => {
        const { firstFingerprint: fingerprint, isBound = false } = device();
        return fingerprint === undefined ? undefined : { fingerprint, isBound };
      },
      note: (shown) => void library.noteFirstKey(key, shown).catch(reportError),
      noteProof,
    });
    const session = new DeviceSession({
      createSession: (ports) => createSession(trial.begin(device()), firstKey.before(ports)),
      identity,
      browserName,
      deviceName: (newAccount) => {
        const { productId, deviceId, account } = device();
        return { productId, deviceId, account: newAccount ?? account };
      },
      expectedFingerprint: () => trial.expected,
      firstFingerprint: () => device().firstFingerprint,
      now,
      isOnline,
      onProof: ({ isBound }) => {
        if (trial.expected !== undefined) noteProof({ fingerprint: trial.expected, isBound });
      },
      onBound: (connection) => firstKey.handleBound(connection),
      onUser: (username, account) => {
        library.noteUser(key, username, account).catch(reportError);
        this.#options.onUser?.(key);
      },
    });
    trial.follow(session);
    const note = (): void => void library.noteSeen(key).catch(reportError);
    followLastSeen({ session, note, clock: this.#options.clock });
    followPush({
      session,
      remembered: () => library.get(key)?.push,
      restore: this.#options.restorePush,
      note: (push) => void library.notePush(key, push).catch(reportError),
      reportError,
    });
    followLastPath({ session, note: (path) => void library.notePath(key, path).catch(reportError) });
    return session;
  }
}

/** True for details without a login, which keep the current user, and for those of the current user. */
export function isSameUser(
  { username = '', password }: Pick<DeviceDetails, 'username' | 'password'>,
  me: { readonly username: string } | undefined,
): boolean {
  return username === '' || password === undefined || username === me?.username;
}
