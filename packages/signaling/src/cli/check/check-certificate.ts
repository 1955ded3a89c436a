/** @module Checks that the service can use its certificate, or get one. */
import { bad, EdgeError, good, type Verdict } from '@longwire/protocol';
import { CertificateFiles } from '../../http2/certificate-files.ts';
import { publicName } from '../../tls/acme/public-name.ts';
import { localHostName } from '../../tls/local/local-names.ts';
import type { TlsOptions } from '../../tls/tls-options.ts';

/** Reads the files, or checks the name; gets and makes no certificate. */
export async function checkCertificate(tls: TlsOptions | undefined): Promise<Verdict[]> {
  if (tls === undefined) return [];
  try {
    return [good('tls', await sourceOf(tls))];
  } catch (error) {
    if (!(error instanceof EdgeError)) throw error;
    return [bad('tls', error.message, 'correct the options or files: the service does not start')];
  }
}

async function sourceOf(tls: TlsOptions): Promise<string> {
  if ('domain' in tls) return `a certificate of an ACME server for ${publicName(tls.domain)}`;
  if ('local' in tls) return `a certificate of its own authority for ${localHostName(tls.local)}`;
  await CertificateFiles.load(tls);
  return `${tls.certFile} and ${tls.keyFile} belong together`;
}
