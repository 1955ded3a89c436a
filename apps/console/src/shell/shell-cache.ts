/** @module Caches the console's own files for offline use: all files of one version, or none. */

/** A file of a build. */
export interface ShellFile {
  /** Relative to the page's folder; empty for the page itself. */
  readonly path: string;
  /** The hash of the file, in the format of the `integrity` attribute. */
  readonly integrity: string;
}

/** The parts of `Cache` used here. */
export interface FileStore {
  put(url: string, response: Response): Promise<void>;
  match(url: string): Promise<Response | undefined>;
}

/** The parts of `CacheStorage` used here. */
export interface FileStores {
  open(name: string): Promise<FileStore>;
  keys(): Promise<string[]>;
  delete(name: string): Promise<boolean>;
  match(url: string): Promise<Response | undefined>;
}

/** Dependencies of `ShellCache`. */
export interface ShellCacheOptions {
  readonly version: string;
  readonly files: readonly ShellFile[];
  /** URL of the page's folder. */
  readonly scope: string;
  readonly caches: FileStores;
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
}

const PREFIX = 'longwire-shell-';

/** File names in this folder contain a hash of the content, so the URL alone identifies the version. */
const HASHED_FOLDER = 'assets/';

/**
 * How many versions are kept. Reason: a tab that still runs the previous version may load more of its files later; two versions
 * limit the stored size.
 */
const KEPT_VERSIONS = 2;

/**
 * The files of one version. Only listed files are stored, each under a URL without query and fragment; API calls and all other
 * requests bypass the cache.
 */
export class ShellCache {
  readonly #options: ShellCacheOptions;
  readonly #name: string;
  readonly #urls: ReadonlyMap<string, ShellFile>;

  constructor(options: ShellCacheOptions) {
    this.#options = options;
    this.#name = `${PREFIX}${options.version}`;
    this.#urls = new Map(options.files.map((file) => [new URL(file.path, options.scope).href, file]));
  }

  /** Loads the version's files. If one of them belongs to another version, which its hash reveals, it fails and stores nothing. */
  async install(): Promise<void> {
    const { caches } = this.#options;
    const cache = await caches.open(this.#name);
    try {
      await Promise.all(
        [...this.#urls].map(async ([url, file]) => await cache.put(url, await this.#load(url, file))),
      );
    } catch (error) {
      await caches.delete(this.#name);
      throw error;
    }
  }

  /** Deletes older versions. */
  async activate(): Promise<void> {
    const { caches } = this.#options;
    const versions = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== this.#name);
    const old = versions.slice(0, Math.max(0, versions.length - (KEPT_VERSIONS - 1)));
    await Promise.all(old.map(async (name) => await caches.delete(name)));
  }

  /** The URL of the console's file that a request is for, if any. */
  fileOf({ method, url }: Pick<Request, 'method' | 'url'>): string | undefined {
    if (method !== 'GET') return undefined;
    const { origin, pathname } = new URL(url);
    const asked = `${origin}${pathname}`;
    const { scope } = this.#options;
    if (asked === `${scope}index.html`) return scope;
    return this.#urls.has(asked) || asked.startsWith(`${scope}${HASHED_FOLDER}`) ? asked : undefined;
  }

  /** The file of this version, otherwise that of a previous cached version, otherwise from the network. */
  async answer(file: string): Promise<Response> {
    const { caches, fetch } = this.#options;
    const cache = await caches.open(this.#name);
    return (await cache.match(file)) ?? (await caches.match(file)) ?? (await fetch(file));
  }

  /**
   * Reloads the page if its content is unchanged, because its headers may have changed. With the browser's cookies, so that a service
   * can clear them if a device's page has made requests too large (docs/adr/0023). @returns whether it succeeded: without a network, or
   * if a newer version is deployed, it does not
   */
  async refreshPage(): Promise<boolean> {
    const { caches, scope } = this.#options;
    const file = this.#urls.get(scope);
    if (file === undefined) return false;
    const page = await this.#load(scope, file, 'same-origin').catch(() => undefined);
    if (page === undefined) return false;
    await (await caches.open(this.#name)).put(scope, page);
    return true;
  }

  async #load(
    url: string,
    { path, integrity }: ShellFile,
    credentials: RequestCredentials = 'omit',
  ): Promise<Response> {
    const cache = path.startsWith(HASHED_FOLDER) ? 'default' : 'no-cache';
    const response = await this.#options.fetch(url, { integrity, cache, credentials });
    if (!response.ok) throw new TypeError(`cannot load ${path}: status ${response.status}`);
    return response;
  }
}
