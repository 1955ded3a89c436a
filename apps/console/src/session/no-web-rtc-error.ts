/** @module The error of a browser that makes no peer-to-peer connections. */

/** WebRTC is missing or switched off, as by a policy, an extension or the Lockdown Mode of an iPhone. */
export class NoWebRtcError extends Error {
  constructor() {
    super('this browser has no RTCPeerConnection');
  }
}
