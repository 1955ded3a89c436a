/** @module Renews a certificate before it ends, and tries again with growing pauses if that fails. */
import { after, type Clock } from '@longwire/protocol';
import { errorFields, type Log } from '../../log/log.ts';
import type { DomainCertificate } from './domain-certificate.ts';

/** Pause after the first failure, in milliseconds. Reason: a name or a port that was set up just now often works a minute later. */
const FIRST_PAUSE_MS = 60_000;

/**
 * Shortest of the growing pauses after further failures, in milliseconds. Reason: Let's Encrypt allows five failed
 * challenges at once, and one more every 12 minutes (https://letsencrypt.org/docs/rate-limits/); an attempt can fail two.
 */
const PAUSE_MS = 15 * 60_000;

/** Longest pause after failures, in milliseconds. */
const LONGEST_PAUSE_MS = 6 * 3_600_000;

/** Longest time between two looks at the certificate, in milliseconds: the system clock may be set. */
const LONGEST_LOOK_MS = 3_600_000;

/** Options of {@link keepRenewed}. */
export interface RenewalOptions {
  readonly certificate: Pick<DomainCertificate, 'dueMs' | 'validTo' | 'renew'>;
  readonly domain: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly reload: () => Promise<void>;
}

/** Keeps the certificate renewed until disposed; the first look is now. */
export function keepRenewed(options: RenewalOptions): Disposable {
  const { certificate, domain, clock, log, reload } = options;
  let failures = 0;
  let isStopped = false;
  let timer: Disposable | undefined;
  const attempt = async (): Promise<number> => {
    if (certificate.dueMs > clock.wall()) return LONGEST_LOOK_MS;
    try {
      await certificate.renew();
    } catch (error) {
      failures += 1;
      const pauseMs =
        failures === 1 ? FIRST_PAUSE_MS : Math.min(PAUSE_MS * 2 ** (failures - 2), LONGEST_PAUSE_MS);
      const fields = { ...errorFields(error), domain, validTo: certificate.validTo, retryMs: pauseMs };
      log.error(fields, 'no certificate from the ACME server: keeping the previous one');
      return pauseMs;
    }
    failures = 0;
    await reload();
    return LONGEST_LOOK_MS;
  };
  const look = async (): Promise<void> => {
    const pauseMs = await attempt();
    if (isStopped) return;
    const untilDueMs = Math.max(certificate.dueMs - clock.wall(), PAUSE_MS);
    timer = after(clock, failures > 0 ? pauseMs : Math.min(pauseMs, untilDueMs), () => void look());
  };
  void look();
  return {
    [Symbol.dispose]: () => {
      isStopped = true;
      timer?.[Symbol.dispose]();
    },
  };
}
