/** @module Test fixture: a browser profile with its own store, locks and time, and a device that recognises users by certificates. */
import { Emitter, parseFingerprint, specError, type CborValue, type Fingerprint } from '@longwire/protocol';
import { decodeCbor, encodeCbor } from '@longwire/protocol/cbor';
import { asCertificate, FakeCertificate, ManualClock } from '@longwire/testing';
import { IDBFactory as FakeFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import type { Credentials } from '../auth/password-login.ts';
import type { ConnectionIdentity } from '../connection/authenticator.ts';
import type { ConnectionEvents } from '../connection/connection.ts';
import { createIamClient } from '../iam/iam-client.ts';
import { makeResponse, type DeviceResponse } from '../request/device-response.ts';
import type { RequestOptions } from '../request/request-options.ts';
import type {
  BrowserIdentity,
  BrowserIdentityEvents,
  OwnCertificate,
  SignInResult,
  SignInConnection,
  SignInOptions,
} from './browser-identity.ts';
import { createBrowserIdentity, type BrowserIdentityOptions } from './create-browser-identity.ts';
import type { DeviceName } from './device-name.ts';
import type { LockSource } from './identity-locks.ts';

export const DEVICE: DeviceName = { productId: 'pr-1', deviceId: 'de-1' };
const DAY_MS = 24 * 3_600_000;
export const YEAR_MS: number = 365 * DAY_MS;

/** A certificate like a browser's: cloneable, with an expiry time. */
export class CloneableCertificate extends FakeCertificate {
  override readonly expires: number;
  override readonly der: Uint8Array<ArrayBuffer>;

  constructor(expires: number, der?: Uint8Array<ArrayBuffer>) {
    super();
    this.expires = expires;
    this.der = der ?? crypto.getRandomValues(new Uint8Array(64));
  }
}

/** Clones like a browser, which supports certificates. */
function cloneLikeABrowser(value: unknown): unknown {
  if (value instanceof CloneableCertificate) return new CloneableCertificate(value.expires, value.der);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return structuredCloneOfNode(value);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cloneLikeABrowser(inner)]));
}

const structuredCloneOfNode = structuredClone;

/** Makes the store clone, or fail to clone, like a browser. */
export function stubClone(clone: (value: unknown) => unknown = cloneLikeABrowser): void {
  vi.stubGlobal('structuredClone', clone);
}

interface Held {
  readonly mode: LockMode;
}

/** Web Locks of one browser, shared by its tabs. */
export class FakeLocks {
  readonly held: Map<string, Set<Held>> = new Map();

  readonly source: LockSource = {
    request: async (name: string, ...rest: readonly unknown[]) => {
      const [options, task] = rest;
      const { mode = 'exclusive' } = Object(options);
      const holders = this.held.get(name) ?? new Set<Held>();
      this.held.set(name, holders);
      const isFree = [...holders].every((holder) => mode === 'shared' && holder.mode === 'shared');
      const own: Held = { mode };
      if (isFree) holders.add(own);
      try {
        return await Reflect.apply(Object(task ?? options), undefined, [isFree ? { name, mode } : null]);
      } finally {
        holders.delete(own);
      }
    },
  };

  /** The names of all held locks. */
  get names(): string[] {
    return [...this.held].flatMap(([name, holders]) => (holders.size > 0 ? [name] : []));
  }
}

/** An event that an identity emitted. */
export type EmittedEvent = readonly [event: keyof BrowserIdentityEvents, reason: string | undefined];

/** Options of a tab that differ from the profile's. */
export type TabOptions = Partial<BrowserIdentityOptions>;

/** A browser profile: all its tabs share one store. */
export class FakeProfile {
  readonly clock: ManualClock = new ManualClock();
  readonly indexedDB: IDBFactory = new FakeFactory();
  readonly locks: FakeLocks = new FakeLocks();
  readonly events: EmittedEvent[] = [];
  nowMs = 1_800_000_000_000;
  made = 0;

  /** Creates the identity of a tab. */
  tab(options: TabOptions = {}): BrowserIdentity {
    const identity = createBrowserIdentity({
      indexedDB: this.indexedDB,
      locks: this.locks.source,
      clock: this.clock,
      now: () => this.nowMs,
      RTCPeerConnection: {
        generateCertificate: async (algorithm) => {
          this.made += 1;
          const lifetimeMs = Number(Reflect.get(Object(algorithm), 'expires'));
          return asCertificate(new CloneableCertificate(this.nowMs + Math.min(lifetimeMs, YEAR_MS)));
        },
      },
      ...options,
    });
    for (const event of EVENTS) {
      identity.on(event, (about) => this.events.push([event, 'reason' in about ? about.reason : undefined]));
    }
    return identity;
  }

