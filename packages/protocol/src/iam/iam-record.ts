/** @module A device's records of users, pairing and settings (PROTOCOL.md section 8). */

/** A certificate that identifies a user; devices accept any text as a fingerprint. */
export type UserFingerprint = { Fingerprint: string; Name?: string };

/** Where a user's push notifications go. */
export type Fcm = { Token: string; ProjectId: string };

/** A user as reported by the device; never includes the password. */
export type User = {
  Username: string;
  DisplayName?: string;
  Role?: string;
  Fingerprints?: UserFingerprint[];
  /** Kept for old clients: the last of `Fingerprints`. */
  Fingerprint?: string;
  Sct?: string;
  NotificationCategories?: string[];
  OauthSubject?: string;
  Fcm?: Fcm;
  /** When the user's access ends, in seconds since 1970; null: never. Missing from devices on which access does not end. */
  AccessEndsAt?: number | null;
  /** How long the access still lasts by the device's clock, in seconds; 0 once it has ended. Missing without an end. */
  AccessEndsIn?: number;
};

/** What a device reports to a client that wants to pair; `Modes` lists the modes currently possible. */
export type PairingInfo = {
  Modes: string[];
  NabtoVersion?: string;
  AppVersion?: string;
  AppName?: string;
  ProductId: string;
  DeviceId: string;
  FriendlyName?: string;
};

/** Which pairing modes are enabled; a mode that the device does not mention is disabled. */
export type IamSettings = {
  PasswordOpenPairing: boolean;
  PasswordInvitePairing: boolean;
  LocalOpenPairing: boolean;
  PasswordOpenSct?: string;
  PasswordOpenPassword?: string;
};
