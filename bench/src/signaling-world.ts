/** @module The world of the signaling service's benchmark: the service with a full registry, the bare relay, and load, each a process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child, SIGNALING_CLI } from '@longwire/e2e';
import { parsePublicJwk, publicKeyFingerprint } from '@longwire/protocol';
import { openRegistry } from '@longwire/signaling';
import { measuredNode } from './measured-node.ts';
import { deviceName, type Fleet } from './wire/service-ends.ts';

const PROGRAMS = 'bench/src/programs';
const PRODUCT_ID = 'pr-bench';
const DEVICE_PREFIX = 'de-';
const DAY_MS = 86_400_000;

/** More than any part opens or sends: the measurement is about the work, not the limits. */
const ROOM = Object.entries({
  '--max-sockets': '1000000',
  '--max-sockets-per-address': '1000000',
  '--max-connections-per-address': '1000000',
  '--logins-per-second': '1000000',
  '--login-burst': '1000000',
  '--max-clients-per-device': '1000',
  '--messages-per-second': '1000000',
  '--message-burst': '1000000',
}).flat();

/** The contents of the registry. */
export interface FleetOptions {
  readonly devices: number;
  readonly tokens?: number;
  /** Its database; a new file without it. */
  readonly database?: string;
}

/** A registry with devices and tokens, and the keys and tokens to reach them. */
export interface Registered extends Omit<Fleet, 'url'> {
  readonly database: string;
}

/** A server process, ours or bare. */
export interface Server {
  readonly child: Child;
  readonly url: string;
}

/** Options of a server. */
export interface ServerOptions {
  /** Any free port by default. */
  readonly port?: number;
  /** Options of Node. */
  readonly nodeOptions?: readonly string[];
}

/** Starts processes, and stops all of them. */
export class SignalingWorld implements AsyncDisposable {
  readonly #ends = new AsyncDisposableStack();
  readonly #folder = mkdtempSync(join(tmpdir(), 'longwire-bench-'));
  #databases = 0;

  constructor() {
    this.#ends.defer(() => rmSync(this.#folder, { recursive: true }));
  }

  /** Fills a registry. */
  async register({ devices, tokens = 1, database = this.#newDatabase() }: FleetOptions): Promise<Registered> {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
    const key = await crypto.subtle.exportKey('jwk', pair.privateKey);
    const { kty, crv, x, y } = key;
    const fingerprint = publicKeyFingerprint(parsePublicJwk({ kty, crv, x, y }));
    await using registry = await openRegistry(database);
    await registry.products.add(PRODUCT_ID);
    const fleet = { productId: PRODUCT_ID, devicePrefix: DEVICE_PREFIX, key };
    for (let index = 0; index < devices; index += 1) {
      await registry.devices.add({ productId: PRODUCT_ID, deviceId: deviceName(fleet, index), fingerprint });
    }
    const scts: string[] = [];
    while (scts.length < tokens) {
      scts.push((await registry.tokens.add({ productId: PRODUCT_ID, lifetimeMs: DAY_MS })).value);
    }
    return { ...fleet, scts, database };
  }

  /** Starts the service on a registry. */
  async startService(
    { database }: Pick<Registered, 'database'>,
    { port = 0, args = [], nodeOptions = [] }: ServerOptions & { readonly args?: readonly string[] } = {},
  ): Promise<Server> {
    const child = new Child(
      'service',
      [SIGNALING_CLI, 'serve', '--database', database, '--port', String(port), ...ROOM, ...args],
      [...measuredNode(), ...nodeOptions, '--import', `./${PROGRAMS}/with-memory-report.ts`],
    );
    this.endLater(child);
    const [, url = ''] = await child.nextLine(/^longwire-signaling listening on (http:\S+)$/u);
    return { child, url };
  }

  /** Starts the bare relay. */
  async startBareRelay({ port = 0, nodeOptions = [] }: ServerOptions = {}): Promise<Server> {
    const child = new Child(
      'bare relay',
      [`${PROGRAMS}/bare-relay.ts`, '--port', String(port)],
      [...measuredNode(), ...nodeOptions],
    );
    this.endLater(child);
    const [, url = ''] = await child.nextLine(/^bare relay at (\S+)$/u);
    return { child, url };
  }

  /** Starts one of the programs that generate load. */
  startLoad(program: string, flags: Readonly<Record<string, string | number | true | object>>): Child {
    const args = Object.entries(flags).flatMap(([name, value]) => [
      `--${name}`,
      ...(value === true ? [] : [typeof value === 'object' ? JSON.stringify(value) : String(value)]),
    ]);
    const child = new Child(program, [`${PROGRAMS}/${program}.ts`, ...args]);
    this.endLater(child);
    return child;
  }

  /** Stops a process with the world. */
  endLater(child: Child): void {
    this.#ends.defer(async () => await child.stop());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ends.disposeAsync();
  }

  #newDatabase(): string {
    this.#databases += 1;
    return join(this.#folder, `registry-${this.#databases}.sqlite`);
  }
}
