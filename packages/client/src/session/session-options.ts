/** @module What a session is made with, checked once. */
import { EdgeError, specError } from '@longwire/protocol/base';
import type { Connection } from '../connection/connection.ts';
import {
  DEFAULT_CONNECT_TIMEOUT_MS,
  DEFAULT_REQUEST_TIMEOUT_MS,
  type ConnectionOptions,
} from '../connection/options.ts';
import { systemClock, type Clock } from '../time/clock.ts';
import { browserNetwork } from './browser-network.ts';
import type { NetworkPort } from './network.ts';
import { sessionPolicy, type SessionPolicy } from './session-policy.ts';

/** A token, or what is asked for a fresh one before each connection. */
export type TokenSource = string | (() => string | Promise<string>);

/** Logs a fresh connection in; the signal ends with the try. */
export type SignIn = (connection: Connection, signal: AbortSignal) => Promise<void>;

/** What is passed on to each connection as it is. */
type PassedOn = Omit<ConnectionOptions, 'sct' | 'jwt' | 'certificate' | 'closePolicy' | 'attempt'>;

/** The options of a session: those of its connections, and how it lasts. */
export interface SessionOptions extends PassedOn {
  /** The connection token; exactly one of `sct` and `jwt`. */
  readonly sct?: TokenSource | undefined;
  readonly jwt?: TokenSource | undefined;
  /** The certificate of each connection, or what is asked for it; made anew unless given. */
  readonly certificate?:
    | RTCCertificate
    | (() => RTCCertificate | undefined | Promise<RTCCertificate | undefined>)
    | undefined;
  /** The device's fingerprint, which each connection has to prove before it is ready; not asked for unless given. */
  readonly fingerprint?: string | undefined;
  /** Whether a proof that names no certificates is enough, as very old devices give it; not unless given. */
  readonly acceptUnbound?: boolean | undefined;
  /** Logs each connection in before it is ready, for example `(connection) => connection.authenticate(…)`. */
  readonly login?: SignIn | undefined;
  readonly policy?: SessionPolicy | undefined;
  /** News of the network; the browser's unless given. */
  readonly network?: NetworkPort | undefined;
  /** From 0 to below 1, for the back-off; `Math.random` unless given. */
  readonly random?: (() => number) | undefined;
  readonly MediaStream?: typeof MediaStream | undefined;
}

/** Options with nothing left open. */
export interface ResolvedSessionOptions {
  readonly connection: PassedOn;
  readonly sct: TokenSource | undefined;
  readonly jwt: TokenSource | undefined;
  readonly certificate: SessionOptions['certificate'];
  readonly fingerprint: string | undefined;
  readonly acceptUnbound: boolean;
  readonly login: SignIn | undefined;
  readonly policy: SessionPolicy;
  readonly network: NetworkPort;
  readonly clock: Clock;
  readonly random: () => number;
  readonly createMediaStream: () => MediaStream;
  readonly connectTimeoutMs: number;
  readonly requestTimeoutMs: number;
}

/** Checks what only a session has; each connection checks the rest. @throws EdgeError ERR_MISSING_OPTIONS */
export function resolveSessionOptions(options: SessionOptions): ResolvedSessionOptions {
  const { sct, jwt, certificate, fingerprint, acceptUnbound = false, login, ...rest } = options;
  const { policy = sessionPolicy, network, random = Math.random, MediaStream: given, ...connection } = rest;
  if (sct && jwt) throw new EdgeError('ERR_MISSING_OPTIONS', 'exactly one of sct and jwt expected, got both');
  if (!sct && !jwt) throw specError('ERR_MISSING_OPTIONS');
  const { clock = systemClock } = connection;
  return {
    connection,
    sct,
    jwt,
    certificate,
    fingerprint,
    acceptUnbound,
    login,
    policy,
    network: network ?? browserNetwork(clock),
    clock,
    random,
    createMediaStream: () => new (given ?? globalThis.MediaStream)(),
    connectTimeoutMs: connection.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS,
    requestTimeoutMs: connection.requestTimeoutMs ?? DEFAULT_REQUEST_TIMEOUT_MS,
  };
}

/** Whether a token can be asked for anew. */
export function hasFreshTokens({ sct, jwt }: ResolvedSessionOptions): boolean {
  return typeof sct === 'function' || typeof jwt === 'function';
}
