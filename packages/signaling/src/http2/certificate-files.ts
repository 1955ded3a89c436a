/** @module The service's certificate and key, reloaded from two files so that a renewal needs no restart. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { EdgeError } from '@longwire/protocol';
import type { Clock } from '@longwire/protocol';
import { faultOf } from '../log/fault-of.ts';
import { errorFields, type Log } from '../log/log.ts';
import { every } from '@longwire/protocol';

/** The two files. */
export interface CertificatePaths {
  /** PEM: the certificate and its intermediates. */
  readonly certFile: string;
  /** PEM: the private key. */
  readonly keyFile: string;
}

/** A certificate with its private key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Options of {@link CertificateFiles.watch}. */
export interface CertificateWatch {
  readonly clock: Clock;
  readonly log: Log;
  /** Called when the files hold a new, valid pair. */
  readonly handleRenewed: (certificate: Certificate) => void;
}

/**
 * Interval of checks, in milliseconds. Reason: certificates are renewed weeks before they expire; polling
 * also notices replaced symlinks, which watching does not.
 */
const LOOK_INTERVAL_MS = 60_000;

/** Certificate and key as last loaded successfully. */
export class CertificateFiles {
  readonly #paths: CertificatePaths;
  #current: Certificate;
  /** The last logged error, so that the same one is not logged every minute. */
  #fault: string | undefined;
  #watch: CertificateWatch | undefined;

  private constructor(paths: CertificatePaths, current: Certificate) {
    this.#paths = paths;
    this.#current = current;
  }

  /** @throws EdgeError ERR_CONFIG for files that are unreadable or do not match */
  static async load(paths: CertificatePaths): Promise<CertificateFiles> {
    return new CertificateFiles(paths, await readPair(paths));
  }

  get current(): Certificate {
    return this.#current;
  }

  /** Checks the files at an interval until disposed. */
  watch(options: CertificateWatch): Disposable {
    this.#watch = options;
    return every(options.clock, LOOK_INTERVAL_MS, () => void this.reload());
  }

  /** Checks the files now. Invalid files, perhaps because only one is written yet, change nothing. */
  async reload(): Promise<void> {
    let found: Certificate;
    try {
      found = await readPair(this.#paths);
    } catch (error) {
      this.#report(error);
      return;
    }
    this.#fault = undefined;
    if (found.cert === this.#current.cert && found.key === this.#current.key) return;
    this.#current = found;
    this.#watch?.handleRenewed(found);
    const { validTo } = new X509Certificate(found.cert);
    this.#watch?.log.info({ validTo }, 'certificate renewed');
  }

  #report(error: unknown): void {
    const fault = error instanceof Error ? error.message : 'not readable';
    if (fault === this.#fault) return;
    this.#fault = fault;
    this.#watch?.log.error(errorFields(error), 'certificate not renewed: keeping the previous one');
  }
}

async function readPair({ certFile, keyFile }: CertificatePaths): Promise<Certificate> {
  const [cert, key] = await Promise.all([readPem('tls-cert', certFile), readPem('tls-key', keyFile)]);
  try {
    // TLS silently ignores an empty file, and a file that is being rewritten is empty for a moment
    void new X509Certificate(cert);
    void createPrivateKey(key);
    createSecureContext({ cert, key });
  } catch (cause) {
    throw new EdgeError(
      'ERR_CONFIG',
      `${certFile} and ${keyFile} are not a PEM certificate and its private key`,
      { cause },
    );
  }
  return { cert, key };
}

async function readPem(name: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new EdgeError('ERR_CONFIG', `cannot read ${name} from ${file} (${faultOf(cause)})`, { cause });
  }
}
