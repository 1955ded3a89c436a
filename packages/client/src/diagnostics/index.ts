/** @module Entry of `@longwire/client/diagnostics`: connection statistics and a step-by-step diagnosis. */
export { diagnose } from './diagnose/diagnose.ts';
export { DEFAULT_STEP_TIMEOUT_MS, type DiagnoseOptions } from './diagnose/diagnose-options.ts';
export {
  DIAGNOSIS_STEPS,
  FINDING_CODES,
  formatFinding,
  type DiagnosisStep,
  type Finding,
  type FindingCode,
  type FindingFact,
} from './diagnose/finding.ts';
export { distilStats } from './stats/distil-stats.ts';
export type { StatsSource } from './stats/stats-entry.ts';
export type {
  CandidateType,
  ConnectionPath,
  ConnectionStats,
  RelayProtocol,
  TrackStats,
} from './stats/connection-stats.ts';
