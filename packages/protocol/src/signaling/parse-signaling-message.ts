/** @module Reads the messages between a client and its signaling service (PROTOCOL.md section 2). */
import * as v from 'valibot';
import { parseJsonObject, parseShape, type JsonObject } from '../json/parse-json.ts';
import type { Parsed } from '../parsed.ts';
import { iceServerSchema, turnServerSchema } from './ice-server-schema.ts';
import { metadataSchema } from './metadata-schema.ts';
import { SignalingType, type Description, type IceCandidate } from './signaling-message.ts';
import type { LoginMessage, SignalingMessage } from './signaling-message.ts';

/** Longest signaling message read, in characters: four times the 64 KiB frame that our service takes. */
export const MAX_SIGNALING_TEXT_LENGTH: number = 256 * 1024;

const loginSchema = v.object({
  productId: v.string(),
  deviceId: v.string(),
  sct: v.nullish(v.string()),
  jwt: v.nullish(v.string()),
});

const turnReplySchema = v.object({
  iceServers: v.nullish(v.array(iceServerSchema)),
  servers: v.nullish(v.array(turnServerSchema)),
});

const relayedSchema = v.object({ data: v.string(), metadata: v.nullish(metadataSchema) });

const candidateSchema: v.GenericSchema<unknown, IceCandidate> = v.object({
  candidate: v.string(),
  sdpMid: v.exactOptional(v.nullable(v.string())),
  sdpMLineIndex: v.exactOptional(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535))),
  ),
  usernameFragment: v.exactOptional(v.nullable(v.string())),
});

/** Reads one frame; never throws, and the reason never holds a token, a password or any other content. */
export function parseSignalingMessage(text: string): Parsed<SignalingMessage> {
  const json = parseJsonObject(text, MAX_SIGNALING_TEXT_LENGTH);
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
    case SignalingType.loginReply:
      return { ok: true, value: { kind: 'loginReply' } };
    default:
      return { ok: false, reason: 'unknown or missing type' };
  }
}

function parseLogin(message: JsonObject): Parsed<LoginMessage> {
  const login = parseShape(loginSchema, message, 'login');
  if (!login.ok) return login;
  const { productId, deviceId, sct, jwt } = login.value;
  if (sct != null && jwt == null) return { ok: true, value: { kind: 'login', productId, deviceId, sct } };
  if (jwt != null && sct == null) return { ok: true, value: { kind: 'login', productId, deviceId, jwt } };
  return { ok: false, reason: 'login with not exactly one of sct and jwt' };
}

function parseTurnReply(message: JsonObject): Parsed<SignalingMessage> {
  const reply = parseShape(turnReplySchema, message, 'turn reply');
  if (!reply.ok) return reply;
  const { iceServers, servers } = reply.value;
  return {
    ok: true,
    value: {
      kind: 'turnReply',
      ...(iceServers == null ? {} : { iceServers }),
      ...(servers == null ? {} : { servers }),
    },
  };
}

function parseDescription(message: JsonObject, type: 'offer' | 'answer'): Parsed<SignalingMessage> {
  const relayed = parseShape(relayedSchema, message, type);
  if (!relayed.ok) return relayed;
  const schema: v.GenericSchema<unknown, Description> = v.object({ type: v.literal(type), sdp: v.string() });
  const description = parseData(schema, relayed.value.data, type);
  if (!description.ok) return description;
  const metadata = relayed.value.metadata ?? {};
  return { ok: true, value: { kind: 'description', description: description.value, metadata } };
}

function parseCandidate(message: JsonObject): Parsed<SignalingMessage> {
  const relayed = parseShape(relayedSchema, message, 'candidate');
  if (!relayed.ok) return relayed;
  const candidate = parseData(candidateSchema, relayed.value.data, 'candidate');
  if (!candidate.ok) return candidate;
  const { metadata } = relayed.value;
  return {
    ok: true,
    value: { kind: 'candidate', candidate: candidate.value, ...(metadata == null ? {} : { metadata }) },
  };
}

function parseData<T>(schema: v.GenericSchema<unknown, T>, data: string, what: string): Parsed<T> {
  const json = parseJsonObject(data, MAX_SIGNALING_TEXT_LENGTH);
  return json.ok
    ? parseShape(schema, json.value, `${what} data`)
    : { ok: false, reason: `${what} data ${json.reason}` };
}
