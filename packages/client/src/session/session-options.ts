/** @module Options of a session, checked once. */
import type { Credentials } from '../auth/password-login.ts';
import type { Connection } from '../connection/connection.ts';
import {
  checkRequired,
  DEFAULT_CONNECT_TIMEOUT_MS,
  DEFAULT_REQUEST_TIMEOUT_MS,
  type ConnectionOptions,
} from '../connection/options.ts';
import type { Clock } from '@longwire/protocol';
import { systemClock } from '../time/system-clock.ts';
import { browserNetwork } from './browser-network.ts';
import { createLineProbe, type LineProbe } from './line-probe.ts';
import type { NetworkPort } from './network.ts';
import { sessionPolicy, type SessionPolicy } from './session-policy.ts';

/** A token, or a function that returns a fresh one before each connection. */
export type TokenSource = string | (() => string | Promise<string>);

/** Logs a new connection in; the signal is aborted when the connection attempt ends. */
export type SignIn = (connection: Connection, signal: AbortSignal) => Promise<void>;

/** Options that each connection receives unchanged. */
type SharedConnectionOptions = Omit<
  ConnectionOptions,
  'sct' | 'jwt' | 'certificate' | 'closePolicy' | 'attempt'
>;

/** The options of a session: those of its connections, and how it recovers. */
export interface SessionOptions extends SharedConnectionOptions {
  /** The connection token; exactly one of `sct` and `jwt`. A function has `connectTimeoutMs` to return. */
  readonly sct?: TokenSource | undefined;
  readonly jwt?: TokenSource | undefined;
  /** The certificate of each connection, or a function that returns it; generated per connection by default. */
  readonly certificate?:
    | RTCCertificate
    | (() => RTCCertificate | undefined | Promise<RTCCertificate | undefined>)
    | undefined;
  /** The device's fingerprint, which each connection has to prove before it is ready; not checked unless given. */
  readonly fingerprint?: string | undefined;
  /** Whether to accept a proof that names no certificates, as very old devices give it; false by default. */
  readonly acceptUnbound?: boolean | undefined;
  /**
   * Logs each connection in before it is ready: credentials, whose login shares a round trip with the check of `fingerprint`, or a
   * function that is called after that check.
   */
  readonly login?: SignIn | Credentials | undefined;
  readonly policy?: SessionPolicy | undefined;
  /** Reports network changes; the browser by default. */
  readonly network?: NetworkPort | undefined;
  /** Returns a number from 0 to below 1, for the back-off; `Math.random` by default. */
  readonly random?: (() => number) | undefined;
  readonly MediaStream?: typeof MediaStream | undefined;
}

/** Options with every default filled in. */
export interface ResolvedSessionOptions {
  readonly connection: SharedConnectionOptions;
  readonly sct: TokenSource | undefined;
  readonly jwt: TokenSource | undefined;
  readonly certificate: SessionOptions['certificate'];
  readonly fingerprint: string | undefined;
  readonly acceptUnbound: boolean;
  readonly login: SessionOptions['login'];
  readonly policy: SessionPolicy;
  readonly network: NetworkPort;
  readonly probeLine: LineProbe;
  readonly clock: Clock;
  readonly random: () => number;
  readonly createMediaStream: () => MediaStream;
  readonly connectTimeoutMs: number;
  readonly requestTimeoutMs: number;
}

/** Checks the required options; each connection checks the others. @throws EdgeError ERR_MISSING_OPTIONS */
export function resolveSessionOptions(options: SessionOptions): ResolvedSessionOptions {
  const { sct, jwt, certificate, fingerprint, acceptUnbound = false, login, ...rest } = options;
  const { policy = sessionPolicy, network, random = Math.random, MediaStream: given, ...connection } = rest;
  checkRequired(options);
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
    probeLine: createLineProbe(() => connection.RTCPeerConnection ?? globalThis.RTCPeerConnection, clock),
    clock,
    random,
    createMediaStream: () => new (given ?? globalThis.MediaStream)(),
    connectTimeoutMs: connection.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS,
    requestTimeoutMs: connection.requestTimeoutMs ?? DEFAULT_REQUEST_TIMEOUT_MS,
  };
}

/** Whether the application can supply a fresh token. */
export function hasFreshTokens({ sct, jwt }: ResolvedSessionOptions): boolean {
  return typeof sct === 'function' || typeof jwt === 'function';
}
