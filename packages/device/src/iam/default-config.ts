/** @module The default roles of a device: deny by default, each right granted separately. */
import type { Condition, IamConfig, Policy, Role, Statement } from './iam-config.ts';

const OWN_USER: Condition = {
  operator: 'StringEquals',
  key: 'IAM:Username',
  values: ['${Connection:Username}'],
};

const allow = (actions: readonly string[], conditions: readonly Condition[] = []): Statement => ({
  effect: 'Allow',
  actions,
  conditions,
});

const policy = (id: string, ...statements: readonly Statement[]): Policy => ({ id, statements });
const role = (id: string, ...policies: readonly string[]): Role => ({ id, policies });

const POLICIES: readonly Policy[] = [
  policy('Pairing', allow(['IAM:GetPairing', 'IAM:PairingPasswordOpen', 'IAM:PairingPasswordInvite'])),
  policy('Connect', allow(['Webrtc:GetInfo', 'Webrtc:Signaling'])),
  policy(
    'OwnUser',
    allow(
      ['IAM:GetUser', 'IAM:SetUserDisplayName', 'IAM:SetUserPassword', 'IAM:SetUserFingerprint'],
      [OWN_USER],
    ),
  ),
  policy('SeeVideo', allow(['Webrtc:VideoStream'])),
  policy('HearAudio', allow(['Webrtc:AudioStream'])),
  policy('Talk', allow(['Webrtc:Talk'])),
  policy('Invoke', allow(['Device:Invoke'])),
  policy('ReadEvents', allow(['Device:ReadEvents'])),
  policy('Everything', allow(['IAM:*', 'Webrtc:*', 'Device:*', 'Stream:*'])),
];

const ROLES: readonly Role[] = [
  role('Unpaired', 'Pairing', 'Connect'),
  role('Guest', 'Pairing', 'Connect', 'OwnUser', 'SeeVideo'),
  role('Standard', 'Pairing', 'Connect', 'OwnUser', 'SeeVideo', 'HearAudio', 'Talk', 'Invoke', 'ReadEvents'),
  role('Administrator', 'Everything'),
];

/** Reason: long enough to walk to the second phone, and over before strangers learn the password. */
const OPEN_PAIRING_MS = 10 * 60_000;

/** Reason: an invite that was not used within a week is forgotten in some inbox. */
const INVITE_MS = 7 * 24 * 60 * 60_000;

/** The role of the user that sets a device up. */
export const ADMINISTRATOR_ROLE = 'Administrator';

/** The role of a user who was invited without a role: the one with the fewest rights. */
export const GUEST_ROLE = 'Guest';

/** The default configuration. */
export const defaultIamConfig: IamConfig = {
  unpairedRole: 'Unpaired',
  roles: ROLES,
  policies: POLICIES,
  notificationCategories: ['Info', 'Warn', 'Alert'],
  maxUsers: 500,
  maxFingerprintsPerUser: 50,
  openPairingMs: OPEN_PAIRING_MS,
  inviteMs: INVITE_MS,
};
