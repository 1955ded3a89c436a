/** @module Collaborators of signing in and renewing. */
import type { Emitter, Logger } from '@longwire/protocol';
import type { BrowserIdentityEvents } from './browser-identity.ts';
import type { CertificateStore } from './certificate-store.ts';
import type { DeviceName } from './device-name.ts';
import type { IdentityLocks } from './identity-locks.ts';
import { StoreError } from './identity-store.ts';

/** Collaborators of an identity. */
export interface IdentityParts {
  readonly certificates: CertificateStore;
  readonly locks: IdentityLocks;
  readonly emitter: Emitter<BrowserIdentityEvents>;
  readonly logger: Logger;
  readonly now: () => number;
}

/** Emits an event and logs it without the device's name. */
export function emitEvent<K extends keyof BrowserIdentityEvents>(
  { emitter, logger }: IdentityParts,
  event: K,
  ...args: BrowserIdentityEvents[K]
): void {
  const [about] = args;
  logger.info(`identity.${event}`, 'reason' in about ? { reason: about.reason } : undefined);
  emitter.emit(event, ...args);
}

/** Emits `unavailable` with the reason of a storage error. */
export function emitUnavailable(parts: IdentityParts, device: DeviceName, error: unknown): void {
  const [reason, cause] =
    error instanceof StoreError ? [error.reason, error.cause] : (['failed', error] as const);
  emitEvent(parts, 'unavailable', { device, reason, cause });
}
