/** @module Renews a certificate before it expires: the device adds and confirms the new one, and later removes the old one. */
import type { Fingerprint, User } from '@longwire/protocol';
import { EdgeError, StatusError } from '@longwire/protocol/base';
import { ownFingerprint } from '../peer/own-fingerprint.ts';
import type { CallOptions } from '../request/request-options.ts';
import type { OwnCertificate, SignInConnection } from './browser-identity.ts';
import { keyOf } from './device-name.ts';
import { emitEvent, emitUnavailable, type IdentityParts } from './identity-port.ts';
import { isDueForRenewal, type IdentityRecord, type ReplacedCertificate } from './identity-record.ts';

/** A connection that the device recognises by its certificate. */
export interface RecognisedConnection {
  readonly connection: SignInConnection;
  readonly own: OwnCertificate;
  readonly user: User;
  readonly call: CallOptions;
}

/**
 * Minimum time that the old certificate stays on the device after the change-over, in milliseconds: another tab may be
 * connecting with it, and takes its lock only when it signs in.
 */
const REMOVAL_GRACE_MS = 600_000;

/** The name of the lock that marks a certificate as in use. */
export const inUseLock = (fingerprint: Fingerprint): string => `longwire-identity:in-use:${fingerprint}`;

/** Whether a user's record lists a certificate; deployed devices store upper-case fingerprints unchanged and never match them. */
export function hasFingerprint({ Fingerprints = [] }: User, fingerprint: Fingerprint): boolean {
  return Fingerprints.some((entry) => entry.Fingerprint === fingerprint);
}

/** Does what is due: renews the certificate or removes the previous one. Never rejects: the connection stays signed in. */
export async function maintain(parts: IdentityParts, recognised: RecognisedConnection): Promise<void> {
  const { device } = recognised.own;
  try {
    const record = await parts.certificates.read(keyOf(device));
    if (record === undefined) return;
    // Another tab may have changed over since this connection was made: then it renews.
    const isCurrent =
      ownFingerprint(record.current.certificate) === ownFingerprint(recognised.own.certificate);
    if (isCurrent && isDueForRenewal(record.current, parts.now()))
      await renewAlone(parts, recognised, record);
    if (record.previous !== undefined) await removePrevious(parts, recognised, record.previous);
  } catch (error) {
    emitUnavailable(parts, device, error);
  }
}

async function renewAlone(
  parts: IdentityParts,
  recognised: RecognisedConnection,
  record: IdentityRecord,
): Promise<void> {
  const task = async (): Promise<void> => renew(parts, recognised, record);
  const outcome = await parts.locks.tryAlone(
    `longwire-identity:renewal:${keyOf(recognised.own.device)}`,
    task,
  );
  // Without locks two tabs may ask the device at the same time; the store ensures that both use the same certificate.
  if (outcome === 'none') await task();
}

async function renew(
  parts: IdentityParts,
  { connection, own, user, call }: RecognisedConnection,
  { current }: IdentityRecord,
): Promise<void> {
  const { device } = own;
  const old = ownFingerprint(own.certificate);
  // Between reading the record and getting the lock another tab may have renewed.
  const next = await parts.certificates.next(keyOf(device), old);
  if (next === undefined) return;
  const fingerprint = ownFingerprint(next);
  const refusal = await confirm(connection, { user, fingerprint, call, current: old });
  if (refusal !== undefined) {
    const expiresMs = current.certificate.expires;
    emitEvent(parts, 'renewal-refused', { device, expiresMs, error: refusal });
  } else if (await parts.certificates.changeOver(keyOf(device), fingerprint)) {
    emitEvent(parts, 'renewed', { device, fingerprint, expiresMs: next.expires });
  }
}

interface Confirmation {
  readonly user: User;
  readonly fingerprint: Fingerprint;
  /** The certificate whose name on the device the new one takes over. */
  readonly current: Fingerprint;
  readonly call: CallOptions;
}

/** Adds a certificate and reads it back; returns the error if the device does not list it. */
async function confirm(
  { iam }: SignInConnection,
  { user, fingerprint, current, call }: Confirmation,
): Promise<EdgeError | undefined> {
  const name = user.Fingerprints?.find(({ Fingerprint: each }) => each === current)?.Name;
  const refusal = await addFingerprint(iam, { username: user.Username, fingerprint, name, call });
  // An earlier attempt whose answer was lost may have added it: the device then refuses it as taken.
  if (refusal !== undefined && !isTaken(refusal)) return refusal;
  try {
    if (hasFingerprint(await iam.getMe(call), fingerprint)) return undefined;
  } catch (error) {
    return asEdgeError(error);
  }
  return (
    refusal ?? new EdgeError('ERR_IAM_REQUEST', 'the device accepted the certificate but does not list it')
  );
}

interface Addition {
  readonly username: string;
  readonly fingerprint: Fingerprint;
  readonly name: string | undefined;
  readonly call: CallOptions;
}

/** Adds a certificate to a user; returns the error if the device refuses. */
export async function addFingerprint(
  iam: SignInConnection['iam'],
  { username, fingerprint, name, call }: Addition,
): Promise<EdgeError | undefined> {
  try {
    await iam.addFingerprint(username, fingerprint, { ...call, ...(name === undefined ? {} : { name }) });
    return undefined;
  } catch (error) {
    return asEdgeError(error);
  }
}

/** Removes the previous certificate once no tab uses it, as the locks show; without locks it stays until it has expired. */
async function removePrevious(
  parts: IdentityParts,
  recognised: RecognisedConnection,
  previous: ReplacedCertificate,
): Promise<void> {
  const { fingerprint, expiresMs, replacedMs } = previous;
  if (fingerprint === ownFingerprint(recognised.own.certificate)) return;
  if (parts.now() < replacedMs + REMOVAL_GRACE_MS) return;
  const task = async (): Promise<void> => remove(parts, recognised, fingerprint);
  if (parts.now() >= expiresMs) await task();
  else await parts.locks.tryAlone(inUseLock(fingerprint), task);
}

async function remove(
  { certificates }: IdentityParts,
  { connection, own, user, call }: RecognisedConnection,
  fingerprint: Fingerprint,
): Promise<void> {
  try {
    await connection.iam.removeFingerprint(user.Username, fingerprint, call);
  } catch (error) {
    // Already gone, or not this user's to remove; other errors are retried with the next connection.
    if (!isStatus(error, 403, 404)) return;
  }
  await certificates.dropPrevious(keyOf(own.device), fingerprint);
}

const isTaken = (error: EdgeError): boolean => isStatus(error, 409);

function isStatus(error: unknown, ...statusCodes: readonly number[]): boolean {
  return error instanceof StatusError && statusCodes.includes(error.statusCode);
}

function asEdgeError(cause: unknown): EdgeError {
  if (cause instanceof EdgeError) return cause;
  return new EdgeError('ERR_IAM_REQUEST', 'asking the device about a certificate failed', { cause });
}
