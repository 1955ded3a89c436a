/** @module What all connections of the deployed-like device share. */
import type { Identity } from './identity.ts';
import type { AudioCodec } from './tracks.ts';
import { PasswordBucket } from './password-login.ts';
import { ROLES, UNPAIRED, type DeviceUser } from './users.ts';

/** Variations between devices in the field; a test selects each. */
export interface Quirks {
  /** An old device: its challenge token does not contain the DTLS certificates. */
  readonly hasUnboundToken: boolean;
  /** The release whose answers it gives where the two differ: 5.15's list of users is empty and its list of roles fails. */
  readonly version: '5.13' | '5.15';
  /** Refuses every session with this close code. */
  readonly refuseWith: number | undefined;
  /** Its owner lets every user manage certificates; as shipped, none can. */
  readonly hasOwnFingerprints: boolean;
  /** The codec of its sound. */
  readonly audioCodec: AudioCodec;
}

export interface DeviceStateOptions {
  readonly productId: string;
  readonly deviceId: string;
  readonly identity: Identity;
  readonly quirks: Quirks;
}

/** Users, settings, the password bucket, and what the sink received. */
export class DeviceState {
  readonly productId: string;
  readonly deviceId: string;
  readonly identity: Identity;
  readonly quirks: Quirks;
  readonly bucket: PasswordBucket = new PasswordBucket();
  readonly users: Map<string, DeviceUser> = new Map();
  /** Which pairing modes are on, by the key of the setting. */
  readonly pairing: Map<string, boolean> = new Map([
    ['password-open-pairing', false],
    ['password-invite-pairing', true],
    ['local-open-pairing', false],
  ]);
  /** The password of open pairing; shown to administrators also while it is off. */
  readonly openPassword = 'open-password';
  friendlyName = 'Webrtc demo example';
  talkPackets = 0;
  talkBytes = 0;

  constructor({ productId, deviceId, identity, quirks }: DeviceStateOptions) {
    this.productId = productId;
    this.deviceId = deviceId;
    this.identity = identity;
    this.quirks = quirks;
  }

  /** The password that a login is checked with; the empty name is open pairing's. */
  passwordOf(username: string): string | undefined {
    if (username !== '') return this.users.get(username)?.password;
    return this.pairing.get('password-open-pairing') === true ? this.openPassword : undefined;
  }

  /** The user of a connection: by its certificate, else by its login. */
  userOf(fingerprint: string, login: string | undefined): string | undefined {
    return this.ownerOf(fingerprint)?.username ?? login;
  }

  ownerOf(fingerprint: string): DeviceUser | undefined {
    return [...this.users.values()].find(({ fingerprints }) =>
      fingerprints.some((each) => each.fingerprint === fingerprint),
    );
  }

  /** Whether the connection's user, who may not be logged in, has the permission. */
  isAllowed(username: string | undefined, action: string): boolean {
    const user = username === undefined ? undefined : this.users.get(username);
    if (user === undefined) return ROLES.get(UNPAIRED)?.includes(action) ?? false;
    if (action === 'IAM:SetUserFingerprint') return this.quirks.hasOwnFingerprints;
    return ROLES.get(user.role ?? '')?.includes(action) ?? false;
  }

  handleTalk(packet: Uint8Array): void {
    this.talkPackets += 1;
    this.talkBytes += packet.length;
  }
}
