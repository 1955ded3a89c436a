/** @module Checks the device's key and the user's login. */
import type { Fingerprint } from '@longwire/protocol';
import { hasErrorCode } from '@longwire/protocol/base';
import type { Credentials } from '../../auth/password-login.ts';
import type { Connection } from '../../connection/connection.ts';
import { bad, good, skipped, warning, type Verdict } from './finding.ts';
import { codeOf } from './judge-peer.ts';

/** Lets the device prove the key of its fingerprint. */
export async function checkIdentity(
  connection: Connection,
  fingerprint: Fingerprint | undefined,
  signal: AbortSignal,
): Promise<Verdict> {
  if (fingerprint === undefined)
    return skipped('identity', 'no fingerprint was given to compare the device with', 'not-asked');
  try {
    const { valid, bound } = await connection.verifyFingerprint(fingerprint, { signal });
    return judge(valid, bound);
  } catch (error) {
    signal.throwIfAborted();
    return judgeUnproven(error);
  }
}

function judge(isValid: boolean, isBound: boolean): Verdict {
  if (!isValid)
    return bad('identity', {
      code: 'wrong-fingerprint',
      text: 'this is not your device: something answered in its place, and its key is not the one you expect',
      todo: 'do not go on; compare the fingerprint with the device’s label, or ask its owner for a new link over a way you trust',
    });
  if (isBound)
    return good('identity', 'the key is the one you expect, and the connection is direct to that device');
  return warning('identity', {
    code: 'not-bound',
    text: 'the key is the one you expect, but the proof of this device does not rule out a man in the middle',
    todo: 'update the device; logging in with a password proves it as well',
  });
}

/** The verdict on a missing proof. */
export function judgeUnproven(error: unknown): Verdict {
  const isInsecure = hasErrorCode(error, 'ERR_NO_SUBTLE_CRYPTO');
  return bad('identity', {
    code: 'not-proven',
    text: isInsecure
      ? 'this page cannot verify a device: browsers check keys only in pages that came over https'
      : 'the device did not prove its identity: its answer could not be verified',
    todo: isInsecure ? 'open this page over https' : 'try again; if it keeps failing, do not go on',
    facts: { error: error === undefined ? 'no answer' : codeOf(error) },
  });
}

/** Logs in once. */
export async function checkUser(
  connection: Connection,
  credentials: Credentials | undefined,
  signal: AbortSignal,
): Promise<Verdict> {
  if (credentials === undefined) return skipped('user', 'no user name and password were given', 'not-asked');
  try {
    await connection.authenticate(credentials, { signal });
    return good('user', 'the device knows the user, and the password is right');
  } catch (error) {
    signal.throwIfAborted();
    return judgeLogin(error);
  }
}

/** The verdict on a login that failed, or took too long. */
export function judgeLogin(error: unknown): Verdict {
  if (hasErrorCode(error, 'ERR_INVALID_CREDENTIALS'))
    return bad('user', {
      code: 'wrong-password',
      text: 'wrong user name or password',
      todo: 'type them again, or ask for a new invite',
    });
  const isThrottled = hasErrorCode(error, 'ERR_LOGIN_THROTTLED');
  return bad('user', {
    code: 'login-failed',
    text: isThrottled ? 'too many wrong passwords' : 'the login failed on the device',
    todo: isThrottled
      ? 'wait some seconds, then try again'
      : "try again; if it keeps failing, read the device's log",
    facts: { error: error === undefined ? 'no answer' : codeOf(error) },
  });
}
