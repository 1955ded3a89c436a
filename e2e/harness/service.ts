/** @module The signaling service as a process, with its database, and the commands that fill it. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Child } from './child.ts';
import { runCommand } from './command-process.ts';
import { site, SIGNALING_CLI } from './paths.ts';
import { showsSecret } from './watched.ts';

/** The file of the database; SQLite has others beside it, whose names start with this. */
const DATABASE = 'service.sqlite';

/** The product of every test device. */
export const PRODUCT_ID = 'pr-e2e';

export interface ServiceOptions {
  /** Address to listen on; loopback by default. */
  readonly host?: string;
  /** Port to listen on; a free one by default. */
  readonly port?: number;
  /** A command that runs it elsewhere, in a network namespace for example. */
  readonly within?: readonly string[];
  /** A folder that is served to browsers; the build of the run by default. */
  readonly console?: string;
  /** Further arguments of `serve`. */
  readonly args?: readonly string[];
  /** The program of another version, for `serve` and for the commands that fill its database. */
  readonly main?: string;
  /** Options of Node for its process. */
  readonly nodeOptions?: readonly string[];
}

/** What setting up a device needs of a service. */
export type DeviceRegistry = Pick<Service, 'directory' | 'url' | 'webSocketUrl' | 'addDevice' | 'addToken'>;

/** A running service. */
export class Service {
  readonly directory: string;
  readonly #options: ServiceOptions;
  readonly #issued: string[] = [];
  #child: Child;
  #url: string;

  private constructor(directory: string, options: ServiceOptions, child: Child, url: string) {
    this.directory = directory;
    this.#options = options;
    this.#child = child;
    this.#url = url;
  }

  /** Starts a service on a database that contains only the product. */
  static async start(options: ServiceOptions = {}): Promise<Service> {
    const directory = mkdtempSync(join(tmpdir(), 'longwire-e2e-'));
    await command(options, directory, 'product', 'add', PRODUCT_ID);
    const { child, url } = await serve(databaseIn(directory), options);
    return new Service(directory, options, child, url);
  }

  /** `http://127.0.0.1:PORT` */
  get url(): string {
    return this.#url;
  }

  /** The address for clients. */
  get webSocketUrl(): string {
    return this.#url.replace(/^http/u, 'ws');
  }

  get child(): Child {
    return this.#child;
  }

  /** Restarts the ended service on the same database and port. */
  async restart(): Promise<void> {
    const port = Number(new URL(this.#url).port);
    ({ child: this.#child, url: this.#url } = await serve(databaseIn(this.directory), {
      ...this.#options,
      port,
    }));
  }

  async addDevice(deviceId: string, fingerprint: string): Promise<void> {
    await this.#command('device', 'add', PRODUCT_ID, deviceId, '--fingerprint', fingerprint);
  }

  /** A connection token for one device. */
  async addToken(deviceId: string): Promise<string> {
    return await this.#issue('token', 'add', PRODUCT_ID, deviceId);
  }

  /** Revokes a connection token. */
  async revokeToken(sct: string): Promise<void> {
    const id = sct.split('_').slice(0, 2).join('_');
    await this.#command('token', 'revoke', id);
  }

  /** Accepts the tokens of an issuer, whose keys are at a URL. */
  async addIssuer(jwtIssuer: string, jwtAudience: string, jwks: string): Promise<void> {
    const flags = ['--jwt-issuer', jwtIssuer, '--jwt-audience', jwtAudience, '--jwks', jwks];
    await this.#command('product', 'issuer', 'add', PRODUCT_ID, ...flags);
  }

  /** A key for the HTTP API. */
  async addKey(name: string, role: string): Promise<string> {
    return await this.#issue('api-key', 'add', name, '--role', role);
  }

  /** A secret that a command issues. Commands for people print it again, as links; the database must not have it. */
  async #issue(...args: readonly string[]): Promise<string> {
    const secret = await this.#command(...args);
    this.#issued.push(secret);
    return secret;
  }

  async #command(...args: readonly string[]): Promise<string> {
    return await command(this.#options, this.directory, ...args);
  }

  /** Ends it. Idempotent. @throws Error when its database holds a secret as it is given to people: it stores hashes. */
  async stop(): Promise<void> {
    await this.#child.stop();
    const files = existsSync(this.directory) ? readdirSync(this.directory) : [];
    const showing = files
      .filter((name) => name.startsWith(DATABASE))
      .filter((name) => showsSecret(readFileSync(join(this.directory, name), 'latin1'), this.#issued));
    if (showing.length > 0) throw new Error(`secrets in the service's database: ${showing.join(', ')}`);
    rmSync(this.directory, { recursive: true, force: true });
  }
}

/** Runs a command on the database of a service. Returns what it printed. */
async function command(
  { main }: ServiceOptions,
  directory: string,
  ...args: readonly string[]
): Promise<string> {
  const all = [...args, '--database', databaseIn(directory)];
  if (main === undefined) return await runCommand('signaling', all);
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--conditions=longwire-source',
    main,
    ...all,
  ]);
  return stdout.trim();
}

function databaseIn(directory: string): string {
  return join(directory, DATABASE);
}

/** Starts a service on a database, a file or the URL of PostgreSQL; it listens when the promise resolves. */
export async function serve(
  database: string,
  options: ServiceOptions,
): Promise<{ child: Child; url: string }> {
  const args = [
    options.main ?? SIGNALING_CLI,
    'serve',
    '--host',
    options.host ?? '127.0.0.1',
    '--port',
    String(options.port ?? 0),
    '--console',
    options.console ?? site(),
    '--database',
    database,
    ...(options.args ?? []),
  ];
  const child = new Child('service', args, options.nodeOptions, options.within);
  const [, url = ''] = await child.nextLine(/^longwire-signaling listening on (https?:\S+)$/u);
  return { child, url };
}
