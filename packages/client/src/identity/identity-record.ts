/** @module What is kept for one device, read at one door, and every change of it as a pure function. */
import type { Fingerprint } from '@longwire/protocol';
import { ownFingerprint } from '../peer/own-fingerprint.ts';

/** A certificate with when it was made, in milliseconds since 1970. */
export interface KeptCertificate {
  readonly certificate: RTCCertificate;
  readonly createdMs: number;
}

/** A certificate that is not used any more and that the device may still know. */
export interface ReplacedCertificate {
  readonly fingerprint: Fingerprint;
  readonly expiresMs: number;
  readonly replacedMs: number;
}

/** What is kept for one device. */
export interface IdentityRecord {
  readonly version: 1;
  /** The one that connections are made with. */
  readonly current: KeptCertificate;
  /** The one that takes its place as soon as the device has confirmed it. */
  readonly next?: KeptCertificate;
  readonly previous?: ReplacedCertificate;
}

/** What an entry turned out to be; a `newer` one was written by a later version of this library and is left alone. */
export type ReadRecord =
  | { readonly kind: 'none' | 'corrupt' | 'newer' }
  | { readonly kind: 'kept'; readonly record: IdentityRecord };

/** How long before its end a certificate is used for no new connection, in milliseconds: connecting has to be over by then. */
const USABLE_MARGIN_MS = 3_600_000;

const VERSION = 1;

/** Reads an entry as it lies in the store. */
export function parseIdentityRecord(stored: unknown): ReadRecord {
  if (stored === undefined) return { kind: 'none' };
  const version = field(stored, 'version');
  if (typeof version === 'number' && version > VERSION) return { kind: 'newer' };
  const current = parseKept(field(stored, 'current'));
  if (version !== VERSION || current === undefined) return { kind: 'corrupt' };
  const next = parseKept(field(stored, 'next'));
  const previous = parseReplaced(field(stored, 'previous'));
  return {
    kind: 'kept',
    record: { version: VERSION, current, ...(next && { next }), ...(previous && { previous }) },
  };
}

/** Whether new connections may be made with it. */
export function isUsable({ certificate }: KeptCertificate, nowMs: number): boolean {
  return certificate.expires > nowMs + USABLE_MARGIN_MS;
}

/** Whether it is in the second half of its life: who comes back at least once in each half stays known. */
export function isDueForRenewal({ certificate, createdMs }: KeptCertificate, nowMs: number): boolean {
  return nowMs >= createdMs + (certificate.expires - createdMs) / 2;
}

/** The record with which a connection can be made: the usable certificate there is, else the fresh one; undefined when neither is. */
export function withUsable(
  record: IdentityRecord | undefined,
  fresh: KeptCertificate | undefined,
  nowMs: number,
): IdentityRecord | undefined {
  if (record !== undefined && isUsable(record.current, nowMs)) return record;
  // The device may have taken it although its answer was lost.
  const next = record?.next !== undefined && isUsable(record.next, nowMs) ? record.next : fresh;
  if (next === undefined) return undefined;
  const previous = record === undefined ? undefined : replaced(record.current, nowMs);
  return { version: VERSION, current: next, ...(previous && { previous }) };
}

/** The record with a certificate to change over to: the one that waits already, else the fresh one. */
export function withNext(
  record: IdentityRecord,
  fresh: KeptCertificate | undefined,
  nowMs: number,
): IdentityRecord | undefined {
  if (record.next !== undefined && isUsable(record.next, nowMs)) return record;
  return fresh === undefined ? undefined : { ...record, next: fresh };
}

/** The record after the device has confirmed the next certificate; undefined when another one waits, or none. */
export function changedOver(
  { current, next }: IdentityRecord,
  confirmed: Fingerprint,
  nowMs: number,
): IdentityRecord | undefined {
  if (next === undefined || ownFingerprint(next.certificate) !== confirmed) return undefined;
  return { version: VERSION, current: next, previous: replaced(current, nowMs) };
}

/** The record after the device has forgotten the previous certificate; undefined when another one is the previous, or none. */
export function withoutPrevious(record: IdentityRecord, removed: Fingerprint): IdentityRecord | undefined {
  const { previous, ...rest } = record;
  return previous?.fingerprint === removed ? rest : undefined;
}

function replaced({ certificate }: KeptCertificate, replacedMs: number): ReplacedCertificate {
  return { fingerprint: ownFingerprint(certificate), expiresMs: certificate.expires, replacedMs };
}

function parseKept(value: unknown): KeptCertificate | undefined {
  const certificate = field(value, 'certificate');
  const createdMs = field(value, 'createdMs');
  return isCertificate(certificate) && isTime(createdMs) ? { certificate, createdMs } : undefined;
}

function parseReplaced(value: unknown): ReplacedCertificate | undefined {
  const fingerprint = field(value, 'fingerprint');
  const expiresMs = field(value, 'expiresMs');
  const replacedMs = field(value, 'replacedMs');
  return isFingerprint(fingerprint) && isTime(expiresMs) && isTime(replacedMs)
    ? { fingerprint, expiresMs, replacedMs }
    : undefined;
}

function isCertificate(value: unknown): value is RTCCertificate {
  if (!isTime(field(value, 'expires'))) return false;
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what it lacks is an error here, which is the check
    ownFingerprint(value as RTCCertificate);
    return true;
  } catch {
    // Without its fingerprint it cannot be told to a device: as good as none.
    return false;
  }
}

function isFingerprint(value: unknown): value is Fingerprint {
  return typeof value === 'string' && /^[0-9a-f]{64}$/u.test(value);
}

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
