/**
 * @module Rewrites connectivity checks and their answers for the TURN-TCP proxy. Over TURN by TCP and TLS, Chromium sends checks with a
 * tiebreaker of zero. RFC 8445 section 16.1 allows it; the library mistakes it for a missing attribute and rejects them (docs/platform.md).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  decodeMappedAddress,
  decodeStunMessage,
  encodeMappedAddress,
  STUN_ATTRIBUTE_HEADER_BYTES,
  STUN_HEADER_BYTES,
  StunAttribute,
  StunType,
  type DecodedStunAttribute,
  type StunEndpoint,
} from '@longwire/protocol';

/** Length of HMAC-SHA1. */
const INTEGRITY_BYTES = 20;
const FINGERPRINT_BYTES = 4;
const FINGERPRINT_XOR = 0x5354_554e;
const TIEBREAKER_BYTES = 8;

/** Replaces the zero: the client still loses every role conflict, as it does with zero. */
const SMALLEST_TIEBREAKER = 1n;

/**
 * The check with a tiebreaker that the library accepts, and a new signature. Undefined for all other messages, and for a check that
 * is not signed with `password`, the device's ICE password: the proxy never signs what the client has not signed.
 */
export function withTiebreaker(message: Uint8Array, password: string): Uint8Array | undefined {
  const attributes = attributesOf(message, StunType.bindingRequest);
  const role = attributes?.find(({ type, value }) => isRole(type) && value.length === TIEBREAKER_BYTES);
  const integrity = attributes?.find(({ type }) => type === StunAttribute.messageIntegrity);
  if (role === undefined || integrity?.value.length !== INTEGRITY_BYTES || role.start > integrity.start)
    return undefined;
  if (viewOf(message).getBigUint64(role.start) !== 0n) return undefined;
  if (!timingSafeEqual(integrity.value, macOf(message, integrity.start, password))) return undefined;
  return withNewSignature(message, integrity.start, password, (copy) => {
    viewOf(copy).setBigUint64(role.start, SMALLEST_TIEBREAKER);
  });
}

/**
 * The library's answer to a check, with the relay's address instead of the local one that the library saw; undefined for all other
 * messages. A client would take another address than its relay's for a new candidate of its own.
 */
export function withMappedAddress(
  message: Uint8Array,
  relay: StunEndpoint,
  password: string,
): Uint8Array | undefined {
  const attributes = attributesOf(message, StunType.bindingResponse);
  const mapped = attributes?.find(({ type }) => type === StunAttribute.xorMappedAddress);
  const integrity = attributes?.find(({ type }) => type === StunAttribute.messageIntegrity);
  if (mapped === undefined || decodeMappedAddress(mapped.value) === undefined) return undefined;
  if (integrity?.value.length !== INTEGRITY_BYTES || mapped.start > integrity.start) return undefined;
  return withNewSignature(message, integrity.start, password, (copy) => {
    copy.set(encodeMappedAddress(relay), mapped.start);
  });
}

/**
 * A copy of the message with the modifications of `change` and a new signature. Attributes after MESSAGE-INTEGRITY other than
 * FINGERPRINT must be ignored and are left out (RFC 8489 section 14.5).
 */
function withNewSignature(
  message: Uint8Array,
  integrity: number,
  password: string,
  change: (copy: Uint8Array) => void,
): Uint8Array {
  const end = integrity + INTEGRITY_BYTES;
  const copy = new Uint8Array(end + STUN_ATTRIBUTE_HEADER_BYTES + FINGERPRINT_BYTES);
  copy.set(message.subarray(0, integrity));
  change(copy);
  copy.set(macOf(copy, integrity, password), integrity);
  const view = viewOf(copy);
  view.setUint16(end, StunAttribute.fingerprint);
  view.setUint16(end + 2, FINGERPRINT_BYTES);
  view.setUint16(2, copy.length - STUN_HEADER_BYTES);
  view.setUint32(end + STUN_ATTRIBUTE_HEADER_BYTES, (crc32(copy.subarray(0, end)) ^ FINGERPRINT_XOR) >>> 0);
  return copy;
}

/** The HMAC over everything before the attribute, with a length field that ends with the attribute (RFC 8489 section 14.5). */
function macOf(message: Uint8Array, integrity: number, password: string): Uint8Array {
  // Copied, because slice() of a Buffer shares its memory.
  const head = Uint8Array.from(message.subarray(0, integrity - STUN_ATTRIBUTE_HEADER_BYTES));
  viewOf(head).setUint16(2, integrity + INTEGRITY_BYTES - STUN_HEADER_BYTES);
  return createHmac('sha1', password).update(head).digest();
}

function isRole(type: number): boolean {
  return type === StunAttribute.iceControlled || type === StunAttribute.iceControlling;
}

/** The attributes of a message of the given type; undefined for anything else. */
export function attributesOf(message: Uint8Array, type: number): readonly DecodedStunAttribute[] | undefined {
  const decoded = decodeStunMessage(message);
  return decoded?.type === type ? decoded.attributes : undefined;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
