/** @module The codes of CoAP messages (RFC 7252 section 12.1, RFC 8323 section 5): three bits of class, five of detail. */

/** The feature that switches the `coap` channel to binary messages (docs/protocol/coap-ws.md). */
export const COAP_WS_FEATURE = 'coap-ws/1';

/** Requests, the responses that the framing itself sends, and signals. */
export const CoapCode = {
  GET: 0x01,
  POST: 0x02,
  PUT: 0x03,
  DELETE: 0x04,
  VALID: 0x43,
  CONTINUE: 0x5f,
  BAD_REQUEST: 0x80,
  BAD_OPTION: 0x82,
  FORBIDDEN: 0x83,
  METHOD_NOT_ALLOWED: 0x85,
  REQUEST_ENTITY_INCOMPLETE: 0x88,
  PRECONDITION_FAILED: 0x8c,
  REQUEST_ENTITY_TOO_LARGE: 0x8d,
  INTERNAL_SERVER_ERROR: 0xa0,
  SERVICE_UNAVAILABLE: 0xa3,
  CSM: 0xe1,
  PING: 0xe2,
  PONG: 0xe3,
  RELEASE: 0xe4,
  ABORT: 0xe5,
} as const;

/** Class 7: messages about the connection, neither requests nor responses. */
export function isSignal(code: number): boolean {
  return code >> 5 === 7;
}

/** The status of a code: 2.05 (0x45) is 205. */
export function statusOfCode(code: number): number {
  return (code >> 5) * 100 + (code & 31);
}

/**
 * The code of a status. A detail that does not fit into five bits becomes 0, which is how RFC 7252 section 5.9 treats
 * an unknown one; a class that no response has becomes 5.00.
 */
export function codeOfStatus(status: number): number {
  const [kind, detail] = [Math.floor(status / 100), status % 100];
  return kind === 2 || kind === 4 || kind === 5
    ? (kind << 5) | (detail < 32 ? detail : 0)
    : CoapCode.INTERNAL_SERVER_ERROR;
}
