/** @module Encodes and decodes STUN messages (RFC 8489 sections 5 and 14), as far as ICE checks and TURN allocations need them. */

/** Length of a message header, in bytes. */
export const STUN_HEADER_BYTES = 20;

/** Length of an attribute's type and length fields, in bytes. */
export const STUN_ATTRIBUTE_HEADER_BYTES = 4;

const MAGIC_COOKIE = 0x2112_a442;
const TRANSACTION_START = 8;
const IPV4_FAMILY = 1;

/** Length of an address attribute: family, port and IPv4 address. */
const IPV4_ADDRESS_BYTES = 8;

/** Message types as in the header: method and class combined. */
export const StunType = {
  bindingRequest: 0x0001,
  bindingResponse: 0x0101,
  allocateRequest: 0x0003,
  refreshRequest: 0x0004,
} as const;

/** Attribute types. */
export const StunAttribute = {
  username: 0x0006,
  messageIntegrity: 0x0008,
  errorCode: 0x0009,
  lifetime: 0x000d,
  realm: 0x0014,
  nonce: 0x0015,
  requestedTransport: 0x0019,
  xorMappedAddress: 0x0020,
  useCandidate: 0x0025,
  fingerprint: 0x8028,
  iceControlled: 0x8029,
  iceControlling: 0x802a,
} as const;

/** An attribute of a decoded message. */
export interface DecodedStunAttribute {
  readonly type: number;
  /** Where its value starts in the message. */
  readonly start: number;
  /** A view of the message. */
  readonly value: Uint8Array;
}

/** A decoded message. */
export interface DecodedStunMessage {
  readonly type: number;
  /** 12 bytes; a view of the message. */
  readonly transaction: Uint8Array;
  readonly attributes: readonly DecodedStunAttribute[];
}

/** A message to encode. */
export interface StunMessage {
  readonly type: number;
  /** 12 bytes. */
  readonly transaction: Uint8Array;
  readonly attributes?: readonly (readonly [type: number, value: Uint8Array])[];
}

/** An IP address and a UDP port. */
export interface StunEndpoint {
  readonly address: string;
  readonly port: number;
}

/** Decodes one message; undefined for anything else. */
export function decodeStunMessage(bytes: Uint8Array): DecodedStunMessage | undefined {
  if (bytes.length < STUN_HEADER_BYTES) return undefined;
  const view = viewOf(bytes);
  if (view.getUint32(4) !== MAGIC_COOKIE || view.getUint16(2) !== bytes.length - STUN_HEADER_BYTES)
    return undefined;
  const attributes: DecodedStunAttribute[] = [];
  for (let at = STUN_HEADER_BYTES; at < bytes.length;) {
    const start = at + STUN_ATTRIBUTE_HEADER_BYTES;
    if (start > bytes.length) return undefined;
    const length = view.getUint16(at + 2);
    const type = view.getUint16(at);
    at = start + padded(length);
    if (at > bytes.length) return undefined;
    attributes.push({ type, start, value: bytes.subarray(start, start + length) });
  }
  return {
    type: view.getUint16(0),
    transaction: bytes.subarray(TRANSACTION_START, STUN_HEADER_BYTES),
    attributes,
  };
}

/** Encodes a message; the values are padded. */
export function encodeStunMessage({ type, transaction, attributes = [] }: StunMessage): Uint8Array {
  const length = attributes.reduce(
    (sum, [, value]) => sum + STUN_ATTRIBUTE_HEADER_BYTES + padded(value.length),
    0,
  );
  const bytes = new Uint8Array(STUN_HEADER_BYTES + length);
  const view = viewOf(bytes);
  view.setUint16(0, type);
  view.setUint16(2, length);
  view.setUint32(4, MAGIC_COOKIE);
  bytes.set(transaction, TRANSACTION_START);
  let at = STUN_HEADER_BYTES;
  for (const [attribute, value] of attributes) {
    view.setUint16(at, attribute);
    view.setUint16(at + 2, value.length);
    bytes.set(value, at + STUN_ATTRIBUTE_HEADER_BYTES);
    at += STUN_ATTRIBUTE_HEADER_BYTES + padded(value.length);
  }
  return bytes;
}

/** The IPv4 address in an XOR-MAPPED-ADDRESS value; undefined for anything else (RFC 8489 section 14.2). */
export function decodeMappedAddress(value: Uint8Array): StunEndpoint | undefined {
  if (value.length !== IPV4_ADDRESS_BYTES || value[1] !== IPV4_FAMILY) return undefined;
  const view = viewOf(value);
  const number = (view.getUint32(4) ^ MAGIC_COOKIE) >>> 0;
  const address = [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff).join('.');
  return { address, port: view.getUint16(2) ^ (MAGIC_COOKIE >>> 16) };
}

/** The XOR-MAPPED-ADDRESS value of an IPv4 address. */
export function encodeMappedAddress({ address, port }: StunEndpoint): Uint8Array {
  const value = new Uint8Array(IPV4_ADDRESS_BYTES);
  const view = viewOf(value);
  view.setUint8(1, IPV4_FAMILY);
  view.setUint16(2, port ^ (MAGIC_COOKIE >>> 16));
  value.set(address.split('.').map(Number), 4);
  view.setUint32(4, (view.getUint32(4) ^ MAGIC_COOKIE) >>> 0);
  return value;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}
