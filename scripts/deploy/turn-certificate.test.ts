/**
 * @module The units of deploy/coturn on a machine that systemd has booted, set up by the commands of the guide: coturn shows what Caddy or the
 * service wrote, without a restart.
 */
import { X509Certificate } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '../../packages/signaling/src/test-support/certificate.fixture.ts';
import { makeDirectory } from '../../packages/signaling/src/test-support/directory.fixture.ts';
import { ROOT } from '../step.ts';
import { SystemdMachine } from '../systemd-machine.ts';
import { DEPLOY } from './deploy-file.fixture.ts';

const CLONE = '/opt/longwire';
const CADDY =
  '/var/lib/caddy/.local/share/caddy/certificates/acme-v02.api.letsencrypt.org-directory/turn.example/turn.example.crt';
const SERVICE = '/var/lib/longwire-signaling/tls/fullchain.pem';
const PLACE_HOLDER = 'no certificate yet';
const SHOWN_MS = 10_000;
/** The unit tries again after ten seconds. */
const RETRIED_MS = 20_000;

/** The commands of the guide's section about the relay, with another certificate if it says so. */
function relayCommands(certificate: string): string {
  const guide = readFileSync(join(ROOT, 'docs/guides/operate.md'), 'utf8');
  const [, block = ''] = /### The relay\n[^]*?```sh\n([^]*?)```/u.exec(guide) ?? [];
  expect(block).toContain(`certificate=${CADDY}\n`);
  return block.replace(CADDY, certificate);
}

interface Pair {
  readonly certificate: string;
  readonly key: string;
  readonly fingerprint: string;
}

async function makePair(): Promise<Pair> {
  await using directory = await makeDirectory();
  const { certFile, keyFile } = await makeCertificate(directory.path);
  const certificate = readFileSync(certFile, 'utf8');
  const fingerprint = new X509Certificate(certificate).fingerprint256;
  return { certificate, key: readFileSync(keyFile, 'utf8'), fingerprint };
}

/** A machine with the guide's relay for a certificate that does not exist yet. */
async function relayMachine(certificate: string): Promise<SystemdMachine> {
  const machine = await SystemdMachine.boot();
  onTestFinished(() => machine[Symbol.asyncDispose]());
  const inside = (path: string): string => join(machine.root, path);
  cpSync(DEPLOY, inside(`${CLONE}/deploy`), { recursive: true });
  mkdirSync(inside('/etc/longwire-signaling'));
  writeFileSync(inside('/etc/longwire-signaling/turn-secret'), 'a-secret-with-thirty-two-letters', {
    mode: 0o600,
  });
  // Reason: the machine has loopback alone, which coturn does not choose by itself.
  mkdirSync(inside('/etc/systemd/system/coturn.service.d'));
  const listen = '[Service]\nEnvironment=TURN_LISTEN_IP=127.0.0.1\n';
  writeFileSync(inside('/etc/systemd/system/coturn.service.d/test.conf'), listen);
  await machine.run(relayCommands(certificate), { cwd: CLONE });
  return machine;
}

/** Name and SHA-256 of what coturn shows to a new connection. */
async function shownBy(
  machine: SystemdMachine,
): Promise<{ readonly subject: string; readonly fingerprint: string }> {
  const connect = 'openssl s_client -connect 127.0.0.1:5349 < /dev/null 2> /dev/null';
  const pem = await machine.run(`${connect} | openssl x509`).catch(() => undefined);
  if (pem === undefined) return { subject: '', fingerprint: '' };
  const { subject, fingerprint256 } = new X509Certificate(pem);
  return { subject, fingerprint: fingerprint256 };
}

async function expectShown(machine: SystemdMachine, pair: Pair, timeout = SHOWN_MS): Promise<void> {
  await expect
    .poll(async () => (await shownBy(machine)).fingerprint, { timeout, interval: 200 })
    .toBe(pair.fingerprint);
}

const processOf = async (machine: SystemdMachine): Promise<string> =>
  await machine.run('systemctl show --property=MainPID coturn');

test("coturn shows Caddy's certificate once there is one, and each later one, without a restart", async () => {
  const machine = await relayMachine(CADDY);
  const file = join(machine.root, CADDY);
  await expect
    .poll(async () => (await shownBy(machine)).subject, { timeout: SHOWN_MS })
    .toBe(`CN=${PLACE_HOLDER}`);
  const process = await processOf(machine);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  for (const pair of [await makePair(), await makePair()]) {
    // As Caddy does: the key before the certificate, each written in place.
    writeFileSync(file.replace(/crt$/u, 'key'), pair.key, { mode: 0o600 });
    writeFileSync(file, pair.certificate, { mode: 0o600 });
    await expectShown(machine, pair, RETRIED_MS);
  }
  expect(await processOf(machine)).toBe(process);
  expect(await machine.run('stat --format="%U %a" /run/longwire-turn-certificate/*')).toBe('turnserver 400');
}, 90_000);

test("coturn shows the service's certificate; a half that fits no key is not shown, and the next start takes what changed meanwhile", async () => {
  const machine = await relayMachine(SERVICE);
  const file = join(machine.root, SERVICE);
  const folder = dirname(file);
  // As the service does: in a folder of its own, each file replaced as a whole.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await machine.run(`chown daemon: ${dirname(SERVICE)}`);
  const write = (name: string, text: string): void => {
    writeFileSync(join(folder, `${name}.draft`), text, { mode: 0o600 });
    renameSync(join(folder, `${name}.draft`), join(folder, name));
  };
  const [first, second, third] = [await makePair(), await makePair(), await makePair()];
  write('privkey.pem', first.key);
  write('fullchain.pem', first.certificate);
  await expectShown(machine, first, RETRIED_MS);
  const process = await processOf(machine);

  write('fullchain.pem', second.certificate);
  const log = 'journalctl --unit="longwire-turn-certificate@*"';
  await expect.poll(() => machine.run(log), { timeout: SHOWN_MS }).toContain('do not belong together');
  expect((await shownBy(machine)).fingerprint).toBe(first.fingerprint);
  write('privkey.pem', second.key);
  await expectShown(machine, second, RETRIED_MS);
  expect(await processOf(machine)).toBe(process);

  await machine.run('systemctl stop "longwire-turn-certificate@*.path"');
  write('privkey.pem', third.key);
  write('fullchain.pem', third.certificate);
  await machine.run('systemctl restart coturn');
  await expectShown(machine, third);
}, 90_000);
