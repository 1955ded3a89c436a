/** @module Composes a browser identity. */
import type { Clock, Logger } from '@longwire/protocol';
import { Emitter, redactingLogger, silentLogger } from '@longwire/protocol/base';
import { systemClock } from '../time/system-clock.ts';
import type { BrowserIdentity, BrowserIdentityEvents, OwnCertificate } from './browser-identity.ts';
import { CertificateStore, type CertificateMaker } from './certificate-store.ts';
import { keyOf, type DeviceName } from './device-name.ts';
import { createIdentityLocks, type LockSource } from './identity-locks.ts';
import { emitEvent, emitUnavailable, type IdentityParts } from './identity-port.ts';
import { IdentityStore } from './identity-store.ts';
import { sessionSignIn } from './session-sign-in.ts';
import { signIn } from './sign-in.ts';

/** Options of {@link createBrowserIdentity}; platform APIs default to the browser's. */
export interface BrowserIdentityOptions {
  readonly indexedDB?: IDBFactory | undefined;
  /** Web Locks; `null` for none. */
  readonly locks?: LockSource | null | undefined;
  readonly RTCPeerConnection?: CertificateMaker | undefined;
  readonly clock?: Clock | undefined;
  /** The time in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** Requested lifetime of a certificate, in milliseconds; browsers allow a year at most. */
  readonly lifetimeMs?: number | undefined;
  /** Time limit of a storage operation, in milliseconds. */
  readonly storageTimeoutMs?: number | undefined;
  /** Receives log lines; none by default. */
  readonly logger?: Logger | undefined;
}

/** The longest lifetime that Chromium and Firefox allow, in milliseconds: 365 days (docs/adr/0028). */
const LIFETIME_MS = 365 * 24 * 3_600_000;

/** How long connecting waits for storage, in milliseconds: enough for a sleeping disk, short enough for a waiting person. */
const STORAGE_TIMEOUT_MS = 3000;

/** Creates the identity of this browser; opens no database before the first call. */
export function createBrowserIdentity(options: BrowserIdentityOptions = {}): BrowserIdentity {
  const parts = partsOf(options);
  const identity: BrowserIdentity = {
    on: (event, listener) => parts.emitter.on(event, listener),
    certificateFor: async (device) => certificateFor(parts, device),
    signIn: async (connection, signInOptions) => signIn(parts, connection, signInOptions),
    forSession: (device, signInOptions = {}) => sessionSignIn(identity, device, signInOptions),
    forget: async (device) => forget(parts, device),
  };
  return identity;
}

function partsOf(options: BrowserIdentityOptions): IdentityParts {
  const { clock = systemClock, now = Date.now, lifetimeMs = LIFETIME_MS, locks } = options;
  const logger = redactingLogger(options.logger ?? silentLogger);
  const store = new IdentityStore({
    factory: () => options.indexedDB ?? globalThis.indexedDB,
    clock,
    timeoutMs: options.storageTimeoutMs ?? STORAGE_TIMEOUT_MS,
  });
  const maker = (): CertificateMaker | undefined => options.RTCPeerConnection ?? globalThis.RTCPeerConnection;
  return {
    certificates: new CertificateStore({ store, maker, now, lifetimeMs }),
    locks: createIdentityLocks(() => (locks === undefined ? platformLocks() : (locks ?? undefined))),
    emitter: new Emitter<BrowserIdentityEvents>((event, error) =>
      logger.error('identity.listener-failed', { event, error }),
    ),
    logger,
    now,
  };
}

/** Missing outside of secure contexts, whatever its type says. */
function platformLocks(): LockSource | undefined {
  return 'locks' in navigator ? navigator.locks : undefined;
}

async function certificateFor(parts: IdentityParts, device: DeviceName): Promise<OwnCertificate | undefined> {
  try {
    const { certificate, isNew, lost } = await parts.certificates.current(keyOf(device));
    if (lost !== undefined) emitEvent(parts, 'unavailable', { device, reason: lost, cause: undefined });
    return { device, certificate, isNew };
  } catch (error) {
    emitUnavailable(parts, device, error);
    return undefined;
  }
}

async function forget(parts: IdentityParts, device: DeviceName): Promise<boolean> {
  try {
    await parts.certificates.forget(keyOf(device));
    return true;
  } catch (error) {
    emitUnavailable(parts, device, error);
    return false;
  }
}
