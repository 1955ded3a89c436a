/** @module Frames of HTTP/2 as they are on the wire, for what no client of Node's would send. */

/** A frame of RFC 9113 section 4.1. */
export function http2Frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** What a connection begins with: the preface, and SETTINGS without an entry. */
export const HTTP2_START: Buffer = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  http2Frame(4, 0, 0, Buffer.alloc(0)),
]);

/** GET https /healthz of x, as HPACK has it. */
export const HTTP2_HEADERS: Buffer = Buffer.from('\u0082\u0087\u0004\u0008/healthz\u0001\u0001x', 'latin1');

/** A connection's start and as many requests, each followed by RST_STREAM with the code of no error. */
export function cancelledRequests(count: number): Buffer {
  const pairs = Array.from({ length: count }, (_, index) => [
    http2Frame(1, 5, 2 * index + 1, HTTP2_HEADERS),
    http2Frame(3, 0, 2 * index + 1, Buffer.alloc(4)),
  ]);
  return Buffer.concat([HTTP2_START, ...pairs.flat()]);
}