  /** The certificate of a tab; throws if there is none. */
  async own(tab: BrowserIdentity, device: DeviceName = DEVICE): Promise<OwnCertificate> {
    const own = await tab.certificateFor(device);
    if (own === undefined) throw new Error('the tab has no certificate');
    return own;
  }

  /** The keys of all entries. */
  async keys(): Promise<readonly IDBValidKey[]> {
    return this.#withEntries((entries) => settled(entries.getAllKeys()));
  }

  /** Moves an entry to another key. */
  async move(from: string, to: string): Promise<void> {
    await this.#withEntries(async (entries) => {
      const value: unknown = await settled(entries.get(from));
      await settled(entries.put(value, to));
      await settled(entries.delete(from));
    });
  }

  /** Overwrites the entry with any value. */
  async overwrite(value: unknown, device: DeviceName = DEVICE): Promise<void> {
    await this.#withEntries(async (entries) => {
      const [key] = await settled(entries.getAllKeys());
      if (key === undefined) throw new Error(`no entry for ${JSON.stringify(device)}`);
      await settled(entries.put(value, key));
    });
  }

  async #withEntries<T>(use: (entries: IDBObjectStore) => Promise<T>): Promise<T> {
    const database = await settled(this.indexedDB.open('longwire-identity', 1));
    const result = await use(database.transaction('certificates', 'readwrite').objectStore('certificates'));
    database.close();
    return result;
  }
}

const EVENTS = [
  'unavailable',
  'renewed',
  'renewal-refused',
  'unknown-to-device',
  'not-remembered',
] as const satisfies readonly (keyof BrowserIdentityEvents)[];

/** The result of an IndexedDB request. */
export async function settled<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  request.addEventListener('success', () => resolve(request.result));
  request.addEventListener('error', () => reject(new Error('the store failed', { cause: request.error })));
  return promise;
}

interface FakeUser {
  password: string | undefined;
  readonly fingerprints: { Fingerprint: string; Name?: string }[];
}

/** A connection to the device that the test can close. */
export interface FakeConnection extends SignInConnection {
  end(): void;
}

/** A device that recognises users by their certificates, then by their passwords. */
export class FakeHome {
  readonly users: Map<string, FakeUser> = new Map();
  readonly requests: string[] = [];
  readonly attempts: Credentials[] = [];
  /** Statuses, or errors to throw, that replace the device's answer, by method and path prefix. */
  readonly instead: Map<string, number | Error> = new Map();

  addUser(username: string, password?: string): FakeUser {
    const user: FakeUser = { password, fingerprints: [] };
    this.users.set(username, user);
    return user;
  }

  fingerprintsOf(username: string): string[] {
    return (this.users.get(username)?.fingerprints ?? []).map(({ Fingerprint: each }) => each);
  }

  /** Connects with a certificate, or with a one-time one; the device's token binds the connection unless `isBound` is false. */
  connect(own?: OwnCertificate, { isBound = true }: { readonly isBound?: boolean } = {}): FakeConnection {
    const fingerprint = own === undefined ? parseFingerprint('ee'.repeat(32)) : fingerprintOf(own);
    const emitter = new Emitter<ConnectionEvents>((_event, error) => {
      throw error;
    });
    const session: FakeLogin = { login: undefined, failed: undefined, takenFor: undefined, isBinding: true };
    const identity = (): ConnectionIdentity => {
      const { login, failed } = session;
      const isBoundByLogin = login !== undefined && session.isBinding;
      const boundBy = isBound ? 'token' : isBoundByLogin ? 'login' : undefined;
      return {
        ...(login !== undefined && { login: { username: login } }),
        ...(failed !== undefined && { failedLogin: { username: failed } }),
        ...(boundBy && { boundBy }),
      };
    };
    const request = async (
      method: string,
      path: string,
      options: RequestOptions = {},
    ): Promise<DeviceResponse> => {
      this.requests.push(`${method} ${path}`);
      for (const [begin, instead] of this.instead) {
        if (!`${method} ${path}`.startsWith(begin)) continue;
        if (instead instanceof Error) throw instead;
        return makeResponse({ statusCode: instead });
      }
      return this.#answer(`${method} ${path}`, { fingerprint, session, options });
    };
    return {
      state: 'connected',
      get identity() {
        return identity();
      },
      iam: createIamClient(request, (length) => crypto.getRandomValues(new Uint8Array(length))),
      on: (event, listener) => emitter.on(event, listener),
      authenticate: async (credentials) => {
        this.attempts.push(credentials);
        const user = this.users.get(credentials.username);
        session.login = undefined;
        // Like deployed devices: from the first login message on, and only on a logged-in connection.
        if (session.takenFor !== undefined) session.takenFor = credentials.username;
        session.failed = credentials.username;
        if (user?.password === undefined || user.password !== credentials.password) {
          throw specError('ERR_INVALID_CREDENTIALS');
        }
        session.failed = undefined;
        session.login = credentials.username;
        session.takenFor = credentials.username;
        session.isBinding = credentials.binds !== false;
      },
      end: () => emitter.emit('close', undefined),
    };
  }

