/** @module A TLS certificate for loopback, which no browser trusts. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Creates one in a folder, for loopback and a name. Returns its files. */
export function makeCertificate(
  directory: string,
  name: string = 'localhost',
): { cert: string; key: string } {
  const files = { cert: join(directory, 'cert.pem'), key: join(directory, 'key.pem') };
  const made = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost';
  const names = ['-addext', `subjectAltName=DNS:${name},IP:127.0.0.1`];
  execFileSync('openssl', [...made.split(' '), ...names, '-keyout', files.key, '-out', files.cert], {
    stdio: 'ignore',
  });
  return files;
}
