/** @module A device's response, with its payload as text, JSON or CBOR. */
import type { CborValue } from '@longwire/protocol';
import { EdgeError, utf8Decode } from '@longwire/protocol/base';
import { CBOR } from './cbor-part.ts';

/** The response to a request. */
export interface DeviceResponse {
  /** Three digits: 2.05 is 205. */
  readonly statusCode: number;
  /** One of `ContentFormat`, or another number; absent without a payload. */
  readonly contentFormat?: number;
  readonly payload?: Uint8Array;
  /** The version of the resource, if the device sends it. */
  readonly etag?: Uint8Array;
  /** The payload as UTF-8 text; `''` without one. */
  text(): string;
  /** The payload parsed as JSON. @throws EdgeError ERR_PAYLOAD_FORMAT if it is not JSON. */
  json(): unknown;
  /** The payload decoded as CBOR. Rejects with ERR_CBOR if it is not CBOR, ERR_PAYLOAD_FORMAT without a payload, ERR_PART_LOAD. */
  cbor(): Promise<CborValue>;
}

interface Answer {
  readonly statusCode: number;
  readonly contentFormat?: number;
  readonly payload?: Uint8Array;
  readonly etag?: Uint8Array;
}

/** Creates the response from a parsed answer. */
export function makeResponse(answer: Answer): DeviceResponse {
  const { statusCode, contentFormat, payload, etag } = answer;
  return {
    statusCode,
    ...(contentFormat === undefined ? {} : { contentFormat }),
    ...(payload === undefined ? {} : { payload }),
    ...(etag === undefined ? {} : { etag }),
    text: () => (payload === undefined ? '' : utf8Decode(payload)),
    json: () => parseJson(requirePayload(payload, 'JSON')),
    cbor: async () => {
      const bytes = requirePayload(payload, 'CBOR');
      const { decodeCbor } = CBOR.loaded ?? (await CBOR.load());
      return decodeCbor(bytes);
    },
  };
}

function requirePayload(payload: Uint8Array | undefined, format: string): Uint8Array {
  if (payload === undefined)
    throw new EdgeError('ERR_PAYLOAD_FORMAT', `cannot read the payload as ${format}: the response has none`);
  return payload;
}

function parseJson(payload: Uint8Array): unknown {
  try {
    return JSON.parse(utf8Decode(payload));
  } catch {
    // The parser's message quotes the payload, which may be secret.
    throw new EdgeError(
      'ERR_PAYLOAD_FORMAT',
      `cannot read the payload as JSON: ${payload.length} bytes are not JSON`,
    );
  }
}
