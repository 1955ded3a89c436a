/** @module Users and roles of the deployed-like device, as its iam configuration in the recordings has them. */
import type { Value } from './cbor.ts';

export interface DeviceUser {
  readonly username: string;
  password?: string;
  role?: string;
  displayName?: string;
  readonly sct: string;
  /** The certificates by which browsers are this user, as they came. */
  readonly fingerprints: UserFingerprint[];
}

export interface UserFingerprint {
  readonly fingerprint: string;
  readonly name?: string;
}

const PAIRING = ['IAM:GetPairing', 'IAM:PairingPasswordOpen', 'IAM:PairingPasswordInvite'];
const SIGNALING = ['Webrtc:Signaling', 'Webrtc:GetInfo'];
const VIDEO = ['Webrtc:VideoStream', 'Webrtc:FileStream'];
const MANAGE = [
  'IAM:ListUsers',
  'IAM:GetUser',
  'IAM:DeleteUser',
  'IAM:SetUserRole',
  'IAM:ListRoles',
  'IAM:CreateUser',
  'IAM:SetUserPassword',
  'IAM:SetUserDisplayName',
];

/** The role of a connection that no user owns. */
export const UNPAIRED = 'Unpaired';

/** Each role and what it may do. */
export const ROLES: ReadonlyMap<string, readonly string[]> = new Map([
  [UNPAIRED, [...PAIRING, ...SIGNALING]],
  ['Administrator', [...MANAGE, ...VIDEO, ...PAIRING, ...SIGNALING]],
  ['Standard', [...VIDEO, ...PAIRING, ...SIGNALING]],
  ['Guest', SIGNALING],
]);

/** The record as the device sends it: never a password. */
export function userRecord(user: DeviceUser): Value {
  return {
    Username: user.username,
    ...(user.displayName === undefined ? {} : { DisplayName: user.displayName }),
    ...(user.role === undefined ? {} : { Role: user.role }),
    Fingerprints: user.fingerprints.map(({ fingerprint, name }) => ({
      Fingerprint: fingerprint,
      ...(name === undefined ? {} : { Name: name }),
    })),
    ...lastFingerprint(user),
    Sct: user.sct,
  };
}

/** Deprecated, and still there: the last of them. */
function lastFingerprint({ fingerprints }: DeviceUser): { readonly Fingerprint?: string } {
  const last = fingerprints.at(-1);
  return last === undefined ? {} : { Fingerprint: last.fingerprint };
}
