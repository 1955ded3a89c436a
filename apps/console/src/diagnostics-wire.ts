/** @module The door to the client's diagnostics: their types at once, their code when it is needed. */

import type * as DiagnosticsModule from '@longwire/client/diagnostics';

export type {
  ConnectionPath,
  ConnectionStats,
  ConnectTrace,
  LogFields,
  Logger,
  TrackStats,
  TraceStep,
} from '@longwire/client';
export type { DiagnoseOptions, DiagnosisStep, Finding, FindingCode } from '@longwire/client/diagnostics';

/** What looks for the reason of a failure. */
export type Diagnostics = typeof DiagnosticsModule;

/** Loads it; it is kept from then on. */
export async function loadDiagnostics(): Promise<Diagnostics> {
  return await import('@longwire/client/diagnostics');
}
