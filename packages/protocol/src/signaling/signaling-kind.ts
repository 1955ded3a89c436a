/**
 * @module Determines the kind of a signaling message, for a service that forwards messages without reading the rest
 * (PROTOCOL.md section 2).
 */
import type { Parsed } from '../parsed.ts';
import { MAX_SIGNALING_TEXT_LENGTH, parseSignalingMessage } from './parse-signaling-message.ts';
import type { SignalingMessage } from './signaling-message.ts';

type Kind = SignalingMessage['kind'];

/** A string of JSON (RFC 8259 section 7). */
const TEXT = String.raw`"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})[^"\\\x00-\x1f]*)*"`;
const INDEX = String.raw`(?:0|[1-9]\d{0,3})`;

/** A JSON string inside a JSON string, both as `JSON.stringify` writes them. */
const INNER_TEXT = String.raw`\\"[^"\\\x00-\x1f]*(?:\\\\(?:[/bfnrt]|\\[\\"]|u[0-9A-Fa-f]{4})[^"\\\x00-\x1f]*)*\\"`;
const INNER_MEMBER = String.raw`,\\"(?:(?:sdpMid|usernameFragment)\\":(?:null|${INNER_TEXT})|sdpMLineIndex\\":(?:null|${INDEX}))`;

const TEXTS = String.raw`\[(?:${TEXT}(?:,${TEXT})*)?\]`;
const TRACK = String.raw`\{"mid":${TEXT},"trackId":${TEXT}(?:,"error":${TEXT})?(?:,"message":${TEXT})?\}`;
const TRACKS = String.raw`\[(?:${TRACK}(?:,${TRACK})*)?\]`;
const METADATA_MEMBER = String.raw`"(?:tracks":${TRACKS}|status":${TEXT}|noTrickle":(?:true|false)|features(?:Taken)?":${TEXTS})`;
const METADATA = String.raw`,"metadata":\{(?:${METADATA_MEMBER}(?:,${METADATA_MEMBER})*)?\}`;

/** A candidate as `JSON.stringify` writes it: ours, and those of browsers. */
const CANDIDATE = new RegExp(
  String.raw`^\{"type":2,"data":"\{\\"candidate\\":${INNER_TEXT}(?:${INNER_MEMBER})*\}"(?:${METADATA})?\}$`,
  'u',
);

const DESCRIPTION = new RegExp(
  String.raw`^\{"type":(?:0,"data":"\{\\"type\\":\\"offer|1,"data":"\{\\"type\\":\\"answer)\\",\\"sdp\\":${INNER_TEXT}\}"(?:${METADATA})?\}$`,
  'u',
);

/**
 * Validates one frame as {@link parseSignalingMessage} does, but returns only its kind; never throws. Reason: a
 * forwarded message in its usual form need not be unpacked, which would take as long as the rest of the service's
 * work for it (docs/adr/0024).
 */
export function signalingKindOf(text: string): Parsed<Kind> {
  const kind = usualKindOf(text);
  if (kind !== undefined) return { ok: true, value: kind };
  const parsed = parseSignalingMessage(text);
  return parsed.ok ? { ok: true, value: parsed.value.kind } : parsed;
}

/** Undefined unless the message is certainly well formed. */
function usualKindOf(text: string): 'candidate' | 'description' | undefined {
  if (text.length > MAX_SIGNALING_TEXT_LENGTH) return undefined;
  if (CANDIDATE.test(text)) return 'candidate';
  return DESCRIPTION.test(text) ? 'description' : undefined;
}
