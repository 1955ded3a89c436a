/** @module A TURN client for tests, written from RFC 8489 and RFC 8656: one socket, one request at a time. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import type { TurnCredentials } from '../ice/turn-credentials.ts';
import { TurnUdpSocket, type TurnSocket, type TurnTarget } from './turn-socket.fixture.ts';

const MAGIC = 0x2112_a442;
const METHODS = { binding: 0x001, allocate: 0x003, refresh: 0x004, createPermission: 0x008 } as const;
const ATTRIBUTES = {
  username: 0x0006,
  integrity: 0x0008,
  errorCode: 0x0009,
  lifetime: 0x000d,
  peerAddress: 0x0012,
  realm: 0x0014,
  nonce: 0x0015,
  addressFamily: 0x0017,
  transport: 0x0019,
  mappedAddress: 0x0020,
  software: 0x8022,
  fingerprint: 0x8028,
} as const;
const UDP = 17;
const TCP = 6;
const FAMILY_IPV6 = 2;
/** Retransmission interval, as in browsers: UDP loses datagrams. */
const RETRY_MS = 500;
const TRIES = 8;

type Method = keyof typeof METHODS;
type Attributes = ReadonlyMap<number, Buffer>;

/** A server's response. */
export interface TurnAnswer {
  /** 0 for success, else the error code, such as 403. */
  readonly error: number;
  readonly attributes: Attributes;
}

/** A client with at most one allocation. */
export class TurnClient implements Disposable {
  readonly #socket: TurnSocket;
  #credentials: TurnCredentials;
  #nonce: Buffer = Buffer.alloc(0);
  #realm: Buffer = Buffer.alloc(0);

  /** Over UDP to an address, or over a socket that is open. */
  constructor(to: TurnTarget | TurnSocket, credentials: TurnCredentials) {
    this.#credentials = credentials;
    this.#socket = 'host' in to ? new TurnUdpSocket(to) : to;
  }

  /** Switches to other credentials. */
  logInAs(credentials: TurnCredentials): void {
    this.#credentials = credentials;
  }

