/** @module Scrypt hashes of operator passwords, stored with their parameters. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { EdgeError } from '@longwire/protocol';

/**
 * Cost of one guess: 32 MiB, three times over; a quarter of a second. Source: OWASP's cheat sheet on password
 * storage.
 */
const COST = { log2N: 15, r: 8, p: 3 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Concurrent hashes. Reason: two of the four libuv threads, which also serve files and DNS. */
const MAX_RUNNING = 2;

/** Queued hashes; further ones are refused. Reason: the last one waits four seconds. */
const MAX_WAITING = 32;

/** Most memory for one hash, in bytes: parameters in an import must not exhaust the machine. */
const MAX_MEMORY = 256 * 1024 * 1024;

const STORED = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/;

interface Parameters {
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

/** A parsed hash. */
interface StoredHash extends Parameters {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/** Hashes and verifies passwords, a few at a time. */
export class PasswordHasher {
  readonly #cost: Parameters;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(cost: Parameters = COST) {
    this.#cost = cost;
  }

  /** @throws EdgeError ERR_LOGIN_THROTTLED */
  async hash(password: string): Promise<string> {
    const { log2N, r, p } = this.#cost;
    const salt = randomBytes(SALT_BYTES);
    const hash = await this.#derive(password, salt, this.#cost);
    return `scrypt$${log2N}$${r}$${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
  }

  /**
   * Whether the password matches; without a stored hash it does the same work and returns false. @throws
   * EdgeError ERR_LOGIN_THROTTLED
   */
  async verify(password: string, stored: string | undefined): Promise<boolean> {
    const known = stored === undefined ? undefined : readHash(stored);
    const { salt, hash, ...cost } = known ?? {
      ...this.#cost,
      salt: randomBytes(SALT_BYTES),
      hash: undefined,
    };
    const derived = await this.#derive(password, salt, cost);
    return hash !== undefined && timingSafeEqual(derived, hash);
  }

  /** Whether a stored hash has outdated parameters. */
  isOutdated(stored: string): boolean {
    const { log2N, r, p } = readHash(stored);
    return log2N !== this.#cost.log2N || r !== this.#cost.r || p !== this.#cost.p;
  }

  async #derive(password: string, salt: Buffer, { log2N, r, p }: Parameters): Promise<Buffer> {
    await this.#enter();
    try {
      return await new Promise((resolve, reject) => {
        const options = { N: 2 ** log2N, r, p, maxmem: MAX_MEMORY };
        scrypt(password, salt, HASH_BYTES, options, (error, key) => {
          if (error === null) resolve(key);
          else reject(error);
        });
      });
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#running < MAX_RUNNING) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= MAX_WAITING) {
      throw new EdgeError('ERR_LOGIN_THROTTLED', 'too many passwords are being checked');
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Passes the turn to the longest waiting. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}

/** Parses a stored hash. @throws EdgeError ERR_PASSWORD_VERIFIER */
export function readHash(text: string): StoredHash {
  const [, log2N = '', r = '', p = '', salt = '', hash = ''] = STORED.exec(text) ?? [];
  const read = { log2N: Number(log2N), r: Number(r), p: Number(p) };
  const isSane =
    read.log2N >= 14 && read.r >= 8 && read.p >= 1 && 128 * 2 ** read.log2N * read.r < MAX_MEMORY;
  if (salt === '' || !isSane || read.p > 16) {
    throw new EdgeError('ERR_PASSWORD_VERIFIER', 'password hash is not a scrypt hash with valid parameters');
  }
  return { ...read, salt: Buffer.from(salt, 'base64url'), hash: Buffer.from(hash, 'base64url') };
}
