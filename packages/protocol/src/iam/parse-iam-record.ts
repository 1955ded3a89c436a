/** @module Parses the records of PROTOCOL.md section 8 from decoded CBOR. */
import { EdgeError } from '../errors/edge-error.ts';
import {
  flag,
  integerUpTo,
  listOf,
  maybe,
  objectOf,
  orElse,
  parseShape,
  text,
  type Shape,
} from '../json/shape.ts';
import type { Fcm, IamSettings, PairingInfo, User, UserFingerprint } from './iam-record.ts';

const fingerprint = objectOf<UserFingerprint>({ Fingerprint: text, Name: maybe(text) });

const fcm = objectOf<Fcm>({ Token: text, ProjectId: text });

const names = listOf(text);

const seconds = integerUpTo(Number.MAX_SAFE_INTEGER);

const user = objectOf<User>({
  Username: text,
  DisplayName: maybe(text),
  Role: maybe(text),
  Fingerprints: maybe(listOf(fingerprint)),
  Fingerprint: maybe(text),
  Sct: maybe(text),
  NotificationCategories: maybe(names),
  OauthSubject: maybe(text),
  Fcm: maybe(fcm),
  AccessEndsAt: (value, path) => (value === null ? null : maybe(seconds)(value, path)),
  AccessEndsIn: maybe(seconds),
});

const pairingInfo = objectOf<PairingInfo>({
  Modes: names,
  NabtoVersion: maybe(text),
  AppVersion: maybe(text),
  AppName: maybe(text),
  ProductId: text,
  DeviceId: text,
  FriendlyName: maybe(text),
});

const settings = objectOf<IamSettings>({
  PasswordOpenPairing: orElse(flag, false),
  PasswordInvitePairing: orElse(flag, false),
  LocalOpenPairing: orElse(flag, false),
  PasswordOpenSct: maybe(text),
  PasswordOpenPassword: maybe(text),
});

/** Parses a user; unknown keys are dropped, null counts as missing except for the end of access. @throws EdgeError ERR_IAM_RECORD */
export function parseUser(value: unknown): User {
  return parseRecord(user, value, 'user record');
}

/** Parses a list of names: of users, roles or notification categories. @throws EdgeError ERR_IAM_RECORD */
export function parseStringList(value: unknown): string[] {
  return parseRecord(names, value, 'list of names');
}

/** Parses the response to GET /iam/pairing. @throws EdgeError ERR_IAM_RECORD */
export function parsePairingInfo(value: unknown): PairingInfo {
  return parseRecord(pairingInfo, value, 'pairing info');
}

/** Parses the response to GET /iam/settings. @throws EdgeError ERR_IAM_RECORD */
export function parseIamSettings(value: unknown): IamSettings {
  return parseRecord(settings, value, 'settings');
}

function parseRecord<T>(shape: Shape<T>, value: unknown, what: string): T {
  const parsed = parseShape(shape, value, what);
  if (parsed.ok) return parsed.value;
  throw new EdgeError('ERR_IAM_RECORD', `device answered with a ${parsed.reason}`);
}
