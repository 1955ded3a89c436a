/** @module Users and roles of the deployed-like device, as the recordings of its iam configuration have them. */
import type { Value } from './cbor.ts';

export interface DeviceUser {
  readonly username: string;
  password?: string | undefined;
  role?: string;
  displayName?: string | undefined;
  oauthSubject?: string | undefined;
  readonly sct: string;
  /** The certificates of the user's browsers, as received. */
  readonly fingerprints: UserFingerprint[];
}

export interface UserFingerprint {
  readonly fingerprint: string;
  readonly name?: string;
}

export const MAX_USERNAME_LENGTH = 64;
export const USERNAME: RegExp = /^[a-z0-9_.-]{1,64}$/u;

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
  'IAM:SetUserOauthSubject',
  'IAM:SetSettings',
  'IAM:GetSettings',
  'IAM:SetDeviceInfo',
];

/** The role of a connection without a user. */
export const UNPAIRED = 'Unpaired';

/** Each role and its permissions. */
export const ROLES: ReadonlyMap<string, readonly string[]> = new Map([
  [UNPAIRED, [...PAIRING, ...SIGNALING]],
  ['Administrator', [...MANAGE, ...VIDEO, ...PAIRING, ...SIGNALING]],
  ['Standard', [...VIDEO, ...PAIRING, ...SIGNALING]],
  ['Guest', SIGNALING],
]);

/** The record as the device sends it: never a password; the deprecated `Fingerprint`, the last of them, only since 5.15. */
export function userRecord(user: DeviceUser, version: '5.13' | '5.15'): Value {
  const last = version === '5.15' ? user.fingerprints.at(-1) : undefined;
  return {
    Username: user.username,
    ...(user.displayName === undefined ? {} : { DisplayName: user.displayName }),
    ...(user.role === undefined ? {} : { Role: user.role }),
    Fingerprints: user.fingerprints.map(({ fingerprint, name }) => ({
      Fingerprint: fingerprint,
      ...(name === undefined ? {} : { Name: name }),
    })),
    ...(last === undefined ? {} : { Fingerprint: last.fingerprint }),
    Sct: user.sct,
    NotificationCategories: [],
    ...(user.oauthSubject === undefined ? {} : { OauthSubject: user.oauthSubject }),
  };
}
