/** @module The WebSocket close codes that a signaling service sends to clients. */

/** Close codes by name (PROTOCOL.md section 2, SPEC.md section 8). */
export const CloseCode = {
  deviceClosed: 1000,
  goingAway: 1001,
  serviceRestart: 1012,
  signalingDenied: 4001,
  tokenRejected: 4002,
  deviceOffline: 4003,
  unknownProduct: 4005,
  unknownDevice: 4006,
  connectionTimeout: 4007,
  deviceInternalError: 4010,
} as const;

/** One of the close codes of {@link CloseCode}. */
export type CloseCode = (typeof CloseCode)[keyof typeof CloseCode];
