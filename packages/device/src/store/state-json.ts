/** @module The state as text: written, and parsed with every field checked. */
import { createHash } from 'node:crypto';
import {
  checkUsername,
  EdgeError,
  isJsonObject,
  parseFingerprint,
  parsePasswordVerifier,
  type JsonObject,
  type PasswordVerifier,
} from '@longwire/protocol';
import type {
  AccessEnd,
  IamState,
  OpenPairing,
  StoredFcm,
  StoredFingerprint,
  StoredUser,
} from '../iam/iam-state.ts';
import type { QuietHours, StoredPush } from '../iam/push-settings.ts';

/** The version this code writes, and the newest it reads. A field that was added later may be missing in an older file of the same version. */
const VERSION = 1;

/** A file of a later version of this program, which cannot be checked further here. */
export class NewerStateError extends EdgeError {
  override readonly name = 'NewerStateError';

  constructor(version: number) {
    super('ERR_STORE_READ', `state has version ${version}, want ${VERSION} at most`);
  }
}

function damaged(what: string): EdgeError {
  return new EdgeError('ERR_STORE_READ', `state is damaged: want ${what}`);
}

function fieldsOf(value: unknown, what: string): JsonObject {
  if (!isJsonObject(value)) throw damaged(`${what} as an object`);
  return value;
}

function listOf<T>(value: unknown, what: string, parse: (item: unknown) => T): T[] {
  if (!Array.isArray(value)) throw damaged(`${what} as a list`);
  return value.map(parse);
}

function textOf(value: unknown, what: string): string {
  if (typeof value !== 'string') throw damaged(`${what} as text`);
  return value;
}

const nullable = <T>(value: unknown, parse: (value: unknown) => T): T | null =>
  value === null ? null : parse(value);
const nullableText = (value: unknown, what: string): string | null =>
  nullable(value, (text) => textOf(text, what));

function flagOf(value: unknown, what: string): boolean {
  if (typeof value !== 'boolean') throw damaged(`${what} as true or false`);
  return value;
}

function epochOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw damaged('a password epoch as a whole number');
  return value;
}

/** A time, or null; null in files that are older than the field. */
function momentOf(value: unknown, what: string): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw damaged(`${what} as a time in milliseconds`);
  return value;
}

function verifierOf(value: unknown): PasswordVerifier {
  return parsePasswordVerifier(textOf(value, 'a password verifier'));
}

function parseStoredFingerprint(value: unknown): StoredFingerprint {
  const fields = fieldsOf(value, 'a fingerprint');
  return {
    fingerprint: parseFingerprint(textOf(fields['fingerprint'], 'a fingerprint')),
    name: nullableText(fields['name'], 'the name of a fingerprint'),
  };
}

function parseFcm(value: unknown): StoredFcm {
  const fields = fieldsOf(value, 'fcm');
  return { token: textOf(fields['token'], 'token'), projectId: textOf(fields['projectId'], 'projectId') };
}

function parseAccessEnd(value: unknown): AccessEnd {
  const fields = fieldsOf(value, 'accessEnd');
  const atMs = momentOf(fields['atMs'], 'accessEnd.atMs');
  if (atMs === null) throw damaged('accessEnd.atMs as a time in milliseconds');
  return { atMs, hasPassed: flagOf(fields['hasPassed'], 'accessEnd.hasPassed') };
}

function parsePush(value: unknown): StoredPush {
  const fields = fieldsOf(value, 'a push subscription');
  return {
    endpoint: textOf(fields['endpoint'], 'endpoint'),
    p256dh: textOf(fields['p256dh'], 'p256dh'),
    auth: textOf(fields['auth'], 'auth'),
    // A state of an earlier version has none.
    sender: nullableText(fields['sender'] ?? null, 'sender'),
    browser: parseFingerprint(textOf(fields['browser'], 'browser')),
  };
}

function parseQuietHours(value: unknown): QuietHours {
  const fields = fieldsOf(value, 'quietHours');
  return {
    from: textOf(fields['from'], 'quietHours.from'),
    to: textOf(fields['to'], 'quietHours.to'),
    timeZone: textOf(fields['timeZone'], 'quietHours.timeZone'),
  };
}

