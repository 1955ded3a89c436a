/** @module What a step of a diagnosis finds: for programs by its code, for people by its sentences. */

/** The steps, in the order they are told. */
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
] as const;

/** One of {@link DIAGNOSIS_STEPS}. */
export type DiagnosisStep = (typeof DIAGNOSIS_STEPS)[number];

/** What a finding can be; the words stay the same, `docs/guides/diagnose.md` says what each one means. */
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
] as const;

/** One of {@link FINDING_CODES}. */
export type FindingCode = (typeof FINDING_CODES)[number];

/** What a finding can hold besides its words. */
export type FindingFact =
  | string
  | number
  | boolean
  | readonly FindingFact[]
  | { readonly [name: string]: FindingFact };

/** One finding; the kinds are those of `longwire-device doctor`. A warning is something that works and may not be wanted. */
export interface Finding {
  readonly kind: 'good' | 'warning' | 'bad' | 'skipped';
  readonly step: DiagnosisStep;
  readonly code: FindingCode;
  /** What was found, in words for people, without secrets. */
  readonly text: string;
  /** What to do about it. */
  readonly todo?: string;
  /** The details for those who look closer. */
  readonly facts?: Readonly<Record<string, FindingFact>>;
  /** How long the step took, in milliseconds. */
  readonly elapsedMs: number;
}

/** A finding before it is told. */
export type Verdict = Omit<Finding, 'elapsedMs'>;

type Facts = NonNullable<Finding['facts']>;

/** All is well. */
export function good(step: DiagnosisStep, text: string, facts?: Facts): Verdict {
  return { kind: 'good', step, code: 'ok', text, ...(facts === undefined ? {} : { facts }) };
}

interface Trouble {
  readonly code: FindingCode;
  readonly text: string;
  readonly todo: string;
  readonly facts?: Facts;
}

/** It works, but. */
export function warning(step: DiagnosisStep, trouble: Trouble): Verdict {
  return { kind: 'warning', step, ...trouble };
}

/** It does not work until something is done. */
export function bad(step: DiagnosisStep, trouble: Trouble): Verdict {
  return { kind: 'bad', step, ...trouble };
}

/** Not looked at, and why. */
export function skipped(
  step: DiagnosisStep,
  text: string,
  code: 'not-needed' | 'not-asked' | 'needs-earlier-step' | 'clock-unknown' = 'needs-earlier-step',
): Verdict {
  return { kind: 'skipped', step, code, text };
}

const MARKS = { good: 'ok     ', warning: 'warning', bad: 'BAD    ', skipped: 'skipped' } as const;

/** A finding for people: one line, and one for what to do. */
export function formatFinding({ kind, step, text, todo }: Finding): string {
  const line = `${MARKS[kind]}  ${step}: ${text}`;
  return todo === undefined ? line : `${line}\n         -> ${todo}`;
}
