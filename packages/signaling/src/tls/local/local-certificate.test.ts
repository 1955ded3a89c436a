/** @module The service's own authority and the certificate for this host. */
import { X509Certificate } from 'node:crypto';
import { execFile } from 'node:child_process';
import { chmod, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  X509Certificate as ParsedCertificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { expect, onTestFinished, test } from 'vitest';
import { makeDirectory } from '../../test-support/directory.fixture.ts';
import { importKeyPair, makeKey, SIGNATURE } from '../key-pair.ts';
import { CERTIFICATE_FILE, StateDirectory } from '../state-directory.ts';
import { Authority } from './authority.ts';
import { LocalCertificate } from './local-certificate.ts';
import { localHostName, privateInterfaceAddresses } from './local-names.ts';

const DAY_MS = 86_400_000;
const NOW = Date.now();
const run = promisify(execFile);

async function makeState(): Promise<{ path: string; directory: StateDirectory }> {
  const made = await makeDirectory();
  onTestFinished(() => made[Symbol.asyncDispose]());
  const path = join(made.path, 'tls');
  return { path, directory: await StateDirectory.open(path) };
}

async function openLocal(
  directory: StateDirectory,
  { hostName = 'camera.local', nowMs = NOW, addresses = ['192.168.1.5'] } = {},
): Promise<LocalCertificate> {
  return await LocalCertificate.open(directory, hostName, nowMs, () => addresses);
}

async function served(directory: StateDirectory): Promise<X509Certificate> {
  return new X509Certificate((await directory.read(CERTIFICATE_FILE)) ?? '');
}

/** What OpenSSL thinks of a server certificate that the authority signed. */
async function verdictOf(
  path: string,
  names: { dns: readonly string[]; addresses: readonly string[] },
): Promise<string> {
  const directory = await StateDirectory.open(path);
  const authority = await Authority.open(directory, 'camera.local', NOW);
  const { publicKey } = await importKeyPair(makeKey(), 'test');
  const pem = await authority.issue({ hostName: 'camera.local', ...names }, publicKey, NOW);
  return await openSslVerdict(path, pem, '-x509_strict');
}

/** What OpenSSL thinks of a certificate under the authority. */
async function openSslVerdict(path: string, pem: string, ...options: readonly string[]): Promise<string> {
  const file = join(path, 'other.pem');
  await writeFile(file, pem);
  const args = ['verify', ...options, '-CAfile', join(path, 'authority.pem'), file];
  return await run('openssl', args).then(
    ({ stdout }) => stdout,
    (error: unknown) => String(error),
  );
}

test('the certificate covers NAME.local, names below it, this host and its addresses', async () => {
  const { directory } = await makeState();
  await openLocal(directory, { addresses: ['192.168.1.5', 'fd12::7'] });
  const certificate = await served(directory);
  for (const name of ['camera.local', 'x1.camera.local', 'localhost'])
    expect([name, certificate.checkHost(name)]).toEqual([name, expect.any(String)]);
  for (const address of ['192.168.1.5', 'fd12::7', '127.0.0.1', '::1'])
    expect([address, certificate.checkIP(address)]).toEqual([address, expect.any(String)]);
  expect(certificate.checkHost('example.org')).toBeUndefined();
});

test('only the owner can read the directory and its files', async () => {
  const { path, directory } = await makeState();
  await openLocal(directory);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  for (const name of ['authority-key.pem', 'authority.pem', 'fullchain.pem', 'privkey.pem'])
    expect([name, (await stat(join(path, name))).mode & 0o777]).toEqual([name, 0o600]);
});

test('a directory that other users can read is refused', async () => {
  const { path } = await makeState();
  await chmod(path, 0o755);
  await expect(StateDirectory.open(path)).rejects.toThrow(`chmod 700 ${path}`);
});

test.each([
  ['its own names', ['camera.local', 'x.camera.local'], ['10.1.2.3', 'fd00::1'], 'OK'],
  ['a website', ['example.org'], [], 'permitted subtree violation'],
  ['another local name', ['printer.local'], [], 'permitted subtree violation'],
  ['a public IPv4 address', [], ['8.8.8.8'], 'permitted subtree violation'],
  ['a public IPv6 address', [], ['2001:db8::1'], 'permitted subtree violation'],
])('a certificate of the authority for %s: is judged by OpenSSL', async (_what, dns, addresses, verdict) => {
  const { path } = await makeState();
  expect(await verdictOf(path, { dns, addresses })).toContain(verdict);
});

test.each([
  ['a server', ExtendedKeyUsage.serverAuth, 'sslserver', 'OK'],
  ['the sender of a mail', ExtendedKeyUsage.emailProtection, 'smimesign', 'purpose'],
  ['a client', ExtendedKeyUsage.clientAuth, 'sslclient', 'purpose'],
])(
  'a certificate that a thief of the authority signs for %s is judged by OpenSSL',
  async (_who, usage, purpose, verdict) => {
    const { path, directory } = await makeState();
    const { authority } = await openLocal(directory);
    const stolen = (await directory.read('authority-key.pem')) ?? '';
    const { privateKey, publicKey } = await importKeyPair(stolen, 'test');
    const forged = await X509CertificateGenerator.create({
      subject: 'CN=Forged',
      issuer: new ParsedCertificate(authority.pem).subject,
      publicKey,
      signingKey: privateKey,
      signingAlgorithm: SIGNATURE,
      extensions: [new ExtendedKeyUsageExtension([usage])],
    });
    expect(await openSslVerdict(path, forged.toString('pem'), '-purpose', purpose)).toContain(verdict);
  },
);

test('the authority is for servers only, not for programs or mail', async () => {
  const { directory } = await makeState();
  const { authority } = await openLocal(directory);
  expect(new X509Certificate(authority.pem).keyUsage).toEqual([ExtendedKeyUsage.serverAuth]);
});

test('a second start keeps authority, key and certificate', async () => {
  const { directory } = await makeState();
  const first = await openLocal(directory);
  const before = await served(directory);
  const second = await openLocal(directory);
  expect(second.authority.fingerprint).toBe(first.authority.fingerprint);
  expect((await served(directory)).fingerprint256).toBe(before.fingerprint256);
});

test('other addresses and age renew the certificate with the same authority and key', async () => {
  const { directory } = await makeState();
  let addresses = ['192.168.1.5'];
  const local = await LocalCertificate.open(directory, 'camera.local', NOW, () => addresses);
  const first = await served(directory);
  addresses = ['192.168.1.6'];
  expect(await local.update(NOW)).toBe(true);
  const second = await served(directory);
  expect(second.checkIP('192.168.1.6')).toBeDefined();
  expect(second.checkIP('192.168.1.5')).toBeUndefined();
  expect(second.publicKey.equals(first.publicKey)).toBe(true);
  expect(await local.update(NOW + 59 * DAY_MS)).toBe(false);
  expect(await local.update(NOW + 61 * DAY_MS)).toBe(true);
  expect((await served(directory)).verify(new X509Certificate(local.authority.pem).publicKey)).toBe(true);
});

test('another name, and an authority near its end, make a new authority', async () => {
  const { directory } = await makeState();
  const first = await openLocal(directory);
  const renamed = await openLocal(directory, { hostName: 'door.local' });
  expect(renamed.authority.fingerprint).not.toBe(first.authority.fingerprint);
  const later = await openLocal(directory, { hostName: 'door.local', nowMs: NOW + 3_600 * DAY_MS });
  expect(later.authority.fingerprint).not.toBe(renamed.authority.fingerprint);
});

test.each(['authority-key.pem', 'authority.pem', 'privkey.pem'])(
  'a damaged %s is an error, and is not overwritten',
  async (name) => {
    const { directory } = await makeState();
    await openLocal(directory);
    await directory.write(name, 'damaged');
    await expect(openLocal(directory)).rejects.toThrow(name);
    expect(await directory.read(name)).toBe('damaged');
  },
);

test('a damaged certificate is made again', async () => {
  const { directory } = await makeState();
  await openLocal(directory);
  await directory.write(CERTIFICATE_FILE, 'damaged');
  await openLocal(directory);
  expect((await served(directory)).checkHost('camera.local')).toBeDefined();
});

test('only private addresses of interfaces count, without loopback', () => {
  const list = ['192.168.1.5', '8.8.8.8', '172.31.0.1', '172.32.0.1', 'fe80::1', 'fd00::2', '2001:db8::1'];
  const addresses = privateInterfaceAddresses(() => [
    ...list.map((address) => ({ address, internal: false })),
    { address: '127.0.0.1', internal: true },
  ]);
  expect(addresses).toEqual(['172.31.0.1', '192.168.1.5', 'fd00::2']);
});

test.each(['', 'a.b', '-a', 'ä', 'a b', 'x'.repeat(64)])('the local name %j is refused', (label) => {
  expect(() => localHostName(label)).toThrow('local name is invalid');
});

test('a local name is lower case', () => {
  expect(localHostName('Front-Door')).toBe('front-door.local');
});
