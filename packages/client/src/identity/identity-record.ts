/** @module The stored record of one device: its parser, and every change as a pure function. */
import type { Fingerprint } from '@longwire/protocol';
import { ownFingerprint } from '../peer/own-fingerprint.ts';
import { fieldOf } from '../request/read-resource.ts';

/** A certificate and its creation time in milliseconds since 1970. */
export interface StoredCertificate {
  readonly certificate: RTCCertificate;
  readonly createdMs: number;
}

/** A replaced certificate that the device may still accept. */
export interface ReplacedCertificate {
  readonly fingerprint: Fingerprint;
  readonly expiresMs: number;
  readonly replacedMs: number;
}

/** The stored record of one device. */
export interface IdentityRecord {
  readonly version: 1;
  /** The certificate that connections use. */
  readonly current: StoredCertificate;
  /** The certificate that replaces it as soon as the device has confirmed it. */
  readonly next?: StoredCertificate;
  readonly previous?: ReplacedCertificate;
}

/** A parsed entry; a `newer` one was written by a later version of this library and is not touched. */
export type ReadRecord =
  | { readonly kind: 'none' | 'corrupt' | 'newer' }
  | { readonly kind: 'stored'; readonly record: IdentityRecord };

/** A certificate is not used for new connections in this last part of its lifetime, in milliseconds: connecting must finish before it expires. */
const USABLE_MARGIN_MS = 3_600_000;

const VERSION = 1;

/** Parses a stored entry. */
export function parseIdentityRecord(stored: unknown): ReadRecord {
  if (stored === undefined) return { kind: 'none' };
  const version = fieldOf(stored, 'version');
  if (typeof version === 'number' && version > VERSION) return { kind: 'newer' };
  const current = parseStored(fieldOf(stored, 'current'));
  if (version !== VERSION || current === undefined) return { kind: 'corrupt' };
  const next = parseStored(fieldOf(stored, 'next'));
  const previous = parseReplaced(fieldOf(stored, 'previous'));
  return {
    kind: 'stored',
    record: { version: VERSION, current, ...(next && { next }), ...(previous && { previous }) },
  };
}

/** Whether new connections may use the certificate. */
export function isUsable({ certificate }: StoredCertificate, nowMs: number): boolean {
  return certificate.expires > nowMs + USABLE_MARGIN_MS;
}

/** Whether it is in the second half of its lifetime: a browser that connects at least once in each half stays recognised. */
export function isDueForRenewal({ certificate, createdMs }: StoredCertificate, nowMs: number): boolean {
  return nowMs >= createdMs + (certificate.expires - createdMs) / 2;
}

/** A record with a usable certificate: the stored one, else the fresh one; undefined if there is neither. */
export function withUsable(
  record: IdentityRecord | undefined,
  fresh: StoredCertificate | undefined,
  nowMs: number,
): IdentityRecord | undefined {
  if (record !== undefined && isUsable(record.current, nowMs)) return record;
  // The device may have accepted it although its answer was lost.
  const next = record?.next !== undefined && isUsable(record.next, nowMs) ? record.next : fresh;
  if (next === undefined) return undefined;
  const previous = record === undefined ? undefined : replaced(record.current, nowMs);
  return { version: VERSION, current: next, ...(previous && { previous }) };
}

/** The record with a certificate to change over to: the pending one, else the fresh one. */
export function withNext(
  record: IdentityRecord,
  fresh: StoredCertificate | undefined,
  nowMs: number,
): IdentityRecord | undefined {
  if (record.next !== undefined && isUsable(record.next, nowMs)) return record;
  return fresh === undefined ? undefined : { ...record, next: fresh };
}

/** The record after the device has confirmed the next certificate; undefined if a different one or none is pending. */
export function changedOver(
  { current, next }: IdentityRecord,
  confirmed: Fingerprint,
  nowMs: number,
): IdentityRecord | undefined {
  if (next === undefined || ownFingerprint(next.certificate) !== confirmed) return undefined;
  return { version: VERSION, current: next, previous: replaced(current, nowMs) };
}

/** The record after the device has removed the previous certificate; undefined if `removed` is not the previous one. */
export function withoutPrevious(record: IdentityRecord, removed: Fingerprint): IdentityRecord | undefined {
  const { previous, ...rest } = record;
  return previous?.fingerprint === removed ? rest : undefined;
}

function replaced({ certificate }: StoredCertificate, replacedMs: number): ReplacedCertificate {
  return { fingerprint: ownFingerprint(certificate), expiresMs: certificate.expires, replacedMs };
}

function parseStored(value: unknown): StoredCertificate | undefined {
  const certificate = fieldOf(value, 'certificate');
  const createdMs = fieldOf(value, 'createdMs');
  return isCertificate(certificate) && isTime(createdMs) ? { certificate, createdMs } : undefined;
}

function parseReplaced(value: unknown): ReplacedCertificate | undefined {
  const fingerprint = fieldOf(value, 'fingerprint');
  const expiresMs = fieldOf(value, 'expiresMs');
  const replacedMs = fieldOf(value, 'replacedMs');
  return isFingerprint(fingerprint) && isTime(expiresMs) && isTime(replacedMs)
    ? { fingerprint, expiresMs, replacedMs }
    : undefined;
}

function isCertificate(value: unknown): value is RTCCertificate {
  if (!isTime(fieldOf(value, 'expires'))) return false;
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a missing member throws here, which is the check
    ownFingerprint(value as RTCCertificate);
    return true;
  } catch {
    // A certificate without a readable fingerprint cannot be registered with a device.
    return false;
  }
}

function isFingerprint(value: unknown): value is Fingerprint {
  return typeof value === 'string' && /^[0-9a-f]{64}$/u.test(value);
}

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
