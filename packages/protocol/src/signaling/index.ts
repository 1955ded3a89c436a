/** @module `@longwire/protocol/signaling`: the messages between a client and its service. */
export { encodeSignalingMessage } from './encode-signaling-message.ts';
export { iceServerShape } from './ice-server-shape.ts';
export { iceServersFromTurnReply } from './ice-servers-from-turn-reply.ts';
export { parseRelayedMessage } from './parse-relayed-message.ts';
export { parseSignalingMessage } from './parse-signaling-message.ts';
export { isRelayed, SIGNALING_SUBPROTOCOL } from './signaling-message.ts';
export { signalingUrl } from './signaling-url.ts';
