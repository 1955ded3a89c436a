/** @module What a device says about its users, pairing and settings (PROTOCOL.md section 8). */

/** A certificate that a user is known by; devices take any text as a fingerprint. */
export type UserFingerprint = { Fingerprint: string; Name?: string };

/** Where push messages for a user go. */
export type Fcm = { Token: string; ProjectId: string };

/** A user as the device tells it; it never holds the password. */
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
};

/** What a device tells somebody who wants to pair; `Modes` lists those possible now. */
export type PairingInfo = {
  Modes: string[];
  NabtoVersion?: string;
  AppVersion?: string;
  AppName?: string;
  ProductId: string;
  DeviceId: string;
  FriendlyName?: string;
};

/** Which pairing modes are on; a mode that the device does not mention is off. */
export type IamSettings = {
  PasswordOpenPairing: boolean;
  PasswordInvitePairing: boolean;
  LocalOpenPairing: boolean;
  PasswordOpenSct?: string;
  PasswordOpenPassword?: string;
};
