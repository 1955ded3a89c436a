/** @module The certificate for each device: the one that is kept, else a fresh one that is kept from now on. */
import type { Fingerprint } from '@longwire/protocol';
import type { UnavailableReason } from './browser-identity.ts';
import {
  changedOver,
  isUsable,
  parseIdentityRecord,
  withNext,
  withoutPrevious,
  withUsable,
  type IdentityRecord,
  type KeptCertificate,
  type ReadRecord,
} from './identity-record.ts';
import { StoreError, type Change, type IdentityStore } from './identity-store.ts';

/** Makes certificates; `RTCPeerConnection` is one. */
export type CertificateMaker = Pick<typeof RTCPeerConnection, 'generateCertificate'>;

/** What a keeper works with. */
export interface CertificateKeeperOptions {
  readonly store: IdentityStore;
  readonly maker: () => CertificateMaker | undefined;
  readonly now: () => number;
  readonly lifetimeMs: number;
}

/** A certificate to connect with. */
export interface KeptForDevice {
  readonly certificate: RTCCertificate;
  readonly isNew: boolean;
  /** Why the one that was kept is not used any more. */
  readonly lost: UnavailableReason | undefined;
}

/** Fills the slot of a record; undefined when it would need a fresh certificate and has none. */
type Fill = (
  record: IdentityRecord | undefined,
  fresh: KeptCertificate | undefined,
) => IdentityRecord | undefined;

interface Filled {
  readonly record: IdentityRecord;
  readonly read: ReadRecord;
}

/** Keeps one certificate for each device, however many tabs ask at once. */
export class CertificateKeeper {
  readonly #options: CertificateKeeperOptions;

  constructor(options: CertificateKeeperOptions) {
    this.#options = options;
  }

  /** The certificate to connect with. @throws StoreError */
  async current(key: string): Promise<KeptForDevice> {
    const { now } = this.#options;
    let fresh: KeptCertificate | undefined;
    const filled = await this.#fill(key, (kept, made) => {
      fresh = made;
      return withUsable(kept, made, now());
    });
    if (filled === undefined) throw new StoreError('failed');
    const { current } = filled.record;
    return { certificate: current.certificate, isNew: current === fresh, lost: this.#lost(filled.read) };
  }

  /** The certificate to change over to; undefined where nothing is kept any more. @throws StoreError */
  async next(key: string): Promise<RTCCertificate | undefined> {
    const { now } = this.#options;
    const filled = await this.#fill(key, (kept, made) =>
      kept === undefined ? undefined : withNext(kept, made, now()),
    );
    return filled?.record.next?.certificate;
  }

  /** What is kept for a device. @throws StoreError */
  async read(key: string): Promise<IdentityRecord | undefined> {
    return this.#options.store.update(key, (stored) => ({ result: recordOf(parseIdentityRecord(stored)) }));
  }

  /** Makes the confirmed certificate the current one; false when another tab has, or it is gone. @throws StoreError */
  async changeOver(key: string, confirmed: Fingerprint): Promise<boolean> {
    return this.#change(key, (record) => changedOver(record, confirmed, this.#options.now()));
  }

  /** Forgets a replaced certificate. @throws StoreError */
  async dropPrevious(key: string, removed: Fingerprint): Promise<boolean> {
    return this.#change(key, (record) => withoutPrevious(record, removed));
  }

  /** Forgets everything about a device. @throws StoreError */
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

  /** Asks without a fresh certificate first: a transaction cannot wait for one to be made. */
  async #fill(key: string, fill: Fill): Promise<Filled | undefined> {
    const found = await this.#options.store.update(key, (stored) => filling(stored, fill, undefined));
    if (found !== undefined) return found;
    const fresh = await this.#make();
    return this.#options.store.update(key, (stored) => filling(stored, fill, fresh));
  }

  async #make(): Promise<KeptCertificate> {
    const { maker, now, lifetimeMs } = this.#options;
    // Typed as names only; browsers take (and need) the curve as well.
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
    if (read.kind !== 'kept') return undefined;
    return isUsable(read.record.current, this.#options.now()) ? undefined : 'expired';
  }
}

const recordOf = (read: ReadRecord): IdentityRecord | undefined =>
  read.kind === 'kept' ? read.record : undefined;

function filling(
  stored: unknown,
  fill: Fill,
  fresh: KeptCertificate | undefined,
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
