/** @module What a diagnosis is made with. */
import type { Fingerprint } from '@longwire/protocol';
import { parseFingerprint } from '@longwire/protocol/base';
import type { Credentials } from '../../auth/password-login.ts';
import { resolveOptions, type ConnectionOptions, type ResolvedOptions } from '../../connection/options.ts';
import { checkTimeLimit } from '../../request/check-time-limit.ts';
import { localNetworkPermission, type LocalScope } from './local-network.ts';

/** Longest wait in one step, in milliseconds. Reason: what takes longer works for nobody, and Chromium gives a silent server up after 10 s. */
export const DEFAULT_STEP_TIMEOUT_MS = 12_000;

/** Where to look, and what may be tried. */
export interface DiagnoseOptions extends Omit<
  ConnectionOptions,
  'connectTimeoutMs' | 'closePolicy' | 'attempt'
> {
  /** The device's fingerprint, as the user was told it. */
  readonly fingerprint?: string | undefined;
  /** Tried once, and only with a device that has not failed to prove its fingerprint. */
  readonly credentials?: Credentials | undefined;
  /** Tracks whose codecs are tried; those that the device shows by default unless given. */
  readonly tracks?: readonly string[] | undefined;
  /** Whether IP addresses may stand in what is told; they are hidden unless given. */
  readonly showsAddresses?: boolean | undefined;
  /** Longest wait in one step, in milliseconds. */
  readonly stepTimeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** Milliseconds since 1970 by this machine's clock. */
  readonly dateNow?: (() => number) | undefined;
  readonly isOnline?: (() => boolean) | undefined;
  /** Whether the browser lets this page reach local addresses; undefined where it asks nobody. */
  readonly localNetwork?: LocalNetworkPort | undefined;
}

/** What the browser says of its person's answer. */
export type LocalNetworkPort = (scope: LocalScope) => Promise<PermissionState | undefined>;

/** Options with nothing left open. */
export interface DiagnosisTerms {
  readonly connection: ConnectionOptions;
  readonly resolved: ResolvedOptions;
  readonly given: DiagnoseOptions;
  readonly fingerprint: Fingerprint | undefined;
  readonly stepTimeoutMs: number;
  readonly fetch: typeof fetch | undefined;
  readonly dateNow: () => number;
  readonly isOnline: () => boolean;
  readonly localNetwork: LocalNetworkPort;
  readonly signal: AbortSignal | undefined;
}

/** Checks the options. @throws EdgeError as `createConnection` does, and ERR_FINGERPRINT_FORMAT */
export function resolveDiagnosis(options: DiagnoseOptions): DiagnosisTerms {
  const { fingerprint, stepTimeoutMs = DEFAULT_STEP_TIMEOUT_MS, signal } = options;
  checkTimeLimit('stepTimeoutMs', stepTimeoutMs);
  return {
    connection: options,
    resolved: resolveOptions(options),
    given: options,
    fingerprint: fingerprint === undefined ? undefined : parseFingerprint(fingerprint),
    stepTimeoutMs,
    fetch: options.fetch ?? globalThis.fetch?.bind(globalThis),
    dateNow: options.dateNow ?? Date.now,
    localNetwork: options.localNetwork ?? localNetworkPermission,
    isOnline: options.isOnline ?? (() => globalThis.navigator?.onLine ?? true),
    signal,
  };
}
