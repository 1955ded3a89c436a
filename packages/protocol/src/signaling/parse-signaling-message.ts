/** @module Parses the messages between a client and its signaling service (PROTOCOL.md section 2). */
import { parseJsonObject, type JsonObject } from '../json/parse-json.ts';
import { listOf, maybe, objectOf, parseShape, text } from '../json/shape.ts';
import type { Parsed } from '../parsed.ts';
import { iceServerShape, turnServerShape } from './ice-server-shape.ts';
import type { TurnReply } from './ice-server.ts';
import { metadataShape } from './metadata-shape.ts';
import type { Metadata } from './metadata.ts';
import { SignalingType, type IceCandidate } from './signaling-message.ts';
import type { LoginMessage, SignalingMessage } from './signaling-message.ts';

/** Longest signaling message parsed, in characters: four times the 64 KiB frame limit of our service. */
export const MAX_SIGNALING_TEXT_LENGTH: number = 256 * 1024;

/** The largest index of a media line (an unsigned short in WebIDL). */
const MAX_LINE_INDEX = 65_535;

interface LoginFields {
  productId: string;
  deviceId: string;
  sct?: string;
  jwt?: string;
}

const NO_METADATA = { ok: true, value: undefined } as const;

const loginShape = objectOf<LoginFields>({
  productId: text,
  deviceId: text,
  sct: maybe(text),
  jwt: maybe(text),
});

const turnReplyShape = objectOf<Pick<TurnReply, 'iceServers' | 'servers'>>({
  iceServers: maybe(listOf(iceServerShape)),
  servers: maybe(listOf(turnServerShape)),
});

const relayedShape = objectOf<{ metadata?: Metadata }>({ metadata: maybe(metadataShape) });

/** Parses one frame; never throws, and the reason never quotes a token, a password or any other content. */
export function parseSignalingMessage(frame: string): Parsed<SignalingMessage> {
  const json = parseJsonObject(frame, MAX_SIGNALING_TEXT_LENGTH);
  return json.ok ? parseByType(json.value) : json;
}

function parseByType(message: JsonObject): Parsed<SignalingMessage> {
  switch (message['type']) {
    case SignalingType.offer:
      return parseDescription(message, 'offer');
    case SignalingType.answer:
      return parseDescription(message, 'answer');
    case SignalingType.candidate:
      return parseCandidate(message);
    case SignalingType.turnRequest:
      return { ok: true, value: { kind: 'turnRequest' } };
    case SignalingType.turnReply:
      return parseTurnReply(message);
    case SignalingType.requestOffer:
      return { ok: true, value: { kind: 'requestOffer' } };
    case SignalingType.login:
      return parseLogin(message);
    case SignalingType.loginReply: {
      const { features, onlineSeconds } = message;
      return { ok: true, value: { kind: 'loginReply', features, onlineSeconds } };
    }
    default:
      return { ok: false, reason: 'unknown or missing type' };
  }
}

function parseLogin(message: JsonObject): Parsed<LoginMessage> {
  const login = parseShape(loginShape, message, 'login');
  if (!login.ok) return login;
  const { productId, deviceId, sct, jwt } = login.value;
  if (sct !== undefined && jwt === undefined)
    return { ok: true, value: { kind: 'login', productId, deviceId, sct } };
  if (jwt !== undefined && sct === undefined)
    return { ok: true, value: { kind: 'login', productId, deviceId, jwt } };
  return { ok: false, reason: 'login must have exactly one of sct and jwt' };
}

function parseTurnReply(message: JsonObject): Parsed<SignalingMessage> {
  const reply = parseShape(turnReplyShape, message, 'turn reply');
  if (!reply.ok) return reply;
  return { ok: true, value: { kind: 'turnReply', ...reply.value } };
}

function parseDescription(message: JsonObject, type: 'offer' | 'answer'): Parsed<SignalingMessage> {
  const metadata = parseMetadata(message, type);
  if (!metadata.ok) return metadata;
  const data = parseData(message, type);
  if (!data.ok) return data;
  const { type: innerType, sdp } = data.value;
  if (innerType !== type) return wrong(`${type} data`, 'type');
  if (typeof sdp !== 'string') return wrong(`${type} data`, 'sdp');
  const value = { kind: 'description', description: { type, sdp }, metadata: metadata.value ?? {} } as const;
  return { ok: true, value };
}

function parseCandidate(message: JsonObject): Parsed<SignalingMessage> {
  const metadata = parseMetadata(message, 'candidate');
  if (!metadata.ok) return metadata;
  const data = parseData(message, 'candidate');
  if (!data.ok) return data;
  const candidate = candidateOf(data.value);
  if (!candidate.ok) return candidate;
  const value = { kind: 'candidate', candidate: candidate.value } as const;
  return { ok: true, value: metadata.value === undefined ? value : { ...value, metadata: metadata.value } };
}

/**
 * Parsed by hand, as descriptions are. Reason: nearly all messages are of these two kinds, and a schema takes longer
 * than JSON itself (docs/adr/0024).
 */
function candidateOf(data: JsonObject): Parsed<IceCandidate> {
  const { candidate, sdpMid, sdpMLineIndex, usernameFragment } = data;
  if (typeof candidate !== 'string') return wrong('candidate data', 'candidate');
  const value: IceCandidate = { candidate };
  if (sdpMid !== undefined) {
    if (sdpMid !== null && typeof sdpMid !== 'string') return wrong('candidate data', 'sdpMid');
    value.sdpMid = sdpMid;
  }
  if (sdpMLineIndex !== undefined) {
    if (sdpMLineIndex !== null && !isLineIndex(sdpMLineIndex))
      return wrong('candidate data', 'sdpMLineIndex');
    value.sdpMLineIndex = sdpMLineIndex;
  }
  if (usernameFragment !== undefined) {
    if (usernameFragment !== null && typeof usernameFragment !== 'string')
      return wrong('candidate data', 'usernameFragment');
    value.usernameFragment = usernameFragment;
  }
  return { ok: true, value };
}

function isLineIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_LINE_INDEX;
}

/** The metadata of a relayed message; one without metadata skips the check. */
function parseMetadata(message: JsonObject, what: string): Parsed<Metadata | undefined> {
  if (message['metadata'] == null) return NO_METADATA;
  const relayed = parseShape(relayedShape, message, what);
  return relayed.ok ? { ok: true, value: relayed.value.metadata } : relayed;
}

function parseData({ data }: JsonObject, what: string): Parsed<JsonObject> {
  if (typeof data !== 'string') return wrong(what, 'data');
  const json = parseJsonObject(data, MAX_SIGNALING_TEXT_LENGTH);
  return json.ok ? json : { ok: false, reason: `${what} data ${json.reason}` };
}

function wrong(what: string, key: string): Parsed<never> {
  return { ok: false, reason: `${what} with a wrong ${key}` };
}
