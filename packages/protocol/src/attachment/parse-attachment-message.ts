/** @module Reads and writes the messages between a device and its signaling service. */
import * as v from 'valibot';
import { parseJsonObject } from '../json/parse-json.ts';
import { parseShape } from '../json/shape.ts';
import type { Parsed } from '../parsed.ts';
import type { IceServer } from '../signaling/ice-server.ts';
import { iceServerShape } from '../signaling/ice-server-shape.ts';
import {
  MAX_ANNOUNCED_HASHES,
  MAX_PUSH_BODY_BYTES,
  MAX_SESSION_TOKENS,
  PUSH_URGENCIES,
  type AttachmentMessage,
} from './attachment-message.ts';

/**
 * Longest attachment message read, in characters. Reason: a client's frame of 64 KiB travels inside it as a JSON
 * string, where one byte can become six characters.
 */
export const MAX_ATTACHMENT_TEXT_LENGTH: number = 512 * 1024;

/** Longest session id, in characters. Reason: the service chooses it and the device keeps it as a key. */
const MAX_SESSION_ID_LENGTH = 128;

/** Longest id of a connection token, in characters. Reason: `jwt:<iss>:<sub>` with the longest issuer and subject that the service accepts has 2,309. */
const MAX_TOKEN_ID_LENGTH = 4096;

/** Most ICE servers of one session. Reason: a device uses eight. */
const MAX_ICE_SERVERS = 64;

/** The same shape as the ICE servers of a turn reply. */
const iceServerSchema: v.GenericSchema<unknown, IceServer> = v.pipe(
  v.unknown(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const read = parseShape(iceServerShape, dataset.value, 'ICE server');
    if (read.ok) return read.value;
    addIssue({ message: read.reason });
    return NEVER;
  }),
);

const session = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_SESSION_ID_LENGTH));
const closeCode = v.pipe(v.number(), v.integer(), v.minValue(1000), v.maxValue(4999));

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/u));
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));

const tokenIds = v.pipe(v.array(v.string()), v.maxLength(MAX_SESSION_TOKENS));

/** Longest endpoint of a push message, in characters. Reason: those in use have less than 400. */
const MAX_ENDPOINT_LENGTH = 1024;

/** Longest time that a push service may keep a message, in seconds: four weeks, the most that one in use accepts. */
const MAX_PUSH_TTL_S = 28 * 24 * 3600;

/** Highest status of HTTP. */
const MAX_STATUS = 599;

/** Base64url of this many bytes has this many characters. */
const MAX_PUSH_BODY_LENGTH = Math.ceil((MAX_PUSH_BODY_BYTES * 4) / 3);

const pushSchema = v.object({
  type: v.literal('push'),
  id: count,
  // Printable ASCII without spaces: nothing of it can begin another header.
  endpoint: v.pipe(v.string(), v.maxLength(MAX_ENDPOINT_LENGTH), v.regex(/^https?:\/\/[\x21-\x7e]+$/u)),
  ttl: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_PUSH_TTL_S)),
  urgency: v.picklist(PUSH_URGENCIES),
  body: v.pipe(v.string(), v.maxLength(MAX_PUSH_BODY_LENGTH), v.regex(/^[\w-]+$/u)),
});

/** An uncompressed point of P-256 in base64url: 65 bytes that begin with 4. */
const pushKey = v.pipe(v.string(), v.regex(/^B[\w-]{86}$/u));

/** A malformed list of features, or key, is ignored: it does not keep the device from attaching. */
const attachedSchema = v.pipe(
  v.object({
    type: v.literal('attached'),
    features: v.fallback(v.optional(v.array(v.string())), undefined),
    pushKey: v.fallback(v.optional(pushKey), undefined),
  }),
  v.transform(({ type, ...given }) => ({
    type,
    ...(given.features === undefined ? {} : { features: given.features }),
    ...(given.pushKey === undefined ? {} : { pushKey: given.pushKey }),
  })),
);

const sessionCloseSchema = v.pipe(
  v.object({
    type: v.literal('session-close'),
    session,
    code: closeCode,
    reason: v.nullish(v.string()),
  }),
  v.transform(({ reason, ...rest }) => ({ ...rest, ...(reason == null ? {} : { reason }) })),
);

type MessageSchema<T extends AttachmentMessage = AttachmentMessage> = v.GenericSchema<unknown, T>;

