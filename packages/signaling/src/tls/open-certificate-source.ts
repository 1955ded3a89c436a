/** @module Opens the source of the certificate that the options name. */
import { SecureServing } from '../http2/secure-serving.ts';
import type { CertificateSource } from './certificate-source.ts';
import type { TlsOptions } from './tls-options.ts';

/**
 * Opens an automatic source, or returns undefined for files. Each is imported only if it is used: the
 * libraries take a noticeable part of the start. @throws EdgeError ERR_CONFIG
 */
export async function openCertificateSource(
  options: TlsOptions | undefined,
  nowMs: number,
): Promise<CertificateSource | undefined> {
  if (options === undefined) return undefined;
  if ('local' in options) {
    const { LocalSource } = await import('./local/local-source.ts');
    return await LocalSource.open(options, nowMs);
  }
  if ('domain' in options) {
    const { DomainSource } = await import('./acme/domain-source.ts');
    return await DomainSource.open(options, nowMs);
  }
  return undefined;
}

/** Loads the certificate with which the service terminates TLS; undefined without TLS. @throws EdgeError ERR_CONFIG */
export async function loadSecureServing(
  options: TlsOptions | undefined,
  source: CertificateSource | undefined,
): Promise<SecureServing | undefined> {
  if (source !== undefined) {
    return await SecureServing.load({
      certificate: source.certificate,
      challengeFor: source.challengeFor?.bind(source),
      isOnlyHttp1: source.authority !== undefined,
    });
  }
  return options !== undefined && 'certFile' in options
    ? await SecureServing.load({ certificate: options })
    : undefined;
}
