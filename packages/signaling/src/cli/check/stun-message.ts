/** @module The part of STUN that the check needs (RFC 8489, RFC 8656). */
import { createHash, createHmac, randomBytes } from 'node:crypto';

const MAGIC = 0x2112_a442;

/** Length of a message header, in bytes. */
export const STUN_HEADER_BYTES = 20;

/** The request methods in use. */
export const StunMethod = { binding: 0x001, allocate: 0x003, refresh: 0x004 } as const;
export type StunMethod = (typeof StunMethod)[keyof typeof StunMethod];

/** The attributes in use. */
export const StunAttribute = {
  username: 0x0006,
  integrity: 0x0008,
  errorCode: 0x0009,
  lifetime: 0x000d,
  realm: 0x0014,
  nonce: 0x0015,
  transport: 0x0019,
} as const;

/** Long-term credentials with the realm and nonce from the server. */
export interface StunLogin {
  readonly username: string;
  readonly credential: string;
  readonly realm: Buffer;
  readonly nonce: Buffer;
}

/** A response of the server. */
export interface StunAnswer {
  /** 0 for success, else the error code. */
  readonly error: number;
  readonly attributes: ReadonlyMap<number, Buffer>;
}

/** An encoded request and the transaction id that its response carries. */
export interface StunRequest {
  readonly bytes: Buffer;
  readonly transaction: Buffer;
}

/** Encodes a request. */
export function encodeStunRequest(
  method: StunMethod,
  attributes: readonly (readonly [number, Buffer])[],
  login?: StunLogin,
): StunRequest {
  const transaction = randomBytes(12);
  if (login === undefined) return { bytes: message(method, transaction, attributes), transaction };
  const { username, realm, nonce, credential } = login;
  const named: (readonly [number, Buffer])[] = [
    ...attributes,
    [StunAttribute.username, Buffer.from(username)],
    [StunAttribute.realm, realm],
    [StunAttribute.nonce, nonce],
  ];
  // The signed length includes the signature itself (RFC 8489 section 14.5).
  const empty: readonly [number, Buffer] = [StunAttribute.integrity, Buffer.alloc(20)];
  const whole = message(method, transaction, [...named, empty]);
  const key = createHash('md5').update(`${username}:${realm.toString()}:${credential}`).digest();
  const mac = createHmac('sha1', key).update(whole.subarray(0, -24)).digest();
  mac.copy(whole, whole.length - mac.length);
  return { bytes: whole, transaction };
}

/** Decodes a response; undefined if it is invalid or answers another request. */
export function decodeStunAnswer(bytes: Buffer, transaction: Buffer): StunAnswer | undefined {
  if (bytes.length < STUN_HEADER_BYTES || bytes.readUInt32BE(4) !== MAGIC) return undefined;
  if (!bytes.subarray(8, STUN_HEADER_BYTES).equals(transaction)) return undefined;
  const attributes = new Map<number, Buffer>();
  for (let at = STUN_HEADER_BYTES; at + 4 <= bytes.length;) {
    const length = bytes.readUInt16BE(at + 2);
    attributes.set(bytes.readUInt16BE(at), bytes.subarray(at + 4, at + 4 + length));
    at += 4 + padded(length);
  }
  const code = attributes.get(StunAttribute.errorCode);
  return { error: code === undefined ? 0 : (code[2] ?? 0) * 100 + (code[3] ?? 0), attributes };
}

function message(
  method: StunMethod,
  transaction: Buffer,
  attributes: readonly (readonly [number, Buffer])[],
): Buffer {
  const body = Buffer.concat(attributes.map(([type, value]) => encodeAttribute(type, value)));
  const head = Buffer.alloc(8);
  head.writeUInt16BE(method, 0);
  head.writeUInt16BE(body.length, 2);
  head.writeUInt32BE(MAGIC, 4);
  return Buffer.concat([head, transaction, body]);
}

function encodeAttribute(type: number, value: Buffer): Buffer {
  const bytes = Buffer.alloc(4 + padded(value.length));
  bytes.writeUInt16BE(type, 0);
  bytes.writeUInt16BE(value.length, 2);
  value.copy(bytes, 4);
  return bytes;
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}
