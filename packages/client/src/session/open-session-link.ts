/** @module One try of a session: token, connection, proof of the device, login. */
import { EdgeError } from '@longwire/protocol/base';
import { LOGIN } from '../connection/authenticator.ts';
import type { Connection } from '../connection/connection.ts';
import type { ConnectionOptions } from '../connection/options.ts';
import { abortable, waitFor } from '../time/abort.ts';
import type { SessionLink } from './session-link.ts';
import type { ResolvedSessionOptions, TokenSource } from './session-options.ts';

/** What a link is made from. */
export interface MakeLinkOptions {
  readonly options: ResolvedSessionOptions;
  /** Makes the link, with listeners on its connection. */
  readonly createLink: (options: ConnectionOptions) => SessionLink;
  readonly signal: AbortSignal;
}

/** Makes a link that has its token and its certificate, and has not begun to connect. */
export async function makeSessionLink({
  options,
  createLink,
  signal,
}: MakeLinkOptions): Promise<SessionLink> {
  const { connection, policy } = options;
  const [token, certificate] = await Promise.all([tokenOf(options, signal), certificateOf(options, signal)]);
  signal.throwIfAborted();
  // Who shows no certificate logs in by something else: a password, and its code comes while there is nothing to do but to wait.
  if (options.login !== undefined && certificate === undefined) LOGIN.load().catch(toldByLogin);
  return createLink({ ...connection, ...token, certificate, closePolicy: policy.connection });
}

/** Opens a link, verified and logged in; rejects with the reason it could not, and then the link is closed. */
export async function openSessionLink(
  options: ResolvedSessionOptions,
  link: SessionLink,
  signal: AbortSignal,
): Promise<void> {
  try {
    await link.connection.connect({ signal });
    await untilLost(options, link.connection, signal, (ended) => prove(options, link.connection, ended));
  } catch (error) {
    link.close();
    throw error;
  }
}

/** What cannot be loaded now is loaded, or told, by the login itself. */
function toldByLogin(): void {}

async function tokenOf(
  { sct, jwt }: ResolvedSessionOptions,
  signal: AbortSignal,
): Promise<Pick<ConnectionOptions, 'sct' | 'jwt'>> {
  return sct === undefined ? { jwt: await ask(jwt, signal) } : { sct: await ask(sct, signal) };
}

async function ask(source: TokenSource | undefined, signal: AbortSignal): Promise<string | undefined> {
  if (typeof source !== 'function') return source;
  const token: unknown = await abortable(signal, call(source)).catch((cause: unknown) => {
    throw new EdgeError('ERR_TOKEN_SOURCE', 'function expected to give a token, it failed', { cause });
  });
  if (typeof token === 'string' && token !== '') return token;
  throw new EdgeError('ERR_TOKEN_SOURCE', `function expected to give a token, got ${typeof token}`);
}

async function certificateOf(
  { certificate }: ResolvedSessionOptions,
  signal: AbortSignal,
): Promise<RTCCertificate | undefined> {
  if (typeof certificate !== 'function') return certificate;
  return abortable(signal, call(certificate)).catch((cause: unknown) => {
    throw new EdgeError('ERR_SIGN_IN', 'function expected to give a certificate, it failed', { cause });
  });
}

/** Calls a function of the application; what it throws at once is a rejection as well. */
async function call<T>(source: () => T | Promise<T>): Promise<T> {
  return source();
}

/** Runs what follows connecting, for as long as a connection may take, and rejects with the end of the connection. */
async function untilLost(
  { clock, connectTimeoutMs }: ResolvedSessionOptions,
  connection: Connection,
  signal: AbortSignal,
  task: (ended: AbortSignal) => Promise<void>,
): Promise<void> {
  const ended = new AbortController();
  const abort = (): void => ended.abort(signal.reason);
  try {
    await waitFor<void>(signal, ({ resolve, reject }) => {
      const off = connection.on('close', (error) =>
        reject(error ?? new EdgeError('ERR_CONNECTION_CLOSED', 'connection closed by the login')),
      );
      const words = `login expected to finish within ${connectTimeoutMs} ms`;
      const stopTimer = clock.schedule(connectTimeoutMs, () =>
        reject(new EdgeError('ERR_CONNECT_TIMEOUT', words)),
      );
      signal.addEventListener('abort', abort);
      task(ended.signal).then(resolve, reject);
      return () => {
        off();
        stopTimer();
        signal.removeEventListener('abort', abort);
      };
    });
  } finally {
    ended.abort(signal.reason ?? new EdgeError('ERR_ABORTED', 'the login is over'));
  }
}

async function prove(
  { fingerprint, acceptUnbound, login }: ResolvedSessionOptions,
  connection: Connection,
  signal: AbortSignal,
): Promise<void> {
  if (fingerprint !== undefined) {
    const { valid, bound } = await connection.verifyFingerprint(fingerprint, { signal });
    if (!valid) {
      throw new EdgeError('ERR_WRONG_DEVICE', 'device expected to hold the key of the fingerprint');
    }
    if (!bound && !acceptUnbound) {
      throw new EdgeError('ERR_DEVICE_UNBOUND', 'proof of the device expected to name both certificates');
    }
  }
  if (login === undefined) return;
  try {
    await login(connection, signal);
  } catch (cause) {
    if (cause instanceof EdgeError) throw cause;
    throw new EdgeError('ERR_SIGN_IN', 'function expected to log in, it failed', { cause });
  }
}
