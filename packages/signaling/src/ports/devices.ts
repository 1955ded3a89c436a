/** @module Devices and the fingerprints of their keys, as a port. */
import type { Fingerprint } from '@longwire/protocol';
import type { FoundDevice } from './admission.ts';
import type { DeviceKey } from '@longwire/protocol';
import type { IdPage } from './products.ts';

/** A device to register. */
export interface NewDevice extends DeviceKey {
  /** SHA-256 of the device's public key; either case, colons allowed. */
  readonly fingerprint: string;
  readonly name?: string | undefined;
}

/** A registered device. */
export interface StoredDevice extends DeviceKey {
  readonly fingerprint: Fingerprint;
  readonly name: string | undefined;
  /** A disabled device is treated like one that does not exist, towards clients and itself. */
  readonly isEnabled: boolean;
  readonly createdAt: number;
  /** When it was last attached, accurate to seconds. */
  readonly seenAt: number | undefined;
}

/** A change of a device; absent fields stay unchanged. */
export interface DeviceChange {
  /** null removes the name. */
  readonly name?: string | null | undefined;
  readonly fingerprint?: string | undefined;
  readonly isEnabled?: boolean | undefined;
}

/** One page of the devices of a product. */
export interface DevicePage extends IdPage {
  readonly productId: string;
}

/** The registered devices. */
export interface Devices {
  /** Registers a device of a known product. @throws EdgeError ERR_NAME_FORMAT, ERR_FINGERPRINT_FORMAT, ERR_NOT_FOUND, ERR_ALREADY_EXISTS */
  add(device: NewDevice): Promise<void>;
  get(key: DeviceKey): Promise<StoredDevice | undefined>;
  list(page: DevicePage): Promise<StoredDevice[]>;
  /** @throws EdgeError ERR_NAME_FORMAT, ERR_FINGERPRINT_FORMAT, ERR_NOT_FOUND */
  update(key: DeviceKey, change: DeviceChange): Promise<StoredDevice>;
  /** Removes a device with its tokens. @throws EdgeError ERR_NOT_FOUND */
  remove(key: DeviceKey): Promise<void>;
  /** Finds an enabled device. */
  lookUp(key: DeviceKey): Promise<FoundDevice>;
  /** Records that these devices were attached at `at`. */
  touch(keys: readonly DeviceKey[], at: number): Promise<void>;
}

/** Records attached devices cheaply and writes them in batches. */
export interface LastSeen {
  note(key: DeviceKey): void;
  /** Writes what was recorded. */
  flush(): Promise<void>;
}
