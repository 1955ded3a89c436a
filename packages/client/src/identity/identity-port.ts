/** @module What signing in and renewing work with. */
import type { Emitter, Logger } from '@longwire/protocol';
import type { BrowserIdentityEvents } from './browser-identity.ts';
import type { CertificateKeeper } from './certificate-keeper.ts';
import type { DeviceName } from './device-name.ts';
import type { IdentityLocks } from './identity-locks.ts';
import { StoreError } from './identity-store.ts';

/** The parts of an identity. */
export interface IdentityParts {
  readonly keeper: CertificateKeeper;
  readonly locks: IdentityLocks;
  readonly emitter: Emitter<BrowserIdentityEvents>;
  readonly logger: Logger;
  readonly now: () => number;
}

/** Tells an event, and the log that there was one: the name of a device is nobody's business there. */
export function tell<K extends keyof BrowserIdentityEvents>(
  { emitter, logger }: IdentityParts,
  event: K,
  ...args: BrowserIdentityEvents[K]
): void {
  const [about] = args;
  logger.info(`identity.${event}`, 'reason' in about ? { reason: about.reason } : undefined);
  emitter.emit(event, ...args);
}

/** Tells that nothing is kept. */
export function tellUnavailable(parts: IdentityParts, device: DeviceName, error: unknown): void {
  const [reason, cause] =
    error instanceof StoreError ? [error.reason, error.cause] : (['failed', error] as const);
  tell(parts, 'unavailable', { device, reason, cause });
}
