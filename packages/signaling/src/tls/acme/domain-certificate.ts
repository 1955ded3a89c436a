/** @module The certificate of a public name: kept in a directory, ordered from an ACME server. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { X509CertificateGenerator } from '@peculiar/x509';
import { importKeyPair, makeKey, SIGNATURE } from '../key-pair.ts';
import { CERTIFICATE_FILE, KEY_FILE, type StateDirectory } from '../state-directory.ts';
import type { DomainTls } from '../tls-options.ts';
import { AcmeChallenges, type ChallengeKind } from './acme-challenges.ts';
import { orderCertificate } from './order-certificate.ts';

const ACCOUNT_KEY_FILE = 'account-key.pem';

/** Let's Encrypt. */
const DEFAULT_SERVER = 'https://acme-v02.api.letsencrypt.org/directory';

const DAY_MS = 86_400_000;

/** The part of a certificate's life that is left when it is renewed, as Let's Encrypt recommends. */
const RENEWAL_SHARE = 1 / 3;

/** A certificate with the key that stays the same over renewals. */
export class DomainCertificate {
  readonly challenges: AcmeChallenges = new AcmeChallenges();
  readonly #options: DomainTls;
  readonly #directory: StateDirectory;
  readonly #keys: { readonly accountKey: string; readonly key: string };
  #current: X509Certificate;

  private constructor(
    options: DomainTls,
    directory: StateDirectory,
    keys: { readonly accountKey: string; readonly key: string },
    current: X509Certificate,
  ) {
    this.#options = options;
    this.#directory = directory;
    this.#keys = keys;
    this.#current = current;
  }

  /**
   * Loads keys and certificate; until the first order there is one that the service signs itself.
   * @throws EdgeError ERR_CONFIG for unreadable files
   */
  static async open(
    options: DomainTls,
    directory: StateDirectory,
    nowMs: number,
  ): Promise<DomainCertificate> {
    const key = await directory.readOrCreate(KEY_FILE, makeKey);
    const accountKey = await directory.readOrCreate(ACCOUNT_KEY_FILE, makeKey);
    const stored = usable(await directory.read(CERTIFICATE_FILE), key, options.domain);
    if (stored !== undefined) return new DomainCertificate(options, directory, { accountKey, key }, stored);
    const keys = await importKeyPair(key, directory.pathOf(KEY_FILE));
    const made = await X509CertificateGenerator.createSelfSigned({
      name: 'CN=no certificate yet',
      notBefore: new Date(nowMs - DAY_MS),
      notAfter: new Date(nowMs + DAY_MS),
      keys,
      signingAlgorithm: SIGNATURE,
    });
    const pem = `${made.toString('pem')}\n`;
    await directory.write(CERTIFICATE_FILE, pem);
    return new DomainCertificate(options, directory, { accountKey, key }, new X509Certificate(pem));
  }

  /** When the certificate should be renewed, in milliseconds since the epoch; 0 without a certificate. */
  get dueMs(): number {
    const { issuer, subject, validFrom, validTo } = this.#current;
    if (issuer === subject) return 0;
    const endMs = Date.parse(validTo);
    return endMs - (endMs - Date.parse(validFrom)) * RENEWAL_SHARE;
  }

  /** When the current certificate ends. */
  get validTo(): string {
    return this.#current.validTo;
  }

  /** Orders a certificate and stores it. @throws Error that says what the ACME server answered */
  async renew(): Promise<void> {
    const { acmeServer = DEFAULT_SERVER, email, domain, plainPort } = this.#options;
    const kinds: ChallengeKind[] = plainPort === false ? ['tls-alpn-01'] : ['tls-alpn-01', 'http-01'];
    const order = { acmeServer, email, domain, ...this.#keys, challenges: this.challenges, kinds };
    const pem = await orderCertificate(order);
    await this.#directory.write(CERTIFICATE_FILE, pem);
    this.#current = new X509Certificate(pem);
  }
}

/** A stored certificate that fits; an expired one too: it is the last that there is. */
function usable(pem: string | undefined, key: string, domain: string): X509Certificate | undefined {
  if (pem === undefined) return undefined;
  try {
    const certificate = new X509Certificate(pem);
    const fits = certificate.checkPrivateKey(createPrivateKey(key));
    return fits && certificate.checkHost(domain) !== undefined ? certificate : undefined;
  } catch {
    return undefined;
  }
}
