/** @module Signs a connection in: with its certificate, else with a password once, else not at all. */
import type { User } from '@longwire/protocol';
import { EdgeError, hasErrorCode } from '@longwire/protocol/base';
import { readMe } from '../iam/read-users.ts';
import { ownFingerprint } from '../peer/own-fingerprint.ts';
import type { CallOptions } from '../request/request-options.ts';
import type { Credentials } from '../auth/password-login.ts';
import type { SignInResult, SignInConnection, SignInOptions } from './browser-identity.ts';
import { emitEvent, type IdentityParts } from './identity-port.ts';
import { addFingerprint, hasFingerprint, inUseLock, maintain } from './renewal.ts';

/**
 * Signs a connection in. Until something binds the connection, its answers may come from a man in the middle: a password is then
 * used first, since only a password login rules that out; without one the device's answer is returned as unconfirmed.
 * @throws EdgeError ERR_OTHER_USER, and what `iam.getMe()`, `authenticate()` and pairing reject with
 */
export async function signIn(
  parts: IdentityParts,
  connection: SignInConnection,
  options: SignInOptions,
): Promise<SignInResult> {
  const { own } = options;
  if (own !== undefined) holdWhileConnected(parts, connection, own.certificate);
  if (connection.identity.boundBy === undefined) return signInUnbound(parts, connection, options);
  const user = await readUser(connection, options);
  if (user === undefined) {
    const credentials = await credentialsOf(options);
    if (credentials === undefined) return unknown(parts, options);
    return (
      (await signInByPassword(parts, connection, { ...options, credentials })) ?? unknown(parts, options)
    );
  }
  requireSameUser(connection, user);
  if (own === undefined) return { kind: 'signed-in', user, by: 'login', isRemembered: false };
  if (!hasFingerprint(user, ownFingerprint(own.certificate))) {
    return remember(parts, connection, { options, user, by: 'login' });
  }
  await maintain(parts, { connection, own, user, call: callOf(options) });
  return { kind: 'signed-in', user, by: 'certificate', isRemembered: true };
}

/** A certificate authenticates this browser to the device, not the device to this browser: it does not bind the connection. */
async function signInUnbound(
  parts: IdentityParts,
  connection: SignInConnection,
  options: SignInOptions,
): Promise<SignInResult> {
  const credentials = await credentialsOf(options);
  if (credentials !== undefined) {
    const result = await signInByPassword(parts, connection, { ...options, credentials });
    if (result !== undefined) return result;
  }
  const user = await readUser(connection, options);
  return user === undefined ? unknown(parts, options) : { kind: 'unconfirmed', user };
}

/** After a failed login a deployed device may treat the connection as that login's user, so its answer counts only if it lists the certificate. */
async function readUser(
  { iam, identity }: SignInConnection,
  options: SignInOptions,
): Promise<User | undefined> {
  const user = await readMe(iam, callOf(options));
  if (user === undefined || identity.failedLogin === undefined) return user;
  const { own } = options;
  const isKnown = own !== undefined && hasFingerprint(user, ownFingerprint(own.certificate));
  return isKnown ? user : undefined;
}

/** Undefined if an invite was refused: it has been used up. A refused password is an error, because a person mistyped it. */
async function signInByPassword(
  parts: IdentityParts,
  connection: SignInConnection,
  options: SignInOptions & { readonly credentials: Credentials },
): Promise<SignInResult | undefined> {
  const { own, isInvite = false, fingerprintName, credentials } = options;
  const call = callOf(options);
  try {
    await connection.authenticate(credentials, call);
  } catch (error) {
    if (isInvite && hasErrorCode(error, 'ERR_INVALID_CREDENTIALS')) return undefined;
    throw error;
  }
  // Use an invite up only for a stored certificate: otherwise this browser could not sign in again.
  if (isInvite && own !== undefined) await connection.iam.pairPasswordInvite({ ...call, fingerprintName });
  const user = await readMe(connection.iam, call);
  if (user === undefined) return { kind: 'may-pair' };
  requireSameUser(connection, user);
  if (connection.identity.boundBy === undefined) return { kind: 'unconfirmed', user };
  return remember(parts, connection, { options, user, by: 'password' });
}

/** The login is proven and the device's answer is not: an answer that differs is rejected. The open password has no user. */
function requireSameUser({ identity: { login } }: SignInConnection, { Username }: User): void {
  if (login === undefined || login.username === '' || login.username === Username) return;
  throw new EdgeError(
    'ERR_OTHER_USER',
    `device reports another user than "${login.username}", who logged in: it may know this browser's certificate as another user's`,
  );
}

function unknown(parts: IdentityParts, { own }: SignInOptions): SignInResult {
  emitEvent(parts, 'unknown-to-device', { device: own?.device, advice: 'ask-for-invite' });
  return { kind: 'unknown' };
}

interface ToRemember {
  readonly options: SignInOptions;
  readonly user: User;
  readonly by: 'password' | 'login';
}

/** Adds this browser's certificate to the user, so that the device recognises it next time, if the role allows it. */
async function remember(
  parts: IdentityParts,
  { iam }: SignInConnection,
  { options, user, by }: ToRemember,
): Promise<SignInResult> {
  const { own, fingerprintName: name } = options;
  const signedIn = (isRemembered: boolean): SignInResult => ({ kind: 'signed-in', user, by, isRemembered });
  // A certificate that is not stored would only fill the user's list.
  if (own === undefined) return signedIn(false);
  const fingerprint = ownFingerprint(own.certificate);
  if (hasFingerprint(user, fingerprint)) return signedIn(true);
  const { Username: username } = user;
  const error = await addFingerprint(iam, { username, fingerprint, name, call: callOf(options) });
  if (error === undefined) return signedIn(true);
  emitEvent(parts, 'not-remembered', { device: own.device, error });
  return signedIn(false);
}

/** Marks the certificate as in use, so that other tabs do not remove it from the device. */
function holdWhileConnected(
  { locks }: IdentityParts,
  connection: SignInConnection,
  certificate: RTCCertificate,
): void {
  if (connection.state !== 'connected') return;
  const release = locks.share(inUseLock(ownFingerprint(certificate)));
  connection.on('close', release);
}

async function credentialsOf({ credentials }: SignInOptions): Promise<Credentials | undefined> {
  return typeof credentials === 'function' ? credentials() : credentials;
}

function callOf({ signal, timeoutMs }: SignInOptions): CallOptions {
  return { signal, timeoutMs };
}
