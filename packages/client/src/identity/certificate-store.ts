/** @module The certificate for each device: the stored one, or a new one that is then stored. */
import type { Fingerprint } from '@longwire/protocol';
import { ownFingerprint } from '../peer/own-fingerprint.ts';
import type { UnavailableReason } from './browser-identity.ts';
import {
  changedOver,
  isUsable,
  parseIdentityRecord,
  withNext,
  withoutPrevious,
  withUsable,
  type IdentityRecord,
  type StoredCertificate,
  type ReadRecord,
} from './identity-record.ts';
import { StoreError, type Change, type IdentityStore } from './identity-store.ts';

/** Generates certificates; `RTCPeerConnection` does. */
export type CertificateMaker = Pick<typeof RTCPeerConnection, 'generateCertificate'>;

/** Options of a {@link CertificateStore}. */
export interface CertificateStoreOptions {
  readonly store: IdentityStore;
  readonly maker: () => CertificateMaker | undefined;
  readonly now: () => number;
  readonly lifetimeMs: number;
}

/** A certificate to connect with. */
export interface DeviceCertificate {
  readonly certificate: RTCCertificate;
  readonly isNew: boolean;
  /** Why the previously stored certificate was replaced. */
  readonly lost: UnavailableReason | undefined;
}

/** Computes the new record of an entry; undefined if it needs a fresh certificate and has none. */
type Fill = (
  record: IdentityRecord | undefined,
  fresh: StoredCertificate | undefined,
) => IdentityRecord | undefined;

interface Filled {
  readonly record: IdentityRecord;
  readonly read: ReadRecord;
}

/** Stores one certificate per device, even if several tabs ask at the same time. */
export class CertificateStore {
  readonly #options: CertificateStoreOptions;

  constructor(options: CertificateStoreOptions) {
    this.#options = options;
  }

  /** Returns the certificate to connect with. @throws StoreError */
  async current(key: string): Promise<DeviceCertificate> {
    const { now } = this.#options;
    let fresh: StoredCertificate | undefined;
    const filled = await this.#fill(key, (stored, made) => {
      fresh = made;
      return withUsable(stored, made, now());
    });
    if (filled === undefined) throw new StoreError('failed');
    const { current } = filled.record;
    return { certificate: current.certificate, isNew: current === fresh, lost: this.#lost(filled.read) };
  }

  /** The certificate to change over to from `current`; undefined if another tab has changed over, or the entry is gone. @throws StoreError */
  async next(key: string, current: Fingerprint): Promise<RTCCertificate | undefined> {
    const { now } = this.#options;
    const filled = await this.#fill(key, (stored, made) =>
      stored === undefined || ownFingerprint(stored.current.certificate) !== current
        ? undefined
        : withNext(stored, made, now()),
    );
    return filled?.record.next?.certificate;
  }

  /** The stored record of a device. @throws StoreError */
  async read(key: string): Promise<IdentityRecord | undefined> {
    return this.#options.store.update(key, (stored) => ({ result: recordOf(parseIdentityRecord(stored)) }));
  }

  /** Makes the confirmed certificate the current one; false if another tab has done so or it is gone. @throws StoreError */
  async changeOver(key: string, confirmed: Fingerprint): Promise<boolean> {
    return this.#change(key, (record) => changedOver(record, confirmed, this.#options.now()));
  }

  /** Deletes a replaced certificate. @throws StoreError */
  async dropPrevious(key: string, removed: Fingerprint): Promise<boolean> {
    return this.#change(key, (record) => withoutPrevious(record, removed));
  }

  /** Deletes everything stored about a device. @throws StoreError */
  async forget(key: string): Promise<void> {
    await this.#options.store.update(key, () => ({ put: null, result: undefined }));
  }

  async #change(
    key: string,
    change: (record: IdentityRecord) => IdentityRecord | undefined,
  ): Promise<boolean> {
    return this.#options.store.update(key, (stored) => {
      const record = recordOf(parseIdentityRecord(stored));
      const changed = record === undefined ? undefined : change(record);
      return { put: changed, result: changed !== undefined };
    });
  }

  /** Tries without a fresh certificate first: a transaction cannot wait until one is generated. */
  async #fill(key: string, fill: Fill): Promise<Filled | undefined> {
    const found = await this.#options.store.update(key, (stored) => filling(stored, fill, undefined));
    if (found !== undefined) return found;
    const fresh = await this.#make();
    return this.#options.store.update(key, (stored) => filling(stored, fill, fresh));
  }

  async #make(): Promise<StoredCertificate> {
    const { maker, now, lifetimeMs } = this.#options;
    // The platform's type lacks the curve, which browsers require.
    const algorithm: EcKeyGenParams & { expires: number } = {
      name: 'ECDSA',
      namedCurve: 'P-256',
      expires: lifetimeMs,
    };
    try {
      const certificate = await maker()?.generateCertificate(algorithm);
      if (certificate === undefined) throw new StoreError('missing');
      return { certificate, createdMs: now() };
    } catch (cause) {
      throw new StoreError('missing', cause);
    }
  }

  #lost(read: ReadRecord): UnavailableReason | undefined {
    if (read.kind === 'corrupt') return 'corrupt';
    if (read.kind !== 'stored') return undefined;
    return isUsable(read.record.current, this.#options.now()) ? undefined : 'expired';
  }
}

const recordOf = (read: ReadRecord): IdentityRecord | undefined =>
  read.kind === 'stored' ? read.record : undefined;

function filling(
  stored: unknown,
  fill: Fill,
  fresh: StoredCertificate | undefined,
): Change<Filled | undefined> {
  const read = parseIdentityRecord(stored);
  if (read.kind === 'newer') throw new StoreError('newer');
  const before = recordOf(read);
  const record = fill(before, fresh);
  return {
    put: record === before ? undefined : record,
    result: record === undefined ? undefined : { record, read },
  };
}
