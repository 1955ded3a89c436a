/** @module The stored key of a device, and which details and proofs match it. Pure. */

/** The stored facts about a device's key. */
export interface KeptKey {
  /** The key given by a person, a link or a file. */
  readonly fingerprint?: string | undefined;
  /** The key that the device presented at the first connection; compared if no other key was given. */
  readonly firstFingerprint?: string | undefined;
  readonly verifiedAtMs?: number | undefined;
  /** The device has once proved that there is no man in the middle: from then on, less is not accepted. */
  readonly isBound?: boolean | undefined;
}

/** The key that the device has to prove; undefined if none is stored. */
export function keptKeyOf({ fingerprint, firstFingerprint }: KeptKey): string | undefined {
  return fingerprint ?? firstFingerprint;
}

/** Two keys for one device. */
export interface KeyConflict {
  readonly known: string;
  readonly offered: string;
}

/**
 * Whether details name another key than the stored one. Only a person can replace a stored key: by removing the device and pairing again,
 * or by correcting a key that they typed and the device has never proved.
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

/** What a device has proved. */
export interface KeyProof {
  readonly fingerprint: string;
  /** Whether the proof also rules out a man in the middle. */
  readonly isBound: boolean;
}

/** The device after it has proved a key; undefined if that is neither the stored key nor one that a bound proof makes the stored key. */
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
