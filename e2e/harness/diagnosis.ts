/** @module Runs a diagnosis in a page, and shortens what it found. */
import type { DiagnoseOptions, Finding } from '@longwire/client/diagnostics';
import type { Page } from '@playwright/test';
import type { Device } from './device.ts';

/** The options of a diagnosis that can be told to a page. */
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
  return await page.evaluate(async (told) => {
    const findings: Finding[] = [];
    for await (const finding of window.diagnostics.diagnose(told)) findings.push(finding);
    return findings;
  }, options);
}

/** What each step came to, the skipped ones left out. */
export function outcomes(findings: readonly Finding[]): Record<string, string> {
  const told = findings.filter(({ kind }) => kind !== 'skipped');
  return Object.fromEntries(
    told.map(({ step, kind, code }) => [step, kind === 'good' ? 'good' : `${kind}: ${code}`]),
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

/** What of a device can be told to a page. */
export const credentialsOf = ({ username, password }: Device): { username: string; password: string } => ({
  username,
  password,
});

/** The steps that examine the network by itself. */
export const NETWORK: readonly string[] = ['udp', 'stun', 'turn-udp', 'turn-tcp', 'turn-tls'];

/** The outcomes of whoever reaches the service. */
export const REACHED: Readonly<Record<string, string>> = {
  browser: 'good',
  service: 'good',
  websocket: 'good',
};

/** The same, once the service has let in. */
const LOGGED_IN: Readonly<Record<string, string>> = {
  ...REACHED,
  login: 'good',
  device: 'good',
  servers: 'warning: no-relay-offered',
};

/** The same, once the device is connected. */
export const CONNECTED: Readonly<Record<string, string>> = {
  ...LOGGED_IN,
  pairs: 'good',
  dtls: 'good',
  channel: 'good',
};
