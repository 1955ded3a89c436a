/** @module What all connections of the deployed-like device share. */
import type { Identity } from './identity.ts';
import type { AudioCodec } from './tracks.ts';
import { PasswordBucket } from './password-login.ts';
import { ROLES, UNPAIRED, type DeviceUser } from './users.ts';

/** Ways in which devices in the field differ; each is asked for by a test. */
export interface Quirks {
  /** An old device: its challenge token does not name the DTLS certificates. */
  readonly hasUnboundToken: boolean;
  /** Lists of users and roles answered as 5.13 does; otherwise as 5.15: empty, and 500. */
  readonly hasWorkingLists: boolean;
  /** Every session is refused with this close code. */
  readonly refuseWith: number | undefined;
  /** Its owner has configured that everybody manages certificates; as shipped, nobody does. */
  readonly hasOwnFingerprints: boolean;
  /** What its sound is. */
  readonly audioCodec: AudioCodec;
}

/** Users, the password bucket, and what the sink heard. */
export class DeviceState {
  readonly identity: Identity;
  readonly quirks: Quirks;
  readonly bucket: PasswordBucket = new PasswordBucket();
  readonly users: Map<string, DeviceUser> = new Map();
  talkPackets = 0;
  talkBytes = 0;

  constructor(identity: Identity, quirks: Quirks) {
    this.identity = identity;
    this.quirks = quirks;
  }

  /** Who a connection is: by its certificate, else by its login. */
  userOf(fingerprint: string, login: string | undefined): string | undefined {
    return this.ownerOf(fingerprint)?.username ?? login;
  }

  ownerOf(fingerprint: string): DeviceUser | undefined {
    return [...this.users.values()].find(({ fingerprints }) =>
      fingerprints.some((each) => each.fingerprint === fingerprint),
    );
  }

  /** Whether the connection that is logged in as `username`, or as nobody, may do this. */
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
