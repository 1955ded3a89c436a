/** @module A real coturn shows the certificate that a real ACME server gave the service: deploy/coturn/take-certificate. */
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { copyFile, readdir, readFile, rm, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '../test-support/certificate.fixture.ts';
import { startCoturn, type Coturn } from '../test-support/coturn.fixture.ts';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { DOMAIN, issued, makeRig } from '../test-support/domain-rig.fixture.ts';
import { TurnClient } from '../test-support/turn-client.fixture.ts';
import { TurnTlsSocket } from '../test-support/turn-socket.fixture.ts';

const SCRIPT = fileURLToPath(new URL('../../../../deploy/coturn/take-certificate', import.meta.url));
const SECRET = 'a-secret-with-thirty-two-letters';
const WRONG_CREDENTIALS = 401;
const run = promisify(execFile);

/** A folder for the copy, and the script that copies a certificate there. */
async function makeCopy(): Promise<{
  readonly file: string;
  readonly take: (certificate: string) => Promise<string>;
}> {
  const made = await makeDirectory();
  onTestFinished(() => made[Symbol.asyncDispose]());
  const env = { ...process.env, RUNTIME_DIRECTORY: made.path };
  return {
    file: join(made.path, 'certificate.pem'),
    take: async (certificate) => (await run(SCRIPT, [certificate], { env })).stderr,
  };
}

async function coturnWith(certificate: string): Promise<Coturn> {
  const coturn = await startCoturn({ secretFile: SECRET, certificate });
  onTestFinished(() => coturn[Symbol.asyncDispose]());
  return coturn;
}

/** A connection of a client that trusts one authority. */
async function openTls({ tlsPort }: Coturn, ca: string, servername = DOMAIN): Promise<TurnTlsSocket> {
  const socket = await TurnTlsSocket.open({ host: '127.0.0.1', port: tlsPort, servername, ca });
  onTestFinished(() => socket.close());
  return socket;
}

/** SHA-256 of the certificate that a new client sees. @throws Error if it does not trust it */
async function shownBy(coturn: Coturn, ca: string, servername = DOMAIN): Promise<string> {
  return (await openTls(coturn, ca, servername)).certificate.fingerprint256;
}

/** Two certificates of this machine in a folder, each with its key. */
async function makeTwo(): Promise<{ readonly folder: string; readonly second: string }> {
  const [one, two] = [await makeDirectory(), await makeDirectory()];
  for (const each of [one, two]) {
    onTestFinished(() => each[Symbol.asyncDispose]());
    const { certFile, keyFile } = await makeCertificate(each.path);
    await copyFile(certFile, join(each.path, 'fullchain.pem'));
    await copyFile(keyFile, join(each.path, 'privkey.pem'));
  }
  return { folder: one.path, second: two.path };
}

test('coturn shows the certificate of the service, and the renewed one while an allocation over TLS stays', async () => {
  const rig = await makeRig();
  const pebble = await rig.startPebble();
  await rig.startService();
  const first = await issued(rig);
  const ca = await pebble.authority();
  const { file, take } = await makeCopy();
  const certificate = join(rig.directory, 'fullchain.pem');
  await take(certificate);
  const coturn = await coturnWith(file);
  const before = await openTls(coturn, ca);
  expect(before.certificate.fingerprint256).toBe(first.fingerprint256);
  const client = new TurnClient(before, coturn.credentials());
  expect((await client.allocate()).error).toBe(0);

  rig.makeRenewalDue();
  const second = await issued(rig, first);
  await take(certificate);
  coturn.reload();
  await expect.poll(() => shownBy(coturn, ca)).toBe(second.fingerprint256);
  const after = await openTls(coturn, ca);
  expect(before.isOpen).toBe(true);
  expect((await client.refresh(600)).error).toBe(0);
  expect((await client.permit('203.0.113.10')).error).toBe(0);
  expect((await new TurnClient(after, coturn.credentials()).allocate()).error).toBe(0);
  const others = coturn.credentials({ secret: `${SECRET}-not` });
  expect((await new TurnClient(await openTls(coturn, ca), others).allocate()).error).toBe(WRONG_CREDENTIALS);
  await expect(openTls(coturn, ca, 'other.example.org')).rejects.toMatchObject({
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
}, 60_000);

test('coturn started before the first certificate shows it without a restart', async () => {
  const { file, take } = await makeCopy();
  const { folder } = await makeTwo();
  const certificate = join(folder, 'fullchain.pem');
  expect(await take(join(folder, 'none.pem'))).toContain('none.pem does not exist yet');
  const coturn = await coturnWith(file);
  const ca = await readFile(certificate, 'utf8');
  await expect(openTls(coturn, ca, 'localhost')).rejects.toMatchObject({
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  await take(certificate);
  coturn.reload();
  const { fingerprint256 } = new X509Certificate(ca);
  await expect.poll(() => shownBy(coturn, ca, 'localhost').catch(String)).toBe(fingerprint256);
});

test("only coturn's user can read the copy, and no draft is left beside it", async () => {
  const { file, take } = await makeCopy();
  const { folder } = await makeTwo();
  await take(join(folder, 'fullchain.pem'));
  const { mode, uid } = await stat(file);
  const owner =
    userInfo().uid === 0 ? (await run('id', ['-u', 'turnserver'])).stdout.trim() : `${userInfo().uid}`;
  expect([mode & 0o777, `${uid}`]).toEqual([0o400, owner]);
  expect(await readdir(join(file, '..'))).toEqual(['certificate.pem']);
});

test('a certificate that its key does not fit is refused, and the one before stays', async () => {
  const { file, take } = await makeCopy();
  const { folder, second } = await makeTwo();
  const certificate = join(folder, 'fullchain.pem');
  await take(certificate);
  const before = await readFile(file, 'utf8');
  await copyFile(join(second, 'fullchain.pem'), certificate);
  await expect(take(certificate)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('do not belong together: the previous one stays'),
  });
  expect(await readFile(file, 'utf8')).toBe(before);
  await copyFile(join(second, 'privkey.pem'), join(folder, 'privkey.pem'));
  await take(certificate);
  expect(await readFile(file, 'utf8')).not.toBe(before);
  expect(await readdir(join(file, '..'))).toEqual(['certificate.pem']);
});

test("the key of Caddy's NAME.crt is NAME.key", async () => {
  const { file, take } = await makeCopy();
  const { folder } = await makeTwo();
  await copyFile(join(folder, 'fullchain.pem'), join(folder, 'turn.example.crt'));
  await copyFile(join(folder, 'privkey.pem'), join(folder, 'turn.example.key'));
  await rm(join(folder, 'privkey.pem'));
  await take(join(folder, 'turn.example.crt'));
  const key = await readFile(join(folder, 'turn.example.key'), 'utf8');
  expect(await readFile(file, 'utf8')).toBe(
    `${await readFile(join(folder, 'turn.example.crt'), 'utf8')}${key}`,
  );
});
