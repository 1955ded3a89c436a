/** @module Where an identity is put together. */
import type { Logger } from '@longwire/protocol';
import { Emitter, redactingLogger, silentLogger } from '@longwire/protocol/base';
import { systemClock, type Clock } from '../time/clock.ts';
import type { BrowserIdentity, BrowserIdentityEvents, OwnCertificate } from './browser-identity.ts';
import { CertificateKeeper, type CertificateMaker } from './certificate-keeper.ts';
import { keyOf, type DeviceName } from './device-name.ts';
import { createIdentityLocks, type LockSource } from './identity-locks.ts';
import { tell, tellUnavailable, type IdentityParts } from './identity-port.ts';
import { IdentityStore } from './identity-store.ts';
import { sessionSignIn } from './session-sign-in.ts';
import { signIn } from './sign-in.ts';

/** The ports and limits of an identity; the browser's own unless given. */
export interface BrowserIdentityOptions {
  readonly indexedDB?: IDBFactory | undefined;
  /** Web Locks; `null` for none. */
  readonly locks?: LockSource | null | undefined;
  readonly RTCPeerConnection?: CertificateMaker | undefined;
  readonly clock?: Clock | undefined;
  /** The time in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** How long a certificate is asked to live, in milliseconds; browsers allow a year at most. */
  readonly lifetimeMs?: number | undefined;
  /** How long the store may take to answer, in milliseconds. */
  readonly storageTimeoutMs?: number | undefined;
  /** Where log lines go; nowhere unless given. */
  readonly logger?: Logger | undefined;
}

/** The longest life that Chromium and Firefox give a certificate, in milliseconds: 365 days (docs/adr/0028). */
const LIFETIME_MS = 365 * 24 * 3_600_000;

/** How long connecting waits for the store, in milliseconds: a disk that is asleep answers in less, and nobody waits for longer. */
const STORAGE_TIMEOUT_MS = 3000;

/** Makes the identity of this browser; nothing is opened before it is asked for. */
export function createBrowserIdentity(options: BrowserIdentityOptions = {}): BrowserIdentity {
  const parts = partsOf(options);
  const identity: BrowserIdentity = {
    on: (event, listener) => parts.emitter.on(event, listener),
    certificateFor: async (device) => certificateFor(parts, device),
    signIn: async (connection, told) => signIn(parts, connection, told),
    forSession: (device, told = {}) => sessionSignIn(identity, device, told),
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
    keeper: new CertificateKeeper({ store, maker, now, lifetimeMs }),
    locks: createIdentityLocks(() => (locks === undefined ? platformLocks() : (locks ?? undefined))),
    emitter: new Emitter<BrowserIdentityEvents>((event, error) =>
      logger.error('identity.listener', { event, error }),
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
    const { certificate, isNew, lost } = await parts.keeper.current(keyOf(device));
    if (lost !== undefined) tell(parts, 'unavailable', { device, reason: lost, cause: undefined });
    return { device, certificate, isNew };
  } catch (error) {
    tellUnavailable(parts, device, error);
    return undefined;
  }
}

async function forget(parts: IdentityParts, device: DeviceName): Promise<boolean> {
  try {
    await parts.keeper.forget(keyOf(device));
    return true;
  } catch (error) {
    tellUnavailable(parts, device, error);
    return false;
  }
}
