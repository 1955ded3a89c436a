/** @module ICE servers, and their two forms in a turn reply. */

/** A STUN or TURN server as `RTCPeerConnection` takes it. */
export interface IceServer {
  urls: string[];
  username?: string;
  credential?: string;
}

/** A TURN server in the older form of the turn reply. */
export interface TurnServer {
  /** A bare host, or a whole `turn:`, `turns:` or `stun:` URL; then the port is ignored. */
  hostname: string;
  port: number;
  username: string;
  password: string;
}

/** A turn reply, with both lists optional. */
export interface TurnReply {
  kind: 'turnReply';
  iceServers?: IceServer[];
  servers?: TurnServer[];
}
