/** @module Encodes and decodes envelopes between nodes. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Envelope, EnvelopeHeader } from './bus-message.ts';

const name = Type.String({ maxLength: 1024 });
const id = Type.String({ minLength: 1, maxLength: 128 });
const count = Type.Integer({ minimum: 0 });
const code = Type.Integer({ minimum: 1000, maximum: 4999 });
const key = { productId: name, deviceId: name };

const iceServer = Type.Object({
  urls: Type.Array(Type.String()),
  username: Type.Optional(Type.String()),
  credential: Type.Optional(Type.String()),
});

const liveDevice = Type.Object({ ...key, since: Type.Number(), node: id });
const liveSession = Type.Object({
  ...key,
  id,
  tokenId: Type.String(),
  address: Type.String(),
  since: Type.Number(),
  node: id,
});

const message = Type.Union([
  Type.Object({ type: Type.Literal('say'), session: id, text: Type.String() }),
  Type.Object({ type: Type.Literal('taken'), session: id, bytes: count }),
  Type.Object({
    type: Type.Literal('open'),
    session: id,
    ...key,
    tokenId: Type.String(),
    iceServers: Type.Array(iceServer),
  }),
  Type.Object({ type: Type.Literal('opened'), session: id, onlineMs: Type.Optional(count) }),
  Type.Object({
    type: Type.Literal('refused'),
    session: id,
    reason: Type.Union([Type.Literal('full'), Type.Literal('offline'), Type.Literal('unreachable')]),
  }),
  Type.Object({ type: Type.Literal('end'), session: id, code, reason: Type.Optional(Type.String()) }),
  Type.Object({ type: Type.Literal('replace'), device: name, attachment: id }),
  Type.Object({ type: Type.Literal('hello') }),
  Type.Object({ type: Type.Literal('reset'), link: count }),
  Type.Object({ type: Type.Literal('ask-list'), question: id }),
  Type.Object({ type: Type.Literal('ask-end'), question: id, session: id, code }),
  Type.Object({
    type: Type.Literal('listed'),
    question: id,
    devices: Type.Array(liveDevice),
    sessions: Type.Array(liveSession),
    isLast: Type.Boolean(),
  }),
  Type.Object({ type: Type.Literal('ended'), question: id, isFound: Type.Boolean() }),
]);

/** The wire format names the epoch `link`. */
const wireEnvelope = Compile(
  Type.Object({ from: id, link: count, seq: count, messages: Type.Array(message) }),
);

/** Decodes an envelope; undefined if the text is invalid. Never throws. */
export function decodeEnvelope(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!wireEnvelope.Check(value)) return undefined;
    const { link: epoch, from, seq, messages } = value;
    return { from, epoch, seq, messages };
  } catch {
    return undefined;
  }
}

/** Encodes an envelope of messages that are already JSON. */
export function encodeEnvelope({ from, epoch, seq }: EnvelopeHeader, messages: readonly string[]): string {
  return `{"from":${JSON.stringify(from)},"link":${epoch},"seq":${seq},"messages":[${messages.join(',')}]}`;
}
