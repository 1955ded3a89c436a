/**
 * @module Parses messages between client and device where no other kind is allowed (docs/protocol/negotiation.md).
 */
import { assertNever } from '../assert-never.ts';
import type { Parsed } from '../parsed.ts';
import { parseSignalingMessage } from './parse-signaling-message.ts';
import type { RelayedMessage } from './signaling-message.ts';

/** Parses one message; never throws, and has the limits of {@link parseSignalingMessage}. */
export function parseRelayedMessage(text: string): Parsed<RelayedMessage> {
  const parsed = parseSignalingMessage(text);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  switch (value.kind) {
    case 'description':
    case 'candidate':
    case 'requestOffer':
      return { ok: true, value };
    case 'login':
    case 'loginReply':
    case 'turnRequest':
    case 'turnReply':
      return { ok: false, reason: 'not an offer, an answer or a candidate' };
    default:
      return assertNever(value);
  }
}
