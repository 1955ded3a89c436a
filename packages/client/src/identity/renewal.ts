/** @module A certificate before its end: the device learns the new one, confirms it, and forgets the old one afterwards. */
import type { Fingerprint, User } from '@longwire/protocol';
import { EdgeError, StatusError } from '@longwire/protocol/base';
import { ownFingerprint } from '../peer/own-fingerprint.ts';
import type { CallOptions } from '../request/request-options.ts';
import type { OwnCertificate, SignInConnection } from './browser-identity.ts';
import { keyOf } from './device-name.ts';
import { tell, tellUnavailable, type IdentityParts } from './identity-port.ts';
import { isDueForRenewal, type IdentityRecord, type ReplacedCertificate } from './identity-record.ts';

/** A connection that the device knows by its certificate. */
export interface KnownConnection {
  readonly connection: SignInConnection;
  readonly own: OwnCertificate;
  readonly user: User;
  readonly call: CallOptions;
}

/**
 * How long after the change-over the old certificate is left on the device at least, in milliseconds: another tab may be
 * connecting with it, and is told of by no lock before it is signed in.
 */
const REMOVAL_GRACE_MS = 600_000;

/** The lock that says that a certificate is in use. */
export const inUseLock = (fingerprint: Fingerprint): string => `longwire-identity:in-use:${fingerprint}`;

/** Whether a user's record names a certificate; deployed devices keep upper case as it came, and never know anybody by it. */
export function hasFingerprint({ Fingerprints = [] }: User, fingerprint: Fingerprint): boolean {
  return Fingerprints.some((entry) => entry.Fingerprint === fingerprint);
}

/** Does what is due: renews the certificate, or removes the one before. Never rejects: the connection is signed in all the same. */
export async function maintain(parts: IdentityParts, known: KnownConnection): Promise<void> {
  const { device } = known.own;
  try {
    const record = await parts.keeper.read(keyOf(device));
    if (record === undefined) return;
    // Another tab may have changed over since this connection was made: then it is not its turn.
    const isCurrent = ownFingerprint(record.current.certificate) === ownFingerprint(known.own.certificate);
    if (isCurrent && isDueForRenewal(record.current, parts.now())) await renewAlone(parts, known, record);
    if (record.previous !== undefined) await removePrevious(parts, known, record.previous);
  } catch (error) {
    tellUnavailable(parts, device, error);
  }
}

async function renewAlone(
  parts: IdentityParts,
  known: KnownConnection,
  record: IdentityRecord,
): Promise<void> {
  const task = async (): Promise<void> => renew(parts, known, record);
  const outcome = await parts.locks.tryAlone(`longwire-identity:renewal:${keyOf(known.own.device)}`, task);
  // Without locks two tabs may ask the device at once; the store sees to it that they ask for the same certificate.
  if (outcome === 'none') await task();
}

async function renew(
  parts: IdentityParts,
  { connection, own, user, call }: KnownConnection,
  { current }: IdentityRecord,
): Promise<void> {
  const { device } = own;
  const next = await parts.keeper.next(keyOf(device));
  if (next === undefined) return;
  const fingerprint = ownFingerprint(next);
  const refusal = await confirm(connection, {
    user,
    fingerprint,
    call,
    known: ownFingerprint(own.certificate),
  });
  if (refusal !== undefined) {
    const expiresMs = current.certificate.expires;
    tell(parts, 'renewal-refused', { device, expiresMs, error: refusal });
  } else if (await parts.keeper.changeOver(keyOf(device), fingerprint)) {
    tell(parts, 'renewed', { device, fingerprint, expiresMs: next.expires });
  }
}

interface Confirmation {
  readonly user: User;
  readonly fingerprint: Fingerprint;
  /** The certificate whose name on the device the new one takes over. */
  readonly known: Fingerprint;
  readonly call: CallOptions;
}

/** Adds a certificate and reads it back; what it answers is why the device does not have it. */
async function confirm(
  { iam }: SignInConnection,
  { user, fingerprint, known, call }: Confirmation,
): Promise<EdgeError | undefined> {
  const name = user.Fingerprints?.find(({ Fingerprint: each }) => each === known)?.Name;
  const refusal = await addFingerprint(iam, { username: user.Username, fingerprint, name, call });
  // It may be there from a time when the answer was lost, and is refused as taken then.
  if (refusal !== undefined && !isTaken(refusal)) return refusal;
  try {
    if (hasFingerprint(await iam.getMe(call), fingerprint)) return undefined;
  } catch (error) {
    return asEdgeError(error);
  }
  return refusal ?? new EdgeError('ERR_IAM_REQUEST', 'device expected to list the certificate it took');
}

interface Addition {
  readonly username: string;
  readonly fingerprint: Fingerprint;
  readonly name: string | undefined;
  readonly call: CallOptions;
}

/** Has the device know a user by one more certificate; what it answers is why the device did not. */
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

/** Once nobody uses it: the tabs tell by locks; where there are none, it stays until it has expired. */
async function removePrevious(
  parts: IdentityParts,
  known: KnownConnection,
  previous: ReplacedCertificate,
): Promise<void> {
  const { fingerprint, expiresMs, replacedMs } = previous;
  if (fingerprint === ownFingerprint(known.own.certificate)) return;
  if (parts.now() < replacedMs + REMOVAL_GRACE_MS) return;
  const task = async (): Promise<void> => remove(parts, known, fingerprint);
  if (parts.now() >= expiresMs) await task();
  else await parts.locks.tryAlone(inUseLock(fingerprint), task);
}

async function remove(
  { keeper }: IdentityParts,
  { connection, own, user, call }: KnownConnection,
  fingerprint: Fingerprint,
): Promise<void> {
  try {
    await connection.iam.removeFingerprint(user.Username, fingerprint, call);
  } catch (error) {
    // Gone already, or not this user's to remove; anything else is tried again with the next connection.
    if (!isStatus(error, 403, 404)) return;
  }
  await keeper.dropPrevious(keyOf(own.device), fingerprint);
}

const isTaken = (error: EdgeError): boolean => isStatus(error, 409);

function isStatus(error: unknown, ...statusCodes: readonly number[]): boolean {
  return error instanceof StatusError && statusCodes.includes(error.statusCode);
}

function asEdgeError(cause: unknown): EdgeError {
  if (cause instanceof EdgeError) return cause;
  return new EdgeError('ERR_IAM_REQUEST', 'device expected to be asked for a certificate', { cause });
}
