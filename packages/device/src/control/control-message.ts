/** @module Parses the messages of the control socket, on both sides. */
import { checkSct, checkUsername, given, MAX_DURATION_MS, parseFingerprint } from '@longwire/protocol';
import { TableReader, type NumberRange } from '../config/table-reader.ts';
import type { SessionReport, StatusReport, StreamReport, TrackReport } from './status-report.ts';
import type { BrowserSummary, InviteRequest, Invitation, UserSummary } from './user-operations.ts';

/** Longest list in a reply. Reason: above the number of users and browsers that a device stores. */
const MAX_ENTRIES = 100_000;

const COUNT: NumberRange = { min: 0, max: Number.MAX_SAFE_INTEGER };

/** A reader of a JSON value from the socket. @throws EdgeError ERR_CONTROL when it is not an object. */
export function readTable(value: unknown): TableReader {
  return new TableReader(value, { where: 'control message', code: 'ERR_CONTROL', maxEntries: MAX_ENTRIES });
}

function count(table: TableReader, key: string): number {
  return table.wholeNumber(key, COUNT) ?? table.missing(key);
}

/** Reads the name of a user. */
export function parseUserRef(table: TableReader): { username: string } {
  const username = table.parsed('username', checkUsername) ?? table.missing('username');
  return { username };
}

/** Reads a change of role. */
export function parseRoleChange(table: TableReader): { username: string; role: string } {
  return { ...parseUserRef(table), role: table.requiredText('role') };
}

/** An end of access, null for none, or undefined if the key is missing. */
function accessEndOf(table: TableReader): number | null | undefined {
  return table.isNull('accessEndsAtMs') ? null : table.wholeNumber('accessEndsAtMs', COUNT);
}

/** Reads a change of the end of access. */
export function parseAccessEnd(table: TableReader): { username: string; accessEndsAtMs: number | null } {
  const accessEndsAtMs = accessEndOf(table);
  if (accessEndsAtMs === undefined) return table.missing('accessEndsAtMs');
  return { ...parseUserRef(table), accessEndsAtMs };
}

/** Reads a user's browser. */
export function parseBrowserRef(table: TableReader): {
  username: string;
  fingerprint: BrowserSummary['fingerprint'];
} {
  const fingerprint = table.parsed('fingerprint', parseFingerprint) ?? table.missing('fingerprint');
  return { ...parseUserRef(table), fingerprint };
}

/** Reads an invite. */
export function parseInviteRequest(table: TableReader): InviteRequest {
  return {
    ...parseUserRef(table),
    ...given({
      role: table.text('role'),
      expiresMs: table.wholeNumber('expiresMs', { min: 0, max: MAX_DURATION_MS }),
      accessEndsAtMs: accessEndOf(table),
      renew: table.flag('renew'),
      sct: table.parsed('sct', checkSct),
    }),
  };
}

/** Reads a reset. */
export function parseResetRequest(table: TableReader): { sct?: string } {
  return given({ sct: table.parsed('sct', checkSct) });
}

/** Reads the outcome of an invite. */
export function parseInvitation(table: TableReader): Invitation {
  return {
    username: table.requiredText('username'),
    password: table.requiredText('password'),
    isNew: table.flag('isNew') ?? table.missing('isNew'),
    ...given({
      sct: table.text('sct'),
      isTokenUntested: table.flag('isTokenUntested'),
      deviceName: table.text('deviceName'),
    }),
  };
}

/** Reads the list of users. */
export function parseUsers(table: TableReader): readonly UserSummary[] {
  return table.tables('users').map((user) => ({
    username: user.requiredText('username'),
    hasPassword: user.flag('hasPassword') ?? user.missing('hasPassword'),
    browsers: user.tables('browsers').map((browser) => ({
      fingerprint: browser.parsed('fingerprint', parseFingerprint) ?? browser.missing('fingerprint'),
      ...given({ name: browser.text('name') }),
    })),
    ...given({
      displayName: user.text('displayName'),
      role: user.text('role'),
      accessEndsAt: user.text('accessEndsAt'),
      hasAccessEnded: user.flag('hasAccessEnded'),
    }),
  }));
}

function parseSession(table: TableReader): SessionReport {
  return {
    id: table.requiredText('id'),
    connectedAt: table.requiredText('connectedAt'),
    watching: table.texts('watching') ?? [],
    ...given({ username: table.text('username'), role: table.text('role') }),
  };
}

function parseTrack(table: TableReader): TrackReport {
  return {
    trackId: table.requiredText('trackId'),
    kind: table.choice('kind', ['audio', 'video']) ?? table.missing('kind'),
    health: table.choice('health', ['ok', 'failing', 'absent']) ?? table.missing('health'),
    codecs: table.texts('codecs') ?? [],
    viewers: count(table, 'viewers'),
    ...given({ message: table.text('message') }),
  };
}

function parseStream(table: TableReader): StreamReport {
  return {
    port: count(table, 'port'),
    name: table.requiredText('name'),
    service: table.requiredText('service'),
  };
}

/** Reads a status. */
export function parseStatus(table: TableReader): StatusReport {
  const attachment = table.table('attachment') ?? table.missing('attachment');
  return {
    productId: table.requiredText('productId'),
    deviceId: table.requiredText('deviceId'),
    fingerprint: table.requiredText('fingerprint'),
    service: table.requiredText('service'),
    attachment: {
      state: attachment.choice('state', ['attached', 'detached']) ?? attachment.missing('state'),
      since: attachment.requiredText('since'),
      ...given({ reason: attachment.text('reason') }),
    },
    uptimeSeconds: count(table, 'uptimeSeconds'),
    memoryBytes: count(table, 'memoryBytes'),
    sessions: table.tables('sessions').map(parseSession),
    tracks: table.tables('tracks').map(parseTrack),
    streams: table.tables('streams').map(parseStream),
  };
}
