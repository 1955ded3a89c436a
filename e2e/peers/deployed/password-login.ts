/** @module /p2p/pwd-auth/1 and 2 with the faults of deployed devices: round 1 alone changes the user, a key can be reused. */
import { decode, field, type Value } from './cbor.ts';
import type { Answer, Request } from './coap-framing.ts';
import { startLogin, type LoginKey } from './spake2.ts';

const BUCKET_SIZE = 10;

/** Ten attempts for the whole device, one refilled each second. */
export class PasswordBucket {
  #tokens = BUCKET_SIZE;
  #filledAt = performance.now();

  #fill(): void {
    const now = performance.now();
    const earned = Math.floor((now - this.#filledAt) / 1000);
    this.#tokens = Math.min(BUCKET_SIZE, this.#tokens + earned);
    this.#filledAt += earned * 1000;
  }

  isEmpty(): boolean {
    this.#fill();
    return this.#tokens === 0;
  }

  take(): void {
    this.#fill();
    this.#tokens -= 1;
  }
}

/** The two DTLS fingerprints of a connection. */
export interface Fingerprints {
  readonly client: Buffer;
  readonly device: Buffer;
}

export interface PasswordLoginOptions {
  readonly bucket: PasswordBucket;
  readonly passwordOf: (username: string) => string | undefined;
  readonly fingerprints: () => Fingerprints;
}

function parseRound1(bytes: Uint8Array): { point: Uint8Array; username: string } | undefined {
  let value: Value;
  try {
    value = decode(bytes);
  } catch {
    return undefined;
  }
  const [point, username] = [field(value, 'T'), field(value, 'Username')];
  if (!(point instanceof Uint8Array) || point.length > 256) return undefined;
  if (typeof username !== 'string' || Buffer.byteLength(username) > 4096) return undefined;
  return { point, username };
}

/** A failed round 1 destroys the key of an earlier one: every later round 2 fails. */
const UNUSABLE = 'unusable';

/** The login state of one connection. */
export class PasswordLogin {
  readonly #options: PasswordLoginOptions;
  #username: string | undefined;
  #isAuthenticated = false;
  #key: LoginKey | typeof UNUSABLE | undefined;

  constructor(options: PasswordLoginOptions) {
    this.#options = options;
  }

  /** The logged-in user; once logged in, round 1 alone changes it. */
  get username(): string | undefined {
    return this.#isAuthenticated ? this.#username : undefined;
  }

  round1({ contentType, payload }: Request): Answer {
    if (this.#options.bucket.isEmpty()) return { statusCode: 429 };
    if (contentType !== 60) return { statusCode: 415 };
    const login = parseRound1(payload ?? Buffer.alloc(0));
    if (login === undefined) return { statusCode: 400 };
    const { client, device } = this.#options.fingerprints();
    try {
      const password = this.#options.passwordOf(login.username);
      this.#key = startLogin(login.point, password, client, device);
    } catch {
      this.#key = UNUSABLE;
      return { statusCode: 500 };
    }
    this.#username = login.username;
    return { statusCode: 201, contentType: 42, payload: this.#key.serverPoint };
  }

  round2({ payload }: Request): Answer {
    if (this.#options.bucket.isEmpty()) return { statusCode: 429 };
    if (this.#key === undefined || payload?.length !== 32) return { statusCode: 400 };
    if (this.#key === UNUSABLE || !this.#key.clientConfirmation.equals(payload)) {
      this.#options.bucket.take();
      return { statusCode: 401 };
    }
    this.#isAuthenticated = true;
    return { statusCode: 201, contentType: 42, payload: this.#key.serverConfirmation };
  }
}
