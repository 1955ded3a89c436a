/** @module The console's own files, kept so that it opens without a network: all of one version, or none of it. */

/** A file of a build. */
export interface ShellFile {
  /** Relative to the page's folder; empty for the page itself. */
  readonly path: string;
  /** What the file has to hash to, as browsers write it. */
  readonly integrity: string;
}

/** The part of `Cache` that is used here. */
export interface FileStore {
  put(url: string, response: Response): Promise<void>;
  match(url: string): Promise<Response | undefined>;
}

/** The part of `CacheStorage` that is used here. */
export interface FileStores {
  open(name: string): Promise<FileStore>;
  keys(): Promise<string[]>;
  delete(name: string): Promise<boolean>;
  match(url: string): Promise<Response | undefined>;
}

/** What the cache works with. */
export interface ShellCacheOptions {
  readonly version: string;
  readonly files: readonly ShellFile[];
  /** Address of the page's folder. */
  readonly scope: string;
  readonly caches: FileStores;
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
}

const PREFIX = 'longwire-shell-';

/** Files here carry their content's hash in their name: the address alone says which version is meant. */
const HASHED_FOLDER = 'assets/';

/**
 * How many versions are kept. Reason: a tab that still runs the version before may load parts of it later; two bound what
 * is stored.
 */
const KEPT_VERSIONS = 2;

/**
 * The files of one version. Nothing but what its list names is ever stored, each under an address without query and
 * fragment; calls of the service and whatever else a page asks for pass by.
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

  /** Loads the version's files; a file of another version, which its hash tells, fails it, and then nothing is kept. */
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

  /** Gives up what older versions kept. */
  async activate(): Promise<void> {
    const { caches } = this.#options;
    const versions = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== this.#name);
    const old = versions.slice(0, Math.max(0, versions.length - (KEPT_VERSIONS - 1)));
    await Promise.all(old.map(async (name) => await caches.delete(name)));
  }

  /** The address of the console's file that a request is for, if it is for one. */
  fileOf({ method, url }: Pick<Request, 'method' | 'url'>): string | undefined {
    if (method !== 'GET') return undefined;
    const { origin, pathname } = new URL(url);
    const asked = `${origin}${pathname}`;
    const { scope } = this.#options;
    if (asked === `${scope}index.html`) return scope;
    return this.#urls.has(asked) || asked.startsWith(`${scope}${HASHED_FOLDER}`) ? asked : undefined;
  }

  /** The file, as this version has it; one of a version before, from what that kept; else from the network. */
  async answer(file: string): Promise<Response> {
    const { caches, fetch } = this.#options;
    const cache = await caches.open(this.#name);
    return (await cache.match(file)) ?? (await caches.match(file)) ?? (await fetch(file));
  }

  /**
   * Takes the page anew while its content stays the same, because the headers it comes with may have changed.
   * @returns whether it could be taken: without a network, or when a newer version is there, it cannot.
   */
  async refreshPage(): Promise<boolean> {
    const { caches, scope } = this.#options;
    const file = this.#urls.get(scope);
    if (file === undefined) return false;
    const page = await this.#load(scope, file).catch(() => undefined);
    if (page === undefined) return false;
    await (await caches.open(this.#name)).put(scope, page);
    return true;
  }

  async #load(url: string, { path, integrity }: ShellFile): Promise<Response> {
    const cache = path.startsWith(HASHED_FOLDER) ? 'default' : 'no-cache';
    const response = await this.#options.fetch(url, { integrity, cache, credentials: 'omit' });
    if (!response.ok) throw new TypeError(`expected ${path}, got status ${response.status}`);
    return response;
  }
}
