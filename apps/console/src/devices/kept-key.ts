/** @module The key that this browser has kept of a device, and which details and proofs go with it. Pure. */

/** What is kept of a device's key. */
export interface KeptKey {
  /** The key that a person, a link or a file named. */
  readonly fingerprint?: string | undefined;
  /** The key that the device showed the first time; compared while no other was named. */
  readonly firstFingerprint?: string | undefined;
  readonly verifiedAtMs?: number | undefined;
  /** The device has once proved that there is no man in the middle: less is not accepted from then on. */
  readonly isBound?: boolean | undefined;
}

/** The key that the device has to prove; undefined where none is kept. */
export function keptKeyOf({ fingerprint, firstFingerprint }: KeptKey): string | undefined {
  return fingerprint ?? firstFingerprint;
}

/** Two keys for one device. */
export interface KeyConflict {
  readonly known: string;
  readonly offered: string;
}

/**
 * Whether details name another key than the kept one. Only a person replaces a kept key: by forgetting the device and pairing again, or by
 * correcting a key that they typed and that the device has never proved.
 */
export function keyConflictOf(
  kept: KeptKey,
  offered: string | undefined,
  { isTyped }: { readonly isTyped: boolean },
): KeyConflict | undefined {
  const known = keptKeyOf(kept);
  if (known === undefined || offered === undefined || known === offered) return undefined;
  const isCorrection = isTyped && kept.firstFingerprint === undefined && kept.verifiedAtMs === undefined;
  return isCorrection ? undefined : { known, offered };
}

/** What a device has just proved. */
export interface KeyProof {
  readonly fingerprint: string;
  /** Whether it also proved that there is no man in the middle. */
  readonly isBound: boolean;
}

/** The device after it has proved a key; undefined where that is not the kept one, nor one that a bound proof makes the kept one. */
export function withProof<
  Device extends KeptKey & { readonly offered?: OfferedKey | undefined; readonly service: string },
>(device: Device, { fingerprint, isBound }: KeyProof, nowMs: number): Device | undefined {
  const bound = isBound || device.isBound === true ? { isBound: true } : {};
  if (fingerprint === device.fingerprint) return { ...device, ...bound, verifiedAtMs: nowMs };
  if (keptKeyOf(device) !== undefined) {
    return fingerprint === device.firstFingerprint ? { ...device, ...bound } : undefined;
  }
  const { offered, service } = device;
  const isOffered = offered?.fingerprint === fingerprint && offered.service === service;
  return isOffered && isBound ? { ...device, ...bound, fingerprint, verifiedAtMs: nowMs } : undefined;
}

interface OfferedKey {
  readonly fingerprint?: string | undefined;
  readonly service: string;
}
