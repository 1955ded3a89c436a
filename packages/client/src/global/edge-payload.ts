/** @module Payloads of the page globals: the types that pages may send, and responses with arrays of numbers. */
import type { CborValue } from '@longwire/protocol';
import { ContentFormat, EdgeError, utf8Encode } from '@longwire/protocol/base';
import { decodeWholeCbor } from '@longwire/protocol/cbor';
import type { DeviceResponse } from '../request/device-response.ts';
import { numericEnum, type NumericEnum } from './numeric-enum.ts';

const FORMATS = {
  TEXT_PLAIN_UTF8: 0,
  APPLICATION_LINK_FORMAT: 40,
  XML: 41,
  APPLICATION_OCTET_STREAM: 42,
  APPLICATION_JSON: 50,
  APPLICATION_CBOR: 60,
} as const;

/** The content formats, by the names that pages use. */
export const CoapContentFormat: NumericEnum<typeof FORMATS> = numericEnum(FORMATS);

/** Payload types that pages send: a string becomes UTF-8, a buffer view the bytes it covers. */
export type EdgePayload = string | readonly number[] | ArrayBuffer | ArrayBufferView;

/** A response as pages read it: format 0 and no bytes if the device sent none. */
export interface EdgeResponse {
  readonly statusCode: number;
  readonly contentFormat: number;
  readonly payload: number[];
}

/** The bytes of a page's payload. @throws EdgeError ERR_REQUEST_INVALID for any other type */
export function bytesOf(payload: EdgePayload): Uint8Array {
  if (typeof payload === 'string') return utf8Encode(payload);
  if (payload instanceof ArrayBuffer) return new Uint8Array(payload);
  if (Array.isArray(payload)) return Uint8Array.from(payload);
  if (ArrayBuffer.isView(payload)) {
    const { buffer, byteOffset, byteLength } = payload;
    return new Uint8Array(buffer, byteOffset, byteLength);
  }
  const message = `payload must be a string, an ArrayBuffer, a typed array or an array of numbers, got ${typeof payload}`;
  throw new EdgeError('ERR_REQUEST_INVALID', message);
}

/** Converts a response to what pages read. */
export function edgeResponse({ statusCode, contentFormat, payload }: DeviceResponse): EdgeResponse {
  return {
    statusCode,
    contentFormat: contentFormat ?? ContentFormat.text,
    payload: Array.from(payload ?? []),
  };
}

/** Decodes the CBOR payload of a `coapInvoke` response; maps become ordinary objects. @throws EdgeError ERR_CBOR, also for bytes after the value */
export function decodeCborPayload(payload: EdgePayload): CborValue {
  return structuredClone(decodeWholeCbor(bytesOf(payload)));
}
