/** @module The legs of the way to a device, as a person sees them, and how each of them does. */

import { DOCTOR_STEPS } from './doctor-step.ts';
import type { DiagnosisStep, Finding } from '../diagnostics-wire.ts';

/** The legs in their order. */
export const LEGS = ['browser', 'service', 'login', 'device', 'network', 'way', 'identity', 'media'] as const;

/** One of {@link LEGS}. */
export type Leg = (typeof LEGS)[number];

const LEG_OF: { readonly [Step in DiagnosisStep]: Leg } = {
  browser: 'browser',
  clock: 'browser',
  service: 'service',
  websocket: 'service',
  login: 'login',
  device: 'device',
  servers: 'network',
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
};

/** How a leg does: `waiting` for its turn, `running` now, or what its worst step says. */
export type LegMark = Finding['kind'] | 'waiting' | 'running';

/** A leg with what was found on it so far. */
export interface LegView {
  readonly leg: Leg;
  readonly mark: LegMark;
  readonly findings: readonly Finding[];
}

/** From bad to good; a leg is as good as its worst step, and skipped only where all of them are. */
const WORST_FIRST: readonly Finding['kind'][] = ['bad', 'warning', 'good', 'skipped'];

/** All legs; `step` is the one that is tried now. */
export function legViews(findings: readonly Finding[], step: DiagnosisStep | undefined): readonly LegView[] {
  const current = step === undefined ? undefined : LEG_OF[step];
  return LEGS.map((leg) => {
    const own = findings.filter((finding) => LEG_OF[finding.step] === leg);
    const worst = WORST_FIRST.find((kind) => own.some((finding) => finding.kind === kind));
    return { leg, findings: own, mark: leg === current ? 'running' : (worst ?? 'waiting') };
  });
}

/** A line of a leg: one step that was tried, or all that were left out for the same reason. */
export interface LegRow extends Pick<Finding, 'kind' | 'code'> {
  readonly steps: readonly DiagnosisStep[];
  /** What it took; nothing where nothing was done. */
  readonly elapsedMs: number | undefined;
}

/** The lines of a leg, each where its first step was. */
export function legRows(findings: readonly Finding[]): readonly LegRow[] {
  return findings.flatMap(({ kind, code, step, elapsedMs }, index): LegRow[] => {
    if (kind !== 'skipped') return [{ kind, code, steps: [step], elapsedMs }];
    const isAlike = (other: Finding): boolean => other.kind === 'skipped' && other.code === code;
    if (findings.findIndex(isAlike) < index) return [];
    return [{ kind, code, steps: findings.filter(isAlike).map((other) => other.step), elapsedMs: undefined }];
  });
}

/** The step that comes after those that were told; none after the last. */
export function stepAfter(findings: readonly Finding[]): DiagnosisStep | undefined {
  const last = findings.at(-1);
  return last === undefined ? DOCTOR_STEPS[0] : DOCTOR_STEPS[DOCTOR_STEPS.indexOf(last.step) + 1];
}
