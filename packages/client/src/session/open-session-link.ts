/** @module One connection attempt of a session: token, connection, proof of the device, login. */
import type { ErrorCode } from '@longwire/protocol';
import { EdgeError, onAbort, withLimits } from '@longwire/protocol/base';
import type { Connection } from '../connection/connection.ts';
import type { ConnectionOptions } from '../connection/options.ts';
import type { SessionLink } from './session-link.ts';
import type { ResolvedSessionOptions, TokenSource } from './session-options.ts';

/** The options of the next connection, with its token and certificate. @throws EdgeError ERR_TOKEN_SOURCE, ERR_SIGN_IN, ERR_CONNECT_TIMEOUT */
export async function connectionOptions(
  options: ResolvedSessionOptions,
  signal: AbortSignal,
): Promise<ConnectionOptions> {
  const { connection, policy } = options;
  const [token, certificate] = await Promise.all([tokenOf(options, signal), certificateOf(options, signal)]);
  signal.throwIfAborted();
  return { ...connection, ...token, certificate, closePolicy: policy.connection };
}

/** Connects, verifies and logs in; on failure closes the link and rejects with the reason. */
export async function openSessionLink(
  options: ResolvedSessionOptions,
  link: SessionLink,
  signal: AbortSignal,
): Promise<void> {
  try {
    await link.connection.connect({ signal });
    await proveWhileOpen(options, link.connection, signal);
  } catch (error) {
    link.close();
    throw error;
  }
}

/** The session's connection token, a fresh one if the application supplies it by a function. @throws EdgeError ERR_TOKEN_SOURCE, ERR_CONNECT_TIMEOUT */
export async function tokenOf(
  options: ResolvedSessionOptions,
  signal: AbortSignal,
): Promise<{ readonly sct: string } | { readonly jwt: string }> {
  const { sct, jwt } = options;
  return sct === undefined
    ? { jwt: await ask(jwt, options, signal) }
    : { sct: await ask(sct, options, signal) };
}

async function ask(
  source: TokenSource | undefined,
  options: ResolvedSessionOptions,
  signal: AbortSignal,
): Promise<string> {
  const token: unknown =
    typeof source === 'function'
      ? await call(source, options, signal, ['ERR_TOKEN_SOURCE', 'the token function failed'])
      : source;
  if (typeof token === 'string' && token !== '') return token;
  throw new EdgeError(
    'ERR_TOKEN_SOURCE',
    `the token function must return a non-empty string, got ${token === '' ? 'an empty one' : typeof token}`,
  );
}

async function certificateOf(
  options: ResolvedSessionOptions,
  signal: AbortSignal,
): Promise<RTCCertificate | undefined> {
  const { certificate } = options;
  if (typeof certificate !== 'function') return certificate;
  return call(certificate, options, signal, ['ERR_SIGN_IN', 'the certificate function failed']);
}

/** Calls a function of the application, which has the connect time limit to return. */
function call<T>(
  source: () => T | Promise<T>,
  { clock, connectTimeoutMs }: ResolvedSessionOptions,
  signal: AbortSignal,
  [code, words]: readonly [ErrorCode, string],
): Promise<T> {
  return withLimits(
    { owner: signal, time: { clock, limitMs: connectTimeoutMs, error: functionTimeout } },
    async () => {
      try {
        return await source();
      } catch (cause) {
        throw new EdgeError(code, words, { cause });
      }
    },
  );
}

/** Proves the device and logs in within the connect time limit; rejects when the connection closes first. */
async function proveWhileOpen(
  options: ResolvedSessionOptions,
  connection: Connection,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const stops = [
    onAbort(signal, (reason) => over.abort(reason)),
    connection.on('close', (error) =>
      over.abort(error ?? new EdgeError('ERR_CONNECTION_CLOSED', 'the login closed the connection')),
    ),
  ];
  const { clock, connectTimeoutMs } = options;
  const time = { clock, limitMs: connectTimeoutMs, error: loginTimeout };
  try {
    await withLimits({ owner: over.signal, time }, (ended) => prove(options, connection, ended));
  } finally {
    for (const stop of stops) stop();
  }
}

function functionTimeout(limitMs: number): EdgeError {
  return new EdgeError('ERR_CONNECT_TIMEOUT', `a function of the application took longer than ${limitMs} ms`);
}

function loginTimeout(limitMs: number): EdgeError {
  return new EdgeError('ERR_CONNECT_TIMEOUT', `the login did not finish within ${limitMs} ms`);
}

async function prove(
  options: ResolvedSessionOptions,
  connection: Connection,
  signal: AbortSignal,
): Promise<void> {
  const { fingerprint, login } = options;
  const proof = fingerprint === undefined ? undefined : proveKey(fingerprint, options, connection, signal);
  if (typeof login === 'object') {
    const loggedIn = connection.authenticate(login, { signal, after: proof });
    // A device that fails to prove its key is not blamed for the login.
    loggedIn.catch(reportedLater);
    await proof;
    await loggedIn;
    return;
  }
  await proof;
  try {
    await login?.(connection, signal);
  } catch (cause) {
    if (cause instanceof EdgeError) throw cause;
    throw new EdgeError('ERR_SIGN_IN', 'the login function failed', { cause });
  }
}

function reportedLater(): void {}

/** @throws EdgeError ERR_WRONG_DEVICE, ERR_DEVICE_UNBOUND, and what the check throws */
async function proveKey(
  fingerprint: string,
  { acceptUnbound }: ResolvedSessionOptions,
  connection: Connection,
  signal: AbortSignal,
): Promise<void> {
  const { valid, bound, shown } = await connection.verifyFingerprint(fingerprint, { signal });
  if (!valid) {
    throw new EdgeError('ERR_WRONG_DEVICE', 'the device does not hold the expected key', { cause: shown });
  }
  if (!bound && !acceptUnbound) {
    throw new EdgeError(
      'ERR_DEVICE_UNBOUND',
      "the device's proof does not name both certificates of the connection",
    );
  }
}
