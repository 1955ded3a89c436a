/** @module The finding of a diagnosis step: a code for programs and sentences for people. */

/** The steps, in the order they are reported. */
export const DIAGNOSIS_STEPS = [
  'browser',
  'service',
  'websocket',
  'login',
  'device',
  'servers',
  'clock',
  'udp',
  'stun',
  'turn-udp',
  'turn-tcp',
  'turn-tls',
  'pairs',
  'dtls',
  'channel',
  'identity',
  'user',
  'codecs',
  'line',
] as const;

/** One of {@link DIAGNOSIS_STEPS}. */
export type DiagnosisStep = (typeof DIAGNOSIS_STEPS)[number];

/** The codes of findings; they are stable, and `docs/guides/diagnose.md` explains each one. */
export const FINDING_CODES = [
  'ok',
  'not-needed',
  'not-asked',
  'needs-earlier-step',
  'no-webrtc',
  'offline-here',
  'insecure-page',
  'mixed-content',
  'local-network-denied',
  'unreachable',
  'no-websocket',
  'token-rejected',
  'unknown-product',
  'unknown-device',
  'device-offline',
  'device-refuses',
  'device-fault',
  'device-closed',
  'service-restarting',
  'service-closed',
  'no-answer',
  'no-relay-offered',
  'clock-unknown',
  'clock-wrong',
  'no-address',
  'udp-blocked',
  'server-silent',
  'credentials-refused',
  'server-error',
  'no-path',
  'dtls-failed',
  'channel-failed',
  'wrong-fingerprint',
  'not-bound',
  'not-proven',
  'wrong-password',
  'login-failed',
  'forbidden',
  'no-common-codec',
  'track-failed',
  'narrow-line',
] as const;

/** One of {@link FINDING_CODES}. */
export type FindingCode = (typeof FINDING_CODES)[number];

/** A structured detail of a finding. */
export type FindingFact =
  | string
  | number
  | boolean
  | readonly FindingFact[]
  | { readonly [name: string]: FindingFact };

/** One finding; the kinds are those of `longwire-device doctor`. A warning marks something that works but may be unwanted. */
export interface Finding {
  readonly kind: 'good' | 'warning' | 'bad' | 'skipped';
  readonly step: DiagnosisStep;
  readonly code: FindingCode;
  /** A sentence for people, without secrets. */
  readonly text: string;
  /** What to do about it. */
  readonly todo?: string;
  /** Structured details. */
  readonly facts?: Readonly<Record<string, FindingFact>>;
  /** Duration of the step, in milliseconds. */
  readonly elapsedMs: number;
}

/** A finding without its duration. */
export type Verdict = Omit<Finding, 'elapsedMs'>;

type Facts = NonNullable<Finding['facts']>;

/** The step succeeded. */
export function good(step: DiagnosisStep, text: string, facts?: Facts): Verdict {
  return { kind: 'good', step, code: 'ok', text, ...(facts === undefined ? {} : { facts }) };
}

interface Problem {
  readonly code: FindingCode;
  readonly text: string;
  readonly todo: string;
  readonly facts?: Facts;
}

/** The step works with a reservation. */
export function warning(step: DiagnosisStep, problem: Problem): Verdict {
  return { kind: 'warning', step, ...problem };
}

/** The step fails until a person acts. */
export function bad(step: DiagnosisStep, problem: Problem): Verdict {
  return { kind: 'bad', step, ...problem };
}

/** The step was not run; `text` says why. */
export function skipped(
  step: DiagnosisStep,
  text: string,
  code: 'not-needed' | 'not-asked' | 'needs-earlier-step' | 'clock-unknown' = 'needs-earlier-step',
): Verdict {
  return { kind: 'skipped', step, code, text };
}

const MARKS = { good: 'ok     ', warning: 'warning', bad: 'BAD    ', skipped: 'skipped' } as const;

/** Formats a finding for people: one line, and a second one with what to do. */
export function formatFinding({ kind, step, text, todo }: Finding): string {
  const line = `${MARKS[kind]}  ${step}: ${text}`;
  return todo === undefined ? line : `${line}\n         -> ${todo}`;
}