function parseStoredUser(value: unknown): StoredUser {
  const fields = fieldsOf(value, 'a user');
  return {
    username: checkUsername(textOf(fields['username'], 'username')),
    displayName: nullableText(fields['displayName'], 'displayName'),
    role: nullableText(fields['role'], 'role'),
    passwordVerifier: nullable(fields['passwordVerifier'], verifierOf),
    passwordEpoch: epochOf(fields['passwordEpoch']),
    passwordExpiresAtMs: momentOf(fields['passwordExpiresAtMs'], 'passwordExpiresAtMs'),
    fingerprints: listOf(fields['fingerprints'], 'fingerprints', parseStoredFingerprint),
    sct: nullableText(fields['sct'], 'sct'),
    notificationCategories: listOf(fields['notificationCategories'], 'notificationCategories', (item) =>
      textOf(item, 'a notification category'),
    ),
    oauthSubject: nullableText(fields['oauthSubject'], 'oauthSubject'),
    oauthEpoch: epochOf(fields['oauthEpoch'] ?? 0),
    fcm: nullable(fields['fcm'], parseFcm),
    loginTokens: listOf(fields['loginTokens'] ?? [], 'loginTokens', (item) => textOf(item, 'a login token')),
    accessEnd: nullable(fields['accessEnd'] ?? null, parseAccessEnd),
    pushes: listOf(fields['pushes'] ?? [], 'pushes', parsePush),
    quietHours: nullable(fields['quietHours'] ?? null, parseQuietHours),
  };
}

function parseOpenPairing(value: unknown): OpenPairing {
  const fields = fieldsOf(value, 'openPairing');
  return {
    isEnabled: flagOf(fields['isEnabled'], 'openPairing.isEnabled'),
    closesAtMs: momentOf(fields['closesAtMs'], 'openPairing.closesAtMs'),
    password: nullableText(fields['password'], 'openPairing.password'),
    passwordEpoch: epochOf(fields['passwordEpoch']),
    sct: nullableText(fields['sct'], 'openPairing.sct'),
    role: nullableText(fields['role'], 'openPairing.role'),
  };
}

function parseFields(text: string): JsonObject {
  try {
    return fieldsOf(JSON.parse(text), 'a JSON object');
  } catch (cause) {
    throw new EdgeError('ERR_STORE_READ', 'state is not valid JSON', { cause });
  }
}

/** The checksum of everything else, in the order in which it is written. */
function checksumOf(fields: JsonObject): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

/** Detects changes by the disk even if the file is still valid JSON; owners who edit the file remove the checksum. */
function checkChecksum({ checksum, ...fields }: JsonObject): void {
  if (checksum !== undefined && checksum !== checksumOf(fields))
    throw damaged('the checksum that was written with it (after editing the file, remove that line)');
}

function checkVersion({ version }: JsonObject): void {
  if (typeof version === 'number' && version > VERSION) throw new NewerStateError(version);
  if (version !== VERSION) throw damaged(`version ${VERSION}`);
}

/** With two users of one name or one certificate the user of a connection would depend on their order. */
function checkDistinct(users: readonly StoredUser[]): void {
  const names = users.map(({ username }) => username);
  const fingerprints = users.flatMap((user) => user.fingerprints.map(({ fingerprint }) => fingerprint));
  if (new Set(names).size !== names.length) throw damaged('distinct user names');
  if (new Set(fingerprints).size !== fingerprints.length) throw damaged('distinct fingerprints');
}

/** Parses a state. @throws EdgeError ERR_STORE_READ (or that of a field's own parser) for anything but a complete one, NewerStateError; never quotes the text. */
export function parseState(text: string): IamState {
  const fields = parseFields(text);
  checkVersion(fields);
  checkChecksum(fields);
  const users = listOf(fields['users'], 'users', parseStoredUser);
  checkDistinct(users);
  return {
    friendlyName: nullableText(fields['friendlyName'], 'friendlyName'),
    users,
    openPairing: parseOpenPairing(fields['openPairing']),
    isInvitePairingEnabled: flagOf(fields['isInvitePairingEnabled'], 'isInvitePairingEnabled'),
    isLocalOpenPairingEnabled: flagOf(fields['isLocalOpenPairingEnabled'], 'isLocalOpenPairingEnabled'),
    nextPasswordEpoch: epochOf(fields['nextPasswordEpoch']),
  };
}

/** Encodes a state. */
export function formatState(state: IamState): string {
  const fields = { version: VERSION, ...state };
  return `${JSON.stringify({ ...fields, checksum: checksumOf(fields) }, undefined, 2)}\n`;
}
