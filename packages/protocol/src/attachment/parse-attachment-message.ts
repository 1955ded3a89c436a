/** @module Reads and writes the messages between a device and its signaling service. */
import * as v from 'valibot';
import { parseJsonObject, parseShape } from '../json/parse-json.ts';
import type { Parsed } from '../parsed.ts';
import { iceServerSchema } from '../signaling/ice-server-schema.ts';
import type { AttachmentMessage } from './attachment-message.ts';

/**
 * Longest attachment message read, in characters. Reason: a client's frame of 64 KiB travels inside as a JSON string,
 * where one byte can become six characters.
 */
export const MAX_ATTACHMENT_TEXT_LENGTH: number = 512 * 1024;

/** Longest session id, in characters. Reason: it is a key of the device's table, chosen by the service. */
const MAX_SESSION_ID_LENGTH = 128;

const session = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_SESSION_ID_LENGTH));
const closeCode = v.pipe(v.number(), v.integer(), v.minValue(1000), v.maxValue(4999));

const sessionCloseSchema = v.pipe(
  v.object({
    type: v.literal('session-close'),
    session,
    code: closeCode,
    reason: v.nullish(v.string()),
  }),
  v.transform(({ reason, ...rest }) => ({ ...rest, ...(reason == null ? {} : { reason }) })),
);

const schema: v.GenericSchema<unknown, AttachmentMessage> = v.variant('type', [
  v.object({ type: v.literal('hello'), productId: v.string(), deviceId: v.string() }),
  v.object({ type: v.literal('challenge'), nonce: v.string() }),
  v.object({ type: v.literal('prove'), token: v.string() }),
  v.object({ type: v.literal('attached') }),
  v.object({
    type: v.literal('session-open'),
    session,
    tokenId: v.string(),
    iceServers: v.array(iceServerSchema),
  }),
  v.object({ type: v.literal('session-message'), session, message: v.string() }),
  sessionCloseSchema,
]);

/** Reads one frame; never throws, and the reason never holds any of the content. */
export function parseAttachmentMessage(text: string): Parsed<AttachmentMessage> {
  const json = parseJsonObject(text, MAX_ATTACHMENT_TEXT_LENGTH);
  return json.ok ? parseShape(schema, json.value, 'attachment message') : json;
}

/** Writes one message as the text of one frame. */
export function encodeAttachmentMessage(message: AttachmentMessage): string {
  return JSON.stringify(message);
}
