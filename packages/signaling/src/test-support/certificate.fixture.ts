/** @module A self-signed certificate for this machine, as files. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CertificatePaths } from '../http2/certificate-files.ts';

/** Writes a new certificate and its key into a directory; also for another address than loopback. */
export async function makeCertificate(
  directory: string,
  address: string = '127.0.0.1',
): Promise<CertificatePaths> {
  const paths = { certFile: join(directory, 'cert.pem'), keyFile: join(directory, 'key.pem') };
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost';
  const names = `subjectAltName=DNS:localhost,IP:${address}`;
  const files = ['-keyout', paths.keyFile, '-out', paths.certFile, '-addext', names];
  await promisify(execFile)('openssl', [...request.split(' '), ...files]);
  return paths;
}
