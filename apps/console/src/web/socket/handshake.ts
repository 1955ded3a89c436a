/** @module Opens a WebSocket on a stream (RFC 6455 section 4.1). */

import { utf8Encode } from '@longwire/protocol/base';
import type { ByteReader } from '../http/byte-reader.ts';
import { fieldValue, wordsOf, type Field } from '../http/fields.ts';
import { requestBytes } from '../http/request-writer.ts';
import { readResponseHead } from '../http/response-head.ts';
import { malformed } from '../http/web-error.ts';

/** The requested WebSocket. */
export interface Handshake {
  readonly target: string;
  readonly fields: readonly Field[];
  readonly protocols: readonly string[];
}

/** The stream and random values for the handshake. */
export interface HandshakeWire {
  readonly reader: ByteReader;
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly crypto: Pick<Crypto, 'getRandomValues' | 'subtle'>;
}

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** Resolves with the protocol that the server chose, or ''. @throws WebError malformed, tls, cutOff */
export async function openWebSocket(
  { target, fields, protocols }: Handshake,
  { reader, write, crypto }: HandshakeWire,
): Promise<string> {
  const key = encodeBase64(crypto.getRandomValues(new Uint8Array(16)));
  const own: Field[] = [
    ['Connection', 'Upgrade'],
    ['Upgrade', 'websocket'],
    ['Sec-WebSocket-Version', '13'],
    ['Sec-WebSocket-Key', key],
  ];
  if (protocols.length > 0) own.push(['Sec-WebSocket-Protocol', protocols.join(', ')]);
  for await (const bytes of requestBytes({ method: 'GET', target, fields: [...fields, ...own] }))
    await write(bytes);
  const { status, fields: answered } = await readResponseHead(reader);
  const accept = encodeBase64(await sha1(crypto, key + GUID));
  const isUpgrade = status === 101 && wordsOf(fieldValue(answered, 'upgrade')).includes('websocket');
  if (!isUpgrade || fieldValue(answered, 'sec-websocket-accept') !== accept)
    throw malformed(`the WebSocket handshake failed with status ${status}`);
  const protocol = fieldValue(answered, 'sec-websocket-protocol') ?? '';
  if (protocol !== '' && !protocols.includes(protocol))
    throw malformed('the server chose a protocol that was not offered');
  if (fieldValue(answered, 'sec-websocket-extensions') !== undefined)
    throw malformed('the server chose an extension, and none was offered');
  return protocol;
}

async function sha1(crypto: Pick<Crypto, 'subtle'>, text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-1', utf8Encode(text)));
}

/** RFC 4648 section 4. */
function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
