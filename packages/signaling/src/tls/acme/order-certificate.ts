/** @module Orders one certificate from an ACME server. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { axios, Client, crypto } from 'acme-client';
import { EdgeError, given } from '@longwire/protocol';
import type { AcmeChallenges, ChallengeKind } from './acme-challenges.ts';

/** Time for an answer of the ACME server, in milliseconds. Reason: the library waits for ever. */
const ANSWER_TIMEOUT_MS = 30_000;

/** Least time between two questions whether a challenge was verified, in milliseconds. */
const POLL_MS = 1_000;

/**
 * Failed orders are tried again by the renewal, with its own back-off. The library's interceptors repeat
 * requests, and hide why there was no answer (a TypeError instead of "connect ECONNREFUSED").
 */
axios.defaults.timeout = ANSWER_TIMEOUT_MS;
axios.interceptors.request.clear();
axios.interceptors.response.clear();

/** Options of {@link orderCertificate}. */
export interface CertificateOrder {
  readonly acmeServer: string;
  readonly email: string | undefined;
  readonly domain: string;
  /** PEM keys of the account and of the certificate. */
  readonly accountKey: string;
  readonly key: string;
  readonly challenges: AcmeChallenges;
  /** Kinds to try in this order. */
  readonly kinds: readonly ChallengeKind[];
}

/**
 * Returns the certificate with its intermediates, as PEM. The next kind of challenge is tried only if the
 * ACME server rejected one: each order counts towards its rate limits. @throws Error that says what the ACME
 * server answered
 */
export async function orderCertificate(order: CertificateOrder): Promise<string> {
  const [kind, ...others] = order.kinds;
  if (kind === undefined) throw new EdgeError('ERR_STATE', 'no kind of challenge is left to try');
  const attempt = { isChallenged: false };
  try {
    return checked(await orderBy(kind, order, attempt), order);
  } catch (error) {
    if (!attempt.isChallenged || others.length === 0) throw error;
    return await orderCertificate({ ...order, kinds: others });
  }
}

async function orderBy(
  kind: ChallengeKind,
  { acmeServer, email, domain, accountKey, key, challenges }: CertificateOrder,
  attempt: { isChallenged: boolean },
): Promise<string> {
  const client = new Client({ directoryUrl: acmeServer, accountKey, backoffMin: POLL_MS });
  // Finds the account of the key. If that fails, the order registers one, or fails with the cause: an order for
  // an account that exists would be refused as an update without changes.
  await client.createAccount({ onlyReturnExisting: true }).catch(() => undefined);
  const [, csr] = await crypto.createCsr({ commonName: domain, altNames: [domain] }, key);
  return await client.auto({
    csr,
    ...given({ email }),
    termsOfServiceAgreed: true,
    // only the ACME server sees the service as the Internet does
    skipChallengeVerification: true,
    challengePriority: [kind],
    challengeCreateFn: async (authorization, challenge, answer) => {
      attempt.isChallenged = true;
      await challenges.add(authorization, challenge, answer);
    },
    challengeRemoveFn: async (authorization, challenge) => challenges.remove(authorization, challenge),
  });
}

/** @throws EdgeError ERR_CONFIG for a certificate that the service could not serve */
function checked(pem: string, { domain, key }: CertificateOrder): string {
  const certificate = new X509Certificate(pem);
  if (certificate.checkHost(domain) !== undefined && certificate.checkPrivateKey(createPrivateKey(key)))
    return pem;
  throw new EdgeError(
    'ERR_CONFIG',
    `the ACME server issued a certificate that is not for ${domain} and its key`,
  );
}
