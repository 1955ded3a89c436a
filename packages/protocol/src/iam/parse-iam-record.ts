/** @module Reads the records of PROTOCOL.md section 8 out of decoded CBOR. */
import * as v from 'valibot';
import { EdgeError } from '../errors/edge-error.ts';
import { parseShape } from '../json/parse-json.ts';
import type { Fcm, IamSettings, PairingInfo, User, UserFingerprint } from './iam-record.ts';

const text = v.nullish(v.string());

const fingerprint = v.pipe(
  v.object({ Fingerprint: v.string(), Name: text }),
  v.transform(({ Fingerprint, Name }): UserFingerprint => ({
    Fingerprint,
    ...(Name == null ? {} : { Name }),
  })),
);

const fcm: v.GenericSchema<unknown, Fcm> = v.object({ Token: v.string(), ProjectId: v.string() });

const userSchema: v.GenericSchema<unknown, User> = v.pipe(
  v.object({
    Username: v.string(),
    DisplayName: text,
    Role: text,
    Fingerprints: v.nullish(v.array(fingerprint)),
    Fingerprint: text,
    Sct: text,
    NotificationCategories: v.nullish(v.array(v.string())),
    OauthSubject: text,
    Fcm: v.nullish(fcm),
  }),
  v.transform((user): User => ({
    Username: user.Username,
    ...(user.DisplayName == null ? {} : { DisplayName: user.DisplayName }),
    ...(user.Role == null ? {} : { Role: user.Role }),
    ...(user.Fingerprints == null ? {} : { Fingerprints: user.Fingerprints }),
    ...(user.Fingerprint == null ? {} : { Fingerprint: user.Fingerprint }),
    ...(user.Sct == null ? {} : { Sct: user.Sct }),
    ...(user.NotificationCategories == null ? {} : { NotificationCategories: user.NotificationCategories }),
    ...(user.OauthSubject == null ? {} : { OauthSubject: user.OauthSubject }),
    ...(user.Fcm == null ? {} : { Fcm: user.Fcm }),
  })),
);

const pairingInfoSchema: v.GenericSchema<unknown, PairingInfo> = v.pipe(
  v.object({
    Modes: v.array(v.string()),
    NabtoVersion: text,
    AppVersion: text,
    AppName: text,
    ProductId: v.string(),
    DeviceId: v.string(),
    FriendlyName: text,
  }),
  v.transform(
    ({ Modes, NabtoVersion, AppVersion, AppName, ProductId, DeviceId, FriendlyName }): PairingInfo => ({
      Modes,
      ...(NabtoVersion == null ? {} : { NabtoVersion }),
      ...(AppVersion == null ? {} : { AppVersion }),
      ...(AppName == null ? {} : { AppName }),
      ProductId,
      DeviceId,
      ...(FriendlyName == null ? {} : { FriendlyName }),
    }),
  ),
);

const settingsSchema: v.GenericSchema<unknown, IamSettings> = v.pipe(
  // no key is required, so that a list or bytes would pass for an empty map
  v.custom<object>((value) => !Array.isArray(value) && !ArrayBuffer.isView(value)),
  v.object({
    PasswordOpenPairing: v.nullish(v.boolean(), false),
    PasswordInvitePairing: v.nullish(v.boolean(), false),
    LocalOpenPairing: v.nullish(v.boolean(), false),
    PasswordOpenSct: text,
    PasswordOpenPassword: text,
  }),
  v.transform(({ PasswordOpenSct, PasswordOpenPassword, ...modes }): IamSettings => ({
    ...modes,
    ...(PasswordOpenSct == null ? {} : { PasswordOpenSct }),
    ...(PasswordOpenPassword == null ? {} : { PasswordOpenPassword }),
  })),
);

const stringListSchema: v.GenericSchema<unknown, string[]> = v.array(v.string());

/** Reads a user; unknown keys are dropped, null counts as missing. @throws EdgeError ERR_IAM_RECORD */
export function parseUser(value: unknown): User {
  return parseRecord(userSchema, value, 'user record');
}

/** Reads a list of names: of users, roles or notification categories. @throws EdgeError ERR_IAM_RECORD */
export function parseStringList(value: unknown): string[] {
  return parseRecord(stringListSchema, value, 'list of names');
}

/** Reads what GET /iam/pairing answers. @throws EdgeError ERR_IAM_RECORD */
export function parsePairingInfo(value: unknown): PairingInfo {
  return parseRecord(pairingInfoSchema, value, 'pairing info');
}

/** Reads what GET /iam/settings answers. @throws EdgeError ERR_IAM_RECORD */
export function parseIamSettings(value: unknown): IamSettings {
  return parseRecord(settingsSchema, value, 'settings');
}

function parseRecord<T>(schema: v.GenericSchema<unknown, T>, value: unknown, what: string): T {
  const parsed = parseShape(schema, value, what);
  if (parsed.ok) return parsed.value;
  throw new EdgeError('ERR_IAM_RECORD', `device answered with a ${parsed.reason}`);
}
