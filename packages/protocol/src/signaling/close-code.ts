/** @module The WebSocket close codes that a signaling service uses towards clients. */

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

/** Reasons that tell apart what has the same close code; they are words of the wire. */
export const CloseReason = {
  /** 4001: everybody who has a place at the device is somebody it knows. */
  deviceFull: 'the device is full',
  /** 4001: somebody unknown to the device gave way to a newer session. */
  gaveWay: 'a newer session took the place',
  /** 1013: the service has as many sessions with the device as it allows. */
  tooManySessions: 'too many sessions with this device',
} as const;

/** One of the close codes of {@link CloseCode}. */
export type CloseCode = (typeof CloseCode)[keyof typeof CloseCode];
