/** @module Reads and writes the STUN messages that the TURN-TCP proxy needs (RFC 8489 sections 5 and 14). */

/** Length of the message header. */
export const HEADER_BYTES = 20;

/** Length of an attribute's type and length fields. */
export const ATTRIBUTE_HEADER_BYTES = 4;

const MAGIC_COOKIE = 0x2112_a442;
const TRANSACTION_START = 8;
const IPV4_FAMILY = 1;

/** Length of an address attribute: family, port and IPv4 address. */
export const IPV4_ADDRESS_BYTES = 8;

/** Message types as in the header: method and class combined. */
export const StunType = { bindingRequest: 0x0001, bindingResponse: 0x0101 } as const;

/** Attribute types. */
export const StunAttribute = {
  messageIntegrity: 0x0008,
  xorMappedAddress: 0x0020,
  useCandidate: 0x0025,
  fingerprint: 0x8028,
  iceControlled: 0x8029,
  iceControlling: 0x802a,
} as const;

/** The position of an attribute's value in its message. */
export interface AttributePlace {
  readonly type: number;
  readonly start: number;
  readonly length: number;
}

/** An IP address and a UDP port. */
export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/** The attributes of a message of the given type; undefined for anything else. */
export function readAttributes(message: Uint8Array, type: number): AttributePlace[] | undefined {
  if (message.length < HEADER_BYTES) return undefined;
  const view = viewOf(message);
  if (view.getUint16(0) !== type || view.getUint32(4) !== MAGIC_COOKIE) return undefined;
  if (view.getUint16(2) !== message.length - HEADER_BYTES) return undefined;
  const attributes: AttributePlace[] = [];
  for (let at = HEADER_BYTES; at < message.length;) {
    if (at + ATTRIBUTE_HEADER_BYTES > message.length) return undefined;
    const start = at + ATTRIBUTE_HEADER_BYTES;
    const length = view.getUint16(at + 2);
    at = start + Math.ceil(length / 4) * 4;
    if (at > message.length) return undefined;
    attributes.push({ type: view.getUint16(start - ATTRIBUTE_HEADER_BYTES), start, length });
  }
  return attributes;
}

/** A request for the sender's own public address; `transaction` is 12 random bytes. */
export function bindingRequest(transaction: Uint8Array): Uint8Array {
  const message = new Uint8Array(HEADER_BYTES);
  const view = viewOf(message);
  view.setUint16(0, StunType.bindingRequest);
  view.setUint32(4, MAGIC_COOKIE);
  message.set(transaction, TRANSACTION_START);
  return message;
}

/** The IPv4 address in the answer to the request with this transaction id; undefined for anything else. */
export function mappedAddress(message: Uint8Array, transaction: Uint8Array): Endpoint | undefined {
  const attributes = readAttributes(message, StunType.bindingResponse);
  const mapped = attributes?.find(({ type }) => type === StunAttribute.xorMappedAddress);
  if (mapped?.length !== IPV4_ADDRESS_BYTES || !isOf(message, transaction)) return undefined;
  const view = viewOf(message);
  if (view.getUint8(mapped.start + 1) !== IPV4_FAMILY) return undefined;
  const number = (view.getUint32(mapped.start + 4) ^ MAGIC_COOKIE) >>> 0;
  const address = [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff).join('.');
  return { address, port: view.getUint16(mapped.start + 2) ^ (MAGIC_COOKIE >>> 16) };
}

/** The value of an XOR-MAPPED-ADDRESS attribute (RFC 8489 section 14.2). */
export function encodeMappedAddress({ address, port }: Endpoint): Uint8Array {
  const value = new Uint8Array(IPV4_ADDRESS_BYTES);
  const view = viewOf(value);
  view.setUint8(1, IPV4_FAMILY);
  view.setUint16(2, port ^ (MAGIC_COOKIE >>> 16));
  value.set(address.split('.').map(Number), 4);
  view.setUint32(4, (view.getUint32(4) ^ MAGIC_COOKIE) >>> 0);
  return value;
}

/** A view of exactly the given bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function isOf(message: Uint8Array, transaction: Uint8Array): boolean {
  return transaction.every((byte, index) => message[TRANSACTION_START + index] === byte);
}