  /** The client's address as the server sees it, such as `127.0.0.1:4711`; without authentication. */
  async binding(): Promise<{ readonly mapped: string; readonly own: number; readonly answer: TurnAnswer }> {
    const answer = await this.#exchange('binding', []);
    const mapped = addressOf(answer, ATTRIBUTES.mappedAddress);
    return { mapped, own: this.#socket.localPort, answer };
  }

  /** Requests a relayed address. */
  async allocate(options: { isIPv6?: boolean; isTcp?: boolean } = {}): Promise<TurnAnswer> {
    const transport = Buffer.from([options.isTcp === true ? TCP : UDP, 0, 0, 0]);
    const family = Buffer.from([FAMILY_IPV6, 0, 0, 0]);
    return await this.#login('allocate', [
      [ATTRIBUTES.transport, transport],
      ...(options.isIPv6 === true ? [[ATTRIBUTES.addressFamily, family] as const] : []),
    ]);
  }

  /** Requests a permission for a peer. */
  async permit(peer: string): Promise<TurnAnswer> {
    return await this.#login('createPermission', [[ATTRIBUTES.peerAddress, encodeAddress(peer, 4711)]]);
  }

  /** Refreshes the allocation. */
  async refresh(seconds: number): Promise<TurnAnswer> {
    const lifetime = Buffer.alloc(4);
    lifetime.writeUInt32BE(seconds);
    return await this.#login('refresh', [[ATTRIBUTES.lifetime, lifetime]]);
  }

  /** The granted lifetime of an allocation, in seconds. */
  static lifetimeOf({ attributes }: TurnAnswer): number {
    return attributes.get(ATTRIBUTES.lifetime)?.readUInt32BE() ?? 0;
  }

  static softwareOf({ attributes }: TurnAnswer): string | undefined {
    return attributes.get(ATTRIBUTES.software)?.toString();
  }

  static hasFingerprint({ attributes }: TurnAnswer): boolean {
    return attributes.has(ATTRIBUTES.fingerprint);
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }

  /**
   * Sends a request, repeated with realm and nonce if the server requires authentication or a newer nonce.
   */
  async #login(method: Method, attributes: readonly (readonly [number, Buffer])[]): Promise<TurnAnswer> {
    const answer = await this.#exchange(method, attributes);
    if (answer.error !== 401 && answer.error !== 438) return answer;
    const isFirst = this.#nonce.length === 0;
    this.#nonce = answer.attributes.get(ATTRIBUTES.nonce) ?? this.#nonce;
    this.#realm = answer.attributes.get(ATTRIBUTES.realm) ?? this.#realm;
    return isFirst || answer.error === 438 ? await this.#exchange(method, attributes) : answer;
  }

  async #exchange(method: Method, attributes: readonly (readonly [number, Buffer])[]): Promise<TurnAnswer> {
    const transaction = randomBytes(12);
    const request = this.#encode(METHODS[method], transaction, attributes);
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      this.#socket.send(request);
      const answer = await this.#answer(transaction);
      if (answer !== undefined) return answer;
    }
    throw new Error(`no answer to ${method}`);
  }

  async #answer(transaction: Buffer): Promise<TurnAnswer | undefined> {
    const signal = AbortSignal.timeout(RETRY_MS);
    try {
      for (;;) {
        const [message] = await once(this.#socket, 'message', { signal });
        if (message instanceof Buffer && message.subarray(8, 20).equals(transaction)) return decode(message);
      }
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  }

  #encode(type: number, transaction: Buffer, given: readonly (readonly [number, Buffer])[]): Buffer {
    const { username, credential } = this.#credentials;
    const isLoggedIn = this.#nonce.length > 0;
    const attributes = isLoggedIn
      ? [
          ...given,
          [ATTRIBUTES.username, Buffer.from(username)] as const,
          [ATTRIBUTES.realm, this.#realm] as const,
          [ATTRIBUTES.nonce, this.#nonce] as const,
        ]
      : given;
    const body = Buffer.concat(
      attributes.map(([key, value]) =>
        encodeAttribute(key, key === ATTRIBUTES.peerAddress ? masked(value, transaction) : value),
      ),
    );
    if (!isLoggedIn) return Buffer.concat([header(type, body.length, transaction), body]);
    // The length includes the integrity attribute (RFC 8489 section 14.5).
    const signed = Buffer.concat([header(type, body.length + 24, transaction), body]);
    const key = createHash('md5').update(`${username}:${this.#realm.toString()}:${credential}`).digest();
    const mac = createHmac('sha1', key).update(signed).digest();
    return Buffer.concat([signed, encodeAttribute(ATTRIBUTES.integrity, mac)]);
  }
}

function header(type: number, length: number, transaction: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(length, 2);
  head.writeUInt32BE(MAGIC, 4);
  return Buffer.concat([head, transaction]);
}

function encodeAttribute(type: number, value: Buffer): Buffer {
  const bytes = Buffer.alloc(4 + Math.ceil(value.length / 4) * 4);
  bytes.writeUInt16BE(type, 0);
  bytes.writeUInt16BE(value.length, 2);
  value.copy(bytes, 4);
  return bytes;
}

function decode(message: Buffer): TurnAnswer {
  const attributes = new Map<number, Buffer>();
  for (let at = 20; at + 4 <= message.length;) {
    const length = message.readUInt16BE(at + 2);
    attributes.set(message.readUInt16BE(at), message.subarray(at + 4, at + 4 + length));
    at += 4 + Math.ceil(length / 4) * 4;
  }
  const code = attributes.get(ATTRIBUTES.errorCode);
  return { error: code === undefined ? 0 : (code[2] ?? 0) * 100 + (code[3] ?? 0), attributes };
}

/** The four or sixteen bytes of an address. */
function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  // A URL normalizes the address to groups with one run of zeros, including embedded IPv4.
  const hexadecimal = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = '', after] = hexadecimal.split('::');
  const [left, right] = [before, after ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - (left?.length ?? 0) - (right?.length ?? 0) }, () => '0');
  const groups = [...(left ?? []), ...zeros, ...(right ?? [])];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function encodeAddress(address: string, port: number): Buffer {
  const head = Buffer.from([0, isIPv4(address) ? 1 : FAMILY_IPV6, 0, 0]);
  head.writeUInt16BE(port, 2);
  return Buffer.concat([head, addressBytes(address)]);
}

/**
 * XORs an address with the magic cookie and transaction id, which also reverses it (RFC 8489 section 14.2).
 */
function masked(value: Buffer, transaction: Buffer): Buffer {
  const mask = header(0, 0, transaction).subarray(4);
  const bytes = Buffer.from(value);
  for (let index = 2; index < bytes.length; index += 1) {
    bytes.writeUInt8((value[index] ?? 0) ^ (mask[index < 4 ? index - 2 : index - 4] ?? 0), index);
  }
  return bytes;
}

function addressOf({ attributes }: TurnAnswer, type: number): string {
  const value = masked(attributes.get(type) ?? Buffer.alloc(8), Buffer.alloc(12));
  return `${value.subarray(4, 8).join('.')}:${value.readUInt16BE(2)}`;
}
