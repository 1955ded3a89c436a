/** @module Options of a diagnosis. */
import type { Fingerprint } from '@longwire/protocol';
import { parseFingerprint } from '@longwire/protocol/base';
import type { Credentials } from '../../auth/password-login.ts';
import { resolveOptions, type ConnectionOptions, type ResolvedOptions } from '../../connection/options.ts';
import { checkTimeLimit } from '../../request/check-time-limit.ts';
import { localNetworkPermission, type LocalScope } from './local-network.ts';

/** Time limit of one step, in milliseconds. Reason: slower is unusable, and Chromium gives up on a silent server after 10 s. */
export const DEFAULT_STEP_TIMEOUT_MS = 12_000;

/** The connection to diagnose and the checks to run. */
export interface DiagnoseOptions extends Omit<
  ConnectionOptions,
  'connectTimeoutMs' | 'closePolicy' | 'attempt'
> {
  /** The device's expected fingerprint. */
  readonly fingerprint?: string | undefined;
  /** Tried once, and not with a device that failed to prove its fingerprint. */
  readonly credentials?: Credentials | undefined;
  /** Tracks whose codecs are checked; the device's default tracks unless given. */
  readonly tracks?: readonly string[] | undefined;
  /** Whether findings may contain IP addresses; hidden by default. */
  readonly showsAddresses?: boolean | undefined;
  /** Time limit of one step, in milliseconds. */
  readonly stepTimeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** This machine's time, in milliseconds since 1970. */
  readonly dateNow?: (() => number) | undefined;
  readonly isOnline?: (() => boolean) | undefined;
  /** Reads the browser's permission for this page to reach local addresses. */
  readonly localNetwork?: LocalNetworkPort | undefined;
}

/** Resolves with the browser's permission state; undefined if it has no such permission. */
export type LocalNetworkPort = (scope: LocalScope) => Promise<PermissionState | undefined>;

/** Options with every default filled in. */
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