  #answer(what: string, { fingerprint, session, options }: Asked): DeviceResponse {
    const username = this.#owner(fingerprint) ?? session.takenFor;
    const me = username === undefined ? undefined : this.users.get(username);
    if (me === undefined || username === undefined || username === '')
      return makeResponse({ statusCode: 404 });
    const [, added] = /^PUT \/iam\/users\/[^/]+\/fingerprints\/(\w+)$/u.exec(what) ?? [];
    const [, removed] = /^DELETE \/iam\/users\/[^/]+\/fingerprints\/(\w+)$/u.exec(what) ?? [];
    if (added !== undefined) {
      if (this.#owner(added) !== undefined) return makeResponse({ statusCode: 409 });
      me.fingerprints.push({ Fingerprint: added, ...nameIn(options) });
      return makeResponse({ statusCode: 204 });
    }
    if (removed !== undefined) {
      const index = me.fingerprints.findIndex(({ Fingerprint: each }) => each === removed);
      if (index < 0) return makeResponse({ statusCode: 404 });
      me.fingerprints.splice(index, 1);
      return makeResponse({ statusCode: 202 });
    }
    if (what === 'POST /iam/pairing/password-invite') {
      me.fingerprints.push({ Fingerprint: fingerprint });
      me.password = undefined;
      return makeResponse({ statusCode: 201 });
    }
    const record: CborValue = {
      Username: username,
      Fingerprints: me.fingerprints.map((each) => ({ ...each })),
    };
    return makeResponse({ statusCode: 205, contentFormat: 60, payload: encodeCbor(record) });
  }

  #owner(fingerprint: string): string | undefined {
    for (const [username, { fingerprints }] of this.users) {
      if (fingerprints.some(({ Fingerprint: each }) => each === fingerprint)) return username;
    }
    return undefined;
  }
}

/** The login of a connection as each side sees it. */
interface FakeLogin {
  login: string | undefined;
  failed: string | undefined;
  takenFor: string | undefined;
  isBinding: boolean;
}

interface Asked {
  readonly fingerprint: Fingerprint;
  readonly session: Readonly<FakeLogin>;
  readonly options: RequestOptions;
}

function nameIn({ payload }: RequestOptions): { Name?: string } {
  const value: unknown = typeof payload === 'object' ? decodeCbor(payload) : undefined;
  const name: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'FingerprintName') : undefined;
  return typeof name === 'string' ? { Name: name } : {};
}

/** The fingerprint of a certificate. */
export function fingerprintOf({ certificate }: Pick<OwnCertificate, 'certificate'>): Fingerprint {
  return parseFingerprint(certificate.getFingerprints()[0]?.value ?? '');
}

/** Connects with the tab's certificate and signs in. */
export async function connectAndSignIn(
  tab: BrowserIdentity,
  home: FakeHome,
  { isBound, ...options }: Omit<SignInOptions, 'own'> & { readonly isBound?: boolean } = {},
): Promise<{
  readonly connection: FakeConnection;
  readonly signedIn: SignInResult;
  readonly own: OwnCertificate | undefined;
}> {
  const own = await tab.certificateFor(DEVICE);
  const connection = home.connect(own, { ...(isBound !== undefined && { isBound }) });
  return { connection, own, signedIn: await tab.signIn(connection, { ...options, own }) };
}
