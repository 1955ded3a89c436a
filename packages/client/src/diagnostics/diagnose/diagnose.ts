/** @module Tries the steps of a connection one by one, and reports which one fails and what to do. */
import type { IceServer } from '@longwire/protocol';
import { throwIfAborted } from '@longwire/protocol/base';
import { checkDevice } from './check-device.ts';
import { checkNetwork } from './check-network.ts';
import { checkBrowser, checkService, skipAll } from './check-service.ts';
import { resolveDiagnosis, type DiagnoseOptions, type DiagnosisTerms } from './diagnose-options.ts';
import type { Finding, Verdict } from './finding.ts';
import { hideSecrets } from './hide-secrets.ts';
import { judgeClock } from './judge-clock.ts';
import type { Limits } from './with-timeout.ts';

/**
 * Runs one step after the other and yields each finding. Every step has a time limit, a step that needs a failed one is
 * skipped with the reason, and everything that was opened is closed, also when the caller stops iterating.
 * @throws EdgeError as `createConnection` does for options that are missing or wrong; ERR_ABORTED by the caller's signal
 */
export function diagnose(options: DiagnoseOptions): AsyncGenerator<Finding, void, undefined> {
  return findingsOf(resolveDiagnosis(options));
}

/** Secrets received during the diagnosis. */
interface ReceivedSecrets {
  servers: readonly IceServer[];
}

async function* findingsOf(terms: DiagnosisTerms): AsyncGenerator<Finding, void, undefined> {
  const { clock } = terms.resolved;
  const now = (): number => clock.monotonic();
  const received: ReceivedSecrets = { servers: [] };
  let sinceMs = now();
  const { signal } = terms;
  for await (const verdict of steps(terms, received)) {
    // Skipped steps, and those that only judge, do not check the signal.
    throwIfAborted({ signal });
    const nowMs = now();
    const shown = hideSecrets(verdict, secretsOf(terms, received));
    yield { ...shown, elapsedMs: nowMs - sinceMs };
    sinceMs = now();
  }
}

function secretsOf(
  { given, connection }: DiagnosisTerms,
  { servers }: ReceivedSecrets,
): { texts: string[]; showsAddresses: boolean } {
  const all = [
    connection.sct,
    connection.jwt,
    given.credentials?.password,
    ...servers.flatMap(({ username, credential }) => [username, credential]),
  ];
  return {
    texts: all.filter((text) => text !== undefined),
    showsAddresses: given.showsAddresses === true,
  };
}

async function* steps(
  terms: DiagnosisTerms,
  received: ReceivedSecrets,
): AsyncGenerator<Verdict, void, undefined> {
  const { resolved, signal, stepTimeoutMs } = terms;
  const limits: Limits = { clock: resolved.clock, signal, limitMs: stepTimeoutMs };
  const browser = checkBrowser(terms);
  yield browser;
  if (browser.kind === 'bad') {
    yield* skipAll(AFTER_BROWSER, 'the browser lacks a required feature');
    return;
  }
  const { isDeviceThere, servers, serviceMs } = yield* checkService(terms, limits);
  received.servers = servers ?? [];
  yield judgeClock({ nowMs: terms.dateNow(), serviceMs, servers: received.servers });
  if (servers === undefined) yield* skipAll(NETWORK, 'the service has listed no servers to test with');
  else yield* checkNetwork(terms, servers, limits);
  if (isDeviceThere) yield* checkDevice(terms, received.servers, limits);
  else yield* skipAll(DEVICE, 'the device is not reached through the service');
}

const NETWORK = ['udp', 'stun', 'turn-udp', 'turn-tcp', 'turn-tls'] as const;
const DEVICE = ['pairs', 'dtls', 'channel', 'identity', 'user', 'codecs', 'line'] as const;
const AFTER_BROWSER = [
  'service',
  'websocket',
  'login',
  'device',
  'servers',
  'clock',
  ...NETWORK,
  ...DEVICE,
] as const;
