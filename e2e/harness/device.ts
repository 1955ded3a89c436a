/** @module The two kinds of device under test, each its own process that is attached to the service. */
import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { readIdentity } from '../peers/deployed/identity.ts';
import { Child } from './child.ts';
import { runCommand } from './command-process.ts';
import { DEMO_DEVICE, DEPLOYED_DEVICE, WATCH_REQUESTS } from './paths.ts';
import { PRODUCT_ID, type DeviceRegistry } from './service.ts';
import { keepSecret } from './watched.ts';

/** Ours, and one that behaves like those in the field. */
export const KINDS = ['longwire', 'deployed'] as const;
export type Kind = (typeof KINDS)[number];

/** What a client needs to know of a device. */
export interface Device {
  readonly kind: Kind;
  readonly productId: string;
  readonly deviceId: string;
  readonly fingerprint: string;
  readonly sct: string;
  readonly username: string;
  readonly password: string;
  readonly child: Child;
  /** Starts it again once its process has ended, with other arguments if given. Resolves when it is attached. */
  readonly startAgain: (args?: readonly string[]) => Promise<Child>;
}

/** A device that has been set up. */
export interface Registered {
  readonly fingerprint: string;
  readonly password: string;
  readonly command: readonly string[];
}

/** Reads `key=value` of a pairing link. */
function linkField(link: string, key: string): string {
  const parameters = new URLSearchParams(new URL(link).hash.slice(1));
  const value = parameters.get(key);
  if (value === null) throw new Error(`pairing link without ${key}`);
  return value;
}

/** Sets up one of our devices. The result contains the connection token that it announces itself. */
export async function initLongwire(
  service: DeviceRegistry,
  deviceId: string,
  main: string,
): Promise<Registered & { readonly sct: string }> {
  const directory = join(service.directory, deviceId);
  const output = await runCommand('device', [
    'init',
    '--directory',
    directory,
    '--product',
    PRODUCT_ID,
    '--device',
    deviceId,
    '--service',
    service.webSocketUrl,
    '--console',
    service.url,
  ]);
  const link = /https?:\S+#\S+/u.exec(output)?.[0] ?? '';
  return {
    fingerprint: linkField(link, 'fp'),
    password: linkField(link, 'pwd'),
    sct: linkField(link, 'sct'),
    command: [
      main,
      '--directory',
      directory,
      '--product',
      PRODUCT_ID,
      '--device',
      deviceId,
      '--service',
      service.webSocketUrl,
    ],
  };
}

/** Generates a P-256 key whose named coordinates start with a zero byte: deployed devices write such a key incorrectly. */
function makeKey(zeros: DeviceOptions['zeros'] = []): KeyObject {
  for (;;) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = publicKey.export({ format: 'jwk' });
    if (zeros.every((name) => Buffer.from(jwk[name] ?? '', 'base64url')[0] === 0)) return privateKey;
  }
}

function initDeployed(service: DeviceRegistry, deviceId: string, zeros: DeviceOptions['zeros']): Registered {
  const directory = join(service.directory, deviceId);
  mkdirSync(directory);
  const key = join(directory, 'key.pem');
  writeFileSync(key, makeKey(zeros).export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const password = randomBytes(9).toString('base64url');
  return {
    fingerprint: readIdentity(key).fingerprint,
    password,
    command: [
      DEPLOYED_DEVICE,
      '--service',
      service.webSocketUrl,
      '--key',
      key,
      '--product',
      PRODUCT_ID,
      '--device',
      deviceId,
      `--password=${password}`,
    ],
  };
}

export interface DeviceOptions {
  /** Further arguments of the device's program. */
  readonly args?: readonly string[];
  /** Options of Node for the device's process. */
  readonly nodeOptions?: readonly string[];
  /** The program of a `longwire` device; the demo's by default. */
  readonly main?: string;
  /** The coordinates of a `deployed` device's key that start with a zero byte; any key by default. */
  readonly zeros?: readonly ('x' | 'y')[];
  /** A command that runs it elsewhere, in a network namespace for example. */
  readonly within?: readonly string[];
  /** Whether it reports its requests and peer connections to the oracles (the default), which takes a sixth of what a request costs: not where that is measured. */
  readonly isWatched?: boolean;
}

let devicesMade = 0;

/** Creates, registers and starts a device, and waits until it is attached. */
export async function startDevice(
  service: DeviceRegistry,
  kind: Kind,
  {
    args = [],
    nodeOptions = [],
    main = DEMO_DEVICE,
    within = [],
    zeros,
    isWatched = true,
  }: DeviceOptions = {},
): Promise<Device> {
  devicesMade += 1;
  const deviceId = `de-${kind}-${devicesMade}`;
  const { fingerprint, password, command } =
    kind === 'longwire'
      ? await initLongwire(service, deviceId, main)
      : initDeployed(service, deviceId, zeros);
  await service.addDevice(deviceId, fingerprint);
  const sct = await service.addToken(deviceId);
  keepSecret(password, sct);
  // Another version has other modules.
  const watching = isWatched && kind === 'longwire' && !isAbsolute(main) ? ['--import', WATCH_REQUESTS] : [];
  const startAgain = async (again = args): Promise<Child> => {
    const child = new Child(deviceId, [...command, ...again], [...watching, ...nodeOptions], within);
    await child.nextLine(/ attached to /u);
    return child;
  };
  const identity = { kind, productId: PRODUCT_ID, deviceId, fingerprint, sct, username: 'admin', password };
  return { ...identity, child: await startAgain(), startAgain };
}
