/** @module Runs a diagnosis in a page, and summarizes its findings. */
import type { DiagnoseOptions, Finding } from '@longwire/client/diagnostics';
import type { Page } from '@playwright/test';
import type { Device } from './device.ts';

/** The options of a diagnosis that can be passed to a page. */
export type DiagnosisOptions = Pick<
  DiagnoseOptions,
  | 'signalingServerUrl'
  | 'productId'
  | 'deviceId'
  | 'sct'
  | 'fingerprint'
  | 'credentials'
  | 'tracks'
  | 'showsAddresses'
  | 'stepTimeoutMs'
  | 'iceTransportPolicy'
>;

/** Runs a diagnosis in a page to its end. */
export async function diagnose(page: Page, options: DiagnosisOptions): Promise<Finding[]> {
  return await page.evaluate(async (input) => {
    const findings: Finding[] = [];
    for await (const finding of window.diagnostics.diagnose(input)) findings.push(finding);
    return findings;
  }, options);
}

/** The outcome of each step that was not skipped. */
export function outcomes(findings: readonly Finding[]): Record<string, string> {
  const run = findings.filter(({ kind }) => kind !== 'skipped');
  return Object.fromEntries(
    run.map(({ step, kind, code }) => [step, kind === 'good' ? 'good' : `${kind}: ${code}`]),
  );
}

/** The steps that were skipped. */
export function skippedSteps(findings: readonly Finding[]): string[] {
  return findings.filter(({ kind }) => kind === 'skipped').map(({ step }) => step);
}

/** The finding of a step. */
export function findingOf(findings: readonly Finding[], step: Finding['step']): Finding {
  const found = findings.find((finding) => finding.step === step);
  if (found === undefined) throw new Error(`no finding of the step ${step}`);
  return found;
}

/** The options that identify a device, for a page. */
export const credentialsOf = ({ username, password }: Device): { username: string; password: string } => ({
  username,
  password,
});

/** The steps that examine only the network. */
export const NETWORK: readonly string[] = ['udp', 'stun', 'turn-udp', 'turn-tcp', 'turn-tls'];

/** The outcomes when the service is reachable. */
export const REACHED: Readonly<Record<string, string>> = {
  browser: 'good',
  service: 'good',
  websocket: 'good',
};

/** The outcomes when the service has accepted the login. */
const LOGGED_IN: Readonly<Record<string, string>> = {
  ...REACHED,
  login: 'good',
  device: 'good',
  servers: 'warning: no-relay-offered',
};

/** The outcomes when the device is connected. */
export const CONNECTED: Readonly<Record<string, string>> = {
  ...LOGGED_IN,
  pairs: 'good',
  dtls: 'good',
  channel: 'good',
};
