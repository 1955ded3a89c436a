/** @module The password login over SPAKE2 (PROTOCOL.md section 7), bound to the certificates on the wire. */
import type { RandomBytes, WireFingerprints } from '@longwire/protocol';
import { checkPassword, checkUsername, ContentFormat } from '@longwire/protocol/base';
import { diagnosticOf, specError, StatusError, withLimits } from '../shared.ts';
import { startClientLogin } from '@longwire/protocol/login';
import type { DeviceResponse } from '../request/device-response.ts';
import type { CallOptions, Requester } from '../request/request-options.ts';

const ROUND_1 = '/p2p/pwd-auth/1';
const ROUND_2 = '/p2p/pwd-auth/2';
const CREATED = 201;
const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const TOO_MANY_REQUESTS = 429;

/** The user's credentials. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
  /**
   * Whether a login with this password rules out a man in the middle (default: true). False for a password that
   * others may know, such as one from a link of unknown origin.
   */
  readonly binds?: boolean | undefined;
}

/** Options of a login. */
export interface AuthenticateOptions extends CallOptions {
  /**
   * The login is completed only once this is fulfilled, and fails with its reason: with the check of the device's key, both share a
   * round trip. Before, the device learns the user name, and nothing that a guessed password could be tried with.
   */
  readonly after?: Promise<unknown> | undefined;
}

/** Options of {@link logIn}. */
export interface LoginOptions extends AuthenticateOptions, WireFingerprints {
  readonly credentials: Credentials;
  readonly request: Requester;
  readonly randomBytes: RandomBytes;
}

/**
 * Logs in with both rounds, by credentials that {@link requirePossible} accepts; resolves only when the device
 * proved that it knows the password, too.
 * @throws EdgeError ERR_INVALID_CREDENTIALS, ERR_ACCESS_ENDED, ERR_LOGIN_THROTTLED, ERR_LOGIN_STATUS, ERR_SPAKE2_POINT
 */
export async function logIn(options: LoginOptions): Promise<void> {
  const { credentials, request, signal, timeoutMs, after } = options;
  const login = startClientLogin({ ...options, ...credentials });
  const send = async (path: string, payload: Uint8Array, contentFormat: number): Promise<Uint8Array> =>
    payloadOf(await request('POST', path, { payload, contentFormat, signal, timeoutMs }));
  const serverPoint = await send(ROUND_1, login.request, ContentFormat.cbor);
  const { confirmation, verify } = login.handleServerPoint(serverPoint);
  // Round 2 lets a device try one guess of the password, so it waits for the proof that this is the expected device.
  if (after !== undefined) await withLimits({ signal }, () => after);
  const proof = await send(ROUND_2, confirmation, ContentFormat.octetStream);
  if (!verify(proof)) throw specError('ERR_INVALID_CREDENTIALS');
}

/**
 * Refuses what no device can have (PROTOCOL.md section 8), before anything is sent: a login that a device refuses is one of the few that
 * it allows. @throws EdgeError ERR_INVALID_CREDENTIALS
 */
export function requirePossible({ username, password }: Credentials): void {
  try {
    // The empty user name is the one of open pairing.
    if (username !== '') checkUsername(username);
    checkPassword(password, 'login');
  } catch (cause) {
    throw specError('ERR_INVALID_CREDENTIALS', { cause });
  }
}

function payloadOf(response: DeviceResponse): Uint8Array {
  const { statusCode, payload } = response;
  switch (statusCode) {
    case CREATED:
      return payload ?? new Uint8Array();
    case UNAUTHORIZED:
      throw specError('ERR_INVALID_CREDENTIALS');
    case FORBIDDEN:
      throw new StatusError(
        'ERR_ACCESS_ENDED',
        'access of this user has ended',
        statusCode,
        diagnosticOf(response),
      );
    case TOO_MANY_REQUESTS:
      throw new StatusError(
        'ERR_LOGIN_THROTTLED',
        'too many failed logins on this device: wait some seconds before the next',
        statusCode,
        diagnosticOf(response),
      );
    default:
      throw StatusError.login(statusCode, diagnosticOf(response));
  }
}
