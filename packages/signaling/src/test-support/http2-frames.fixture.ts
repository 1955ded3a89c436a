/** @module Raw HTTP/2 frames, including ones that Node's client would not send. */

/** A frame of RFC 9113 section 4.1. */
export function http2Frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** The start of a connection: the preface, and SETTINGS without entries. */
export const HTTP2_START: Buffer = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  http2Frame(4, 0, 0, Buffer.alloc(0)),
]);

/** GET https /healthz of x, as HPACK has it. */
export const HTTP2_HEADERS: Buffer = Buffer.from('\u0082\u0087\u0004\u0008/healthz\u0001\u0001x', 'latin1');

/** The start of a connection and a number of requests, each followed by RST_STREAM with NO_ERROR. */
export function cancelledRequests(count: number): Buffer {
  const pairs = Array.from({ length: count }, (_, index) => [
    http2Frame(1, 5, 2 * index + 1, HTTP2_HEADERS),
    http2Frame(3, 0, 2 * index + 1, Buffer.alloc(4)),
  ]);
  return Buffer.concat([HTTP2_START, ...pairs.flat()]);
}
