/** @module Imports the types of the client's diagnostics statically, and loads their code on demand. */

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

/** The module that finds the cause of a failure. */
export type Diagnostics = typeof DiagnosticsModule;

/** Loads the module; later calls return the same one. */
export async function loadDiagnostics(): Promise<Diagnostics> {
  return await import('@longwire/client/diagnostics');
}
