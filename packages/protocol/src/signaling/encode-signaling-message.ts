/** @module Encodes the messages between a client and its signaling service (PROTOCOL.md section 2). */
import { assertNever } from '../assert-never.ts';
import { SignalingType, type LoginMessage, type SignalingMessage } from './signaling-message.ts';

/** Encodes one message as the text of one frame. */
export function encodeSignalingMessage(message: SignalingMessage): string {
  return JSON.stringify(toWire(message));
}

function toWire(message: SignalingMessage): object {
  switch (message.kind) {
    case 'login':
      return loginToWire(message);
    case 'loginReply': {
      const { features, onlineSeconds } = message;
      return { type: SignalingType.loginReply, features, onlineSeconds };
    }
    case 'turnRequest':
      return { type: SignalingType.turnRequest };
    case 'turnReply':
      return { type: SignalingType.turnReply, iceServers: message.iceServers, servers: message.servers };
    case 'description': {
      const { type, sdp } = message.description;
      return { type: SignalingType[type], data: JSON.stringify({ type, sdp }), metadata: message.metadata };
    }
    case 'candidate':
      return {
        type: SignalingType.candidate,
        data: JSON.stringify(message.candidate),
        metadata: message.metadata,
      };
    case 'requestOffer':
      return { type: SignalingType.requestOffer };
    default:
      return assertNever(message);
  }
}

function loginToWire({ productId, deviceId, sct, jwt }: LoginMessage): object {
  const token = sct === undefined ? { jwt } : { sct };
  return { type: SignalingType.login, productId, deviceId, ...token };
}
