/** @module Payloads of the page globals: arrays of numbers instead of bytes. */
import type { CborValue } from '@longwire/protocol';
import { decodeCbor } from '@longwire/protocol/cbor';
import type { DeviceResponse } from '../request/device-response.ts';

/** Bytes as pages hand them over. */
export type EdgePayload = readonly number[] | Uint8Array | ArrayBuffer;

/** An answer as pages read it. */
export interface EdgeResponse {
  readonly statusCode: number;
  readonly contentFormat?: number;
  readonly payload?: number[];
}

/** The bytes of a payload of a page. */
export function bytesOf(payload: EdgePayload): Uint8Array<ArrayBuffer> {
  return payload instanceof ArrayBuffer ? new Uint8Array(payload) : Uint8Array.from(payload);
}

/** An answer as pages read it. */
export function edgeResponse({ statusCode, contentFormat, payload }: DeviceResponse): EdgeResponse {
  return {
    statusCode,
    ...(contentFormat === undefined ? {} : { contentFormat }),
    ...(payload === undefined ? {} : { payload: Array.from(payload) }),
  };
}

/** Reads a CBOR payload. @throws EdgeError ERR_CBOR */
export function decodeCborPayload(payload: EdgePayload): CborValue {
  return decodeCbor(bytesOf(payload));
}
