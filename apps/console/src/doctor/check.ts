/** @module The checks that a person sees in a diagnosis, each with its steps and its result. */

import type { DiagnosisStep, Finding } from '@longwire/client/diagnostics';

/** The checks in order. */
export const CHECKS = [
  'browser',
  'service',
  'login',
  'device',
  'network',
  'way',
  'identity',
  'media',
] as const;

/** One of {@link CHECKS}. */
export type Check = (typeof CHECKS)[number];

/** The check of each step, in the order of the steps. */
const CHECK_OF: { readonly [Step in DiagnosisStep]: Check } = {
  browser: 'browser',
  service: 'service',
  websocket: 'service',
  login: 'login',
  device: 'device',
  servers: 'network',
  clock: 'browser',
  udp: 'network',
  stun: 'network',
  'turn-udp': 'network',
  'turn-tcp': 'network',
  'turn-tls': 'network',
  pairs: 'way',
  dtls: 'way',
  channel: 'way',
  identity: 'identity',
  user: 'identity',
  codecs: 'media',
  line: 'media',
};

/** The result of a check: `waiting` for its turn, `running`, or that of its worst step. */
export type CheckResult = Finding['kind'] | 'waiting' | 'running';

/** A check with its findings so far. */
export interface CheckView {
  readonly check: Check;
  readonly mark: CheckResult;
  readonly findings: readonly Finding[];
}

/** From bad to good; a check is as good as its worst step, and skipped only if all steps are. */
const WORST_FIRST: readonly Finding['kind'][] = ['bad', 'warning', 'good', 'skipped'];

/** All checks; `step` is the running one. */
export function checkViews(
  findings: readonly Finding[],
  step: DiagnosisStep | undefined,
): readonly CheckView[] {
  const current = step === undefined ? undefined : CHECK_OF[step];
  return CHECKS.map((check) => {
    const own = findings.filter((finding) => CHECK_OF[finding.step] === check);
    const worst = WORST_FIRST.find((kind) => own.some((finding) => finding.kind === kind));
    return { check, findings: own, mark: check === current ? 'running' : (worst ?? 'waiting') };
  });
}

/** A row of a check: one step that ran, or all steps skipped for the same reason. */
export interface CheckRow extends Pick<Finding, 'kind' | 'code'> {
  readonly steps: readonly DiagnosisStep[];
  /** How long it took; undefined for skipped steps. */
  readonly elapsedMs: number | undefined;
}

/** The rows of a check, each at the place of its first step. */
export function checkRows(findings: readonly Finding[]): readonly CheckRow[] {
  return findings.flatMap(({ kind, code, step, elapsedMs }, index): CheckRow[] => {
    if (kind !== 'skipped') return [{ kind, code, steps: [step], elapsedMs }];
    const isAlike = (other: Finding): boolean => other.kind === 'skipped' && other.code === code;
    if (findings.findIndex(isAlike) < index) return [];
    return [{ kind, code, steps: findings.filter(isAlike).map((other) => other.step), elapsedMs: undefined }];
  });
}

/** The step after the last finding; undefined after the last step. */
export function stepAfter(findings: readonly Finding[]): DiagnosisStep | undefined {
  const last = findings.at(-1);
  return last === undefined ? DOCTOR_STEPS[0] : DOCTOR_STEPS[DOCTOR_STEPS.indexOf(last.step) + 1];
}

/** All steps. */
export const DOCTOR_STEPS: readonly DiagnosisStep[] = Object.keys(CHECK_OF).filter(
  (name): name is DiagnosisStep => name in CHECK_OF,
);
