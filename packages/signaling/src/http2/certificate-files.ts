/** @module The service's own certificate and key, read from two files again and again: whoever renews them restarts nothing. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { EdgeError } from '@longwire/protocol';
import type { Clock } from '../clock/clock.ts';
import { errorFields, type Log } from '../log/log.ts';

/** Where they are. */
export interface CertificatePaths {
  /** PEM: the certificate, and those between it and the authority's own. */
  readonly certFile: string;
  /** PEM: its key. */
  readonly keyFile: string;
}

/** A certificate with its key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** What the files are watched with. */
export interface CertificateWatch {
  readonly clock: Clock;
  readonly log: Log;
  /** Other ones are to be used from now on. */
  readonly handleRenewed: (certificate: Certificate) => void;
}

/** Time between two looks at the files, in milliseconds. Reason: certificates are renewed weeks before they end; looking finds links that are changed as well, which watching does not. */
const LOOK_INTERVAL_MS = 60_000;

/** Certificate and key, as they were when both were last good. */
export class CertificateFiles {
  readonly #paths: CertificatePaths;
  #current: Certificate;
  /** What was said of the files last: the same is not said every minute. */
  #fault: string | undefined;
  #watch: CertificateWatch | undefined;

  private constructor(paths: CertificatePaths, current: Certificate) {
    this.#paths = paths;
    this.#current = current;
  }

  /** @throws EdgeError ERR_CONFIG for files that cannot be read, or do not go together. */
  static async load(paths: CertificatePaths): Promise<CertificateFiles> {
    return new CertificateFiles(paths, await readPair(paths));
  }

  get current(): Certificate {
    return this.#current;
  }

  /** Looks at the files from time to time until disposed. */
  watch(options: CertificateWatch): Disposable {
    this.#watch = options;
    return options.clock.every(LOOK_INTERVAL_MS, () => void this.reload());
  }

  /** Looks at the files now. Those that are not good, perhaps because only one of them is written yet, change nothing. */
  async reload(): Promise<void> {
    let found: Certificate;
    try {
      found = await readPair(this.#paths);
    } catch (error) {
      this.#tell(error);
      return;
    }
    this.#fault = undefined;
    if (found.cert === this.#current.cert && found.key === this.#current.key) return;
    this.#current = found;
    this.#watch?.handleRenewed(found);
    const { validTo } = new X509Certificate(found.cert);
    this.#watch?.log.info({ validTo }, 'certificate renewed');
  }

  #tell(error: unknown): void {
    const fault = error instanceof Error ? error.message : 'not readable';
    if (fault === this.#fault) return;
    this.#fault = fault;
    this.#watch?.log.error(errorFields(error), 'certificate not renewed: the one before stays');
  }
}

async function readPair({ certFile, keyFile }: CertificatePaths): Promise<Certificate> {
  const [cert, key] = await Promise.all([readPem('tls-cert', certFile), readPem('tls-key', keyFile)]);
  try {
    // an empty file is none to TLS, which would go on without it: one that is being written again is empty for a moment
    void new X509Certificate(cert);
    void createPrivateKey(key);
    createSecureContext({ cert, key });
  } catch (cause) {
    throw new EdgeError(
      'ERR_CONFIG',
      `tls-cert and tls-key expected a certificate and its key as PEM, got others in ${certFile} and ${keyFile}`,
      { cause },
    );
  }
  return { cert, key };
}

async function readPem(name: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new EdgeError('ERR_CONFIG', `${name} expected a file that can be read, got ${file}`, { cause });
  }
}
