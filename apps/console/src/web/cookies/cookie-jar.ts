/** @module The cookies of one device's web server, separate from those of other devices and of the browser. */
import { booleanOf, numberOf, textOf } from '../../read-field.ts';
import { parseCookie, pathMatches, type Cookie } from './cookie.ts';

/** The storage of a jar between visits of a tab. */
export interface JarStore {
  read(): string | undefined;
  write(text: string): void;
}

/** Options of `CookieJar`. */
export interface CookieJarOptions {
  readonly host: string;
  readonly store: JarStore;
  readonly now: () => number;
}

/** A cookie as scripts of the page see it. */
export interface VisibleCookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/** Most cookies of a device. Reason: the limit that browsers have for one site. */
const MAX_COOKIES = 180;

/** Largest total of a device's cookies, in characters. Reason: the session storage of a tab holds some millions, and paths can be long. */
const MAX_CHARACTERS = 64 * 1024;

/** The cookies of a device. */
export class CookieJar {
  readonly #options: CookieJarOptions;
  /** In the order of creation. */
  #cookies: readonly Cookie[];

  constructor(options: CookieJarOptions) {
    this.#options = options;
    this.#cookies = readCookies(options.store.read());
  }

  /** The Cookie field for a path; undefined if no cookie matches. */
  headerFor(path: string): string | undefined {
    const matching = this.#alive().filter((cookie) => pathMatches(path, cookie.path));
    const sorted = matching.toSorted((one, other) => other.path.length - one.path.length);
    return sorted.length === 0 ? undefined : sorted.map(formatPair).join('; ');
  }

  /** The cookies that scripts may see, of every path. */
  visible(): VisibleCookie[] {
    const cookies = this.#alive().filter(({ isHttpOnly }) => !isHttpOnly);
    return cookies.map(({ name, value, path }) => ({ name, value, path }));
  }

  /** Processes the Set-Cookie fields of a response for a path; returns whether anything changed. */
  takeFromServer(texts: readonly string[], path: string): boolean {
    return this.#take(texts.flatMap((text) => this.#parse(text, path) ?? []));
  }

  /** Processes a cookie set by a script; scripts can neither create nor replace HttpOnly cookies. */
  takeFromScript(text: string, path: string): boolean {
    const cookie = this.#parse(text, path);
    const isHidden = this.#cookies.some((each) => isSame(each, cookie) && each.isHttpOnly);
    return cookie !== undefined && !isHidden && !cookie.isHttpOnly && this.#take([cookie]);
  }

  #parse(text: string, path: string): Cookie | undefined {
    const { host, now } = this.#options;
    return parseCookie(text, { host, path, nowMs: now() });
  }

  /** Stores all at once: a response may have thousands, and each write is of the whole jar. */
  #take(cookies: readonly Cookie[]): boolean {
    if (cookies.length === 0) return false;
    for (const cookie of cookies) {
      const at = this.#cookies.findIndex((each) => isSame(each, cookie));
      const next = at === -1 ? [...this.#cookies, cookie] : this.#cookies.with(at, cookie);
      this.#cookies = next;
      this.#cookies = newest(this.#alive());
    }
    this.#options.store.write(JSON.stringify(this.#cookies));
    return true;
  }

  #alive(): readonly Cookie[] {
    const now = this.#options.now();
    return this.#cookies.filter(({ expiresAtMs }) => expiresAtMs === undefined || expiresAtMs > now);
  }
}

/** The newest cookies within the limits. */
function newest(cookies: readonly Cookie[]): readonly Cookie[] {
  let characters = 0;
  const tooMuch = cookies.findLastIndex(({ name, value, path }) => {
    characters += name.length + value.length + path.length;
    return characters > MAX_CHARACTERS;
  });
  return cookies.slice(tooMuch + 1).slice(-MAX_COOKIES);
}

/** A cookie without a name consists of its value alone. */
function formatPair({ name, value }: Cookie): string {
  return name === '' ? value : `${name}=${value}`;
}

function isSame(one: Cookie, other: Cookie | undefined): boolean {
  return one.name === other?.name && one.path === other.path;
}

/** Skips what another version has written. */
function readCookies(text: string | undefined): readonly Cookie[] {
  if (text === undefined) return [];
  const cookies: unknown = JSON.parse(text);
  return Array.isArray(cookies) ? cookies.flatMap(readCookie) : [];
}

function readCookie(value: unknown): Cookie[] {
  const [name, text, path] = [textOf(value, 'name'), textOf(value, 'value'), textOf(value, 'path')];
  if (name === undefined || text === undefined || path === undefined) return [];
  const isHttpOnly = booleanOf(value, 'isHttpOnly') === true;
  return [{ name, value: text, path, expiresAtMs: numberOf(value, 'expiresAtMs'), isHttpOnly }];
}