/** Schemas by message type; session messages are parsed by hand. */
const schemas: {
  readonly [T in Exclude<AttachmentMessage['type'], 'session-message'>]: MessageSchema<
    Extract<AttachmentMessage, { type: T }>
  >;
} = {
  hello: v.object({ type: v.literal('hello'), productId: v.string(), deviceId: v.string() }),
  challenge: v.object({ type: v.literal('challenge'), nonce: v.string() }),
  prove: v.object({ type: v.literal('prove'), token: v.string() }),
  attached: attachedSchema,
  tokens: v.object({
    type: v.literal('tokens'),
    hashes: v.pipe(v.array(hash), v.maxLength(MAX_ANNOUNCED_HASHES)),
    more: v.boolean(),
  }),
  'token-add': v.object({ type: v.literal('token-add'), hash }),
  'token-withdraw': v.object({ type: v.literal('token-withdraw'), hash }),
  'tokens-kept': v.object({ type: v.literal('tokens-kept'), kept: count, refused: count }),
  'session-tokens': v.object({ type: v.literal('session-tokens'), tokenIds }),
  'tokens-revoked': v.object({ type: v.literal('tokens-revoked'), tokenIds }),
  'session-open': v.object({
    type: v.literal('session-open'),
    session,
    tokenId: v.pipe(v.string(), v.maxLength(MAX_TOKEN_ID_LENGTH)),
    iceServers: v.pipe(v.array(iceServerSchema), v.maxLength(MAX_ICE_SERVERS)),
  }),
  'session-close': sessionCloseSchema,
  push: pushSchema,
  'push-result': v.object({
    type: v.literal('push-result'),
    id: count,
    status: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_STATUS)),
  }),
};

const schemaOf: ReadonlyMap<unknown, MessageSchema> = new Map(Object.entries(schemas));

/** Marks a verbatim session message; no JSON object starts with it. */
const VERBATIM_MARK = '>';

/** Parses one frame; never throws, and the reason never quotes the content. */
export function parseAttachmentMessage(text: string): Parsed<AttachmentMessage> {
  if (text.startsWith(VERBATIM_MARK)) return parseVerbatim(text);
  const json = parseJsonObject(text, MAX_ATTACHMENT_TEXT_LENGTH);
  if (!json.ok) return json;
  const { type, session: id, message } = json.value;
  if (type === 'session-message') return sessionMessage(id, message);
  const schema = schemaOf.get(type);
  return schema === undefined ? wrong('type') : parseSchema(schema, json.value, 'attachment message');
}

/** The first line is the session id, the rest the message. */
function parseVerbatim(text: string): Parsed<AttachmentMessage> {
  if (text.length > MAX_ATTACHMENT_TEXT_LENGTH)
    return { ok: false, reason: `longer than ${MAX_ATTACHMENT_TEXT_LENGTH} characters` };
  const end = text.indexOf('\n');
  const message = sessionMessage(text.slice(VERBATIM_MARK.length, Math.max(end, 0)), text.slice(end + 1));
  return message.ok ? { ok: true, value: { ...message.value, verbatim: true } } : message;
}

type SessionMessage = Extract<AttachmentMessage, { type: 'session-message' }>;

/** Parsed by hand. Reason: nearly all messages are of this kind, and a schema takes half as long as JSON itself (docs/adr/0024). */
function sessionMessage(id: unknown, message: unknown): Parsed<SessionMessage> {
  const isId = typeof id === 'string' && id.length > 0 && id.length <= MAX_SESSION_ID_LENGTH;
  if (!isId) return wrong('session');
  if (typeof message !== 'string') return wrong('message');
  return { ok: true, value: { type: 'session-message', session: id, message } };
}

function wrong(key: string): Parsed<never> {
  return { ok: false, reason: `attachment message with a wrong ${key}` };
}

/** Encodes one message as the text of one frame. */
export function encodeAttachmentMessage(message: AttachmentMessage): string {
  return message.type === 'session-message' && message.verbatim === true
    ? `${VERBATIM_MARK}${message.session}\n${message.message}`
    : JSON.stringify(message);
}

/** Validates a value; the reason names the path by the schema's own keys, never the value. */
function parseSchema<T>(schema: v.GenericSchema<unknown, T>, value: unknown, what: string): Parsed<T> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return { ok: true, value: result.output };
  const path = v.getDotPath(result.issues[0]);
  return { ok: false, reason: path === null ? `${what} of the wrong shape` : `${what} with a wrong ${path}` };
}
