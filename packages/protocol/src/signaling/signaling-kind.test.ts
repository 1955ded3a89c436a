/** @module signalingKindOf agrees with parsing the whole message, for any input. */
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { encodeSignalingMessage } from './encode-signaling-message.ts';
import { MAX_SIGNALING_TEXT_LENGTH, parseSignalingMessage } from './parse-signaling-message.ts';
import { signalingKindOf } from './signaling-kind.ts';
import type { SignalingMessage } from './signaling-message.ts';

const CANDIDATE: SignalingMessage = {
  kind: 'candidate',
  candidate: {
    candidate: 'candidate:1 1 udp 2113937151 198.51.100.7 46154 typ host',
    sdpMid: '0',
    sdpMLineIndex: 0,
    usernameFragment: null,
  },
};
const OFFER: SignalingMessage = {
  kind: 'description',
  description: { type: 'offer', sdp: 'v=0\r\ns="\\/\u{1f600}\u0001\r\n' },
  metadata: {
    tracks: [
      { mid: '0', trackId: 'front "door"', error: 'OK', message: 'é' },
      { mid: '1', trackId: '' },
    ],
    status: 'OK',
    noTrickle: true,
    features: ['stream/1', 'coap-ws/1'],
    featuresTaken: [],
  },
};
const ANSWER: SignalingMessage = {
  kind: 'description',
  description: { type: 'answer', sdp: '' },
  metadata: {},
};
const OTHERS: SignalingMessage[] = [
  { kind: 'requestOffer' },
  { kind: 'turnRequest' },
  { kind: 'login', productId: 'p', deviceId: 'd', sct: 's' },
];
const MESSAGES = [CANDIDATE, OFFER, ANSWER, ...OTHERS];

function whole(text: string): unknown {
  const parsed = parseSignalingMessage(text);
  return parsed.ok ? { ok: true, value: parsed.value.kind } : parsed;
}

test.each(MESSAGES)('signalingKindOf recognises $kind $description.type', (message) => {
  expect(signalingKindOf(encodeSignalingMessage(message))).toEqual({ ok: true, value: message.kind });
});

test.each([CANDIDATE, OFFER, ANSWER])(
  'signalingKindOf does not unpack the usual form of $kind $description.type',
  (message) => {
    const text = encodeSignalingMessage(message);
    const parse = vi.spyOn(JSON, 'parse');
    try {
      expect(signalingKindOf(text).ok).toBe(true);
      expect(parse).not.toHaveBeenCalled();
    } finally {
      parse.mockRestore();
    }
  },
);

test('signalingKindOf accepts the longest text and refuses one character more', () => {
  const room = MAX_SIGNALING_TEXT_LENGTH - encodeSignalingMessage(ANSWER).length;
  const filled = (length: number): string =>
    encodeSignalingMessage({ ...ANSWER, description: { type: 'answer', sdp: 'x'.repeat(length) } });
  expect(signalingKindOf(filled(room))).toEqual({ ok: true, value: 'description' });
  expect(signalingKindOf(filled(room + 1))).toEqual(whole(filled(room + 1)));
  expect(signalingKindOf(filled(room + 1)).ok).toBe(false);
});

const PIECES = [
  '"',
  '\\',
  '\\\\',
  '\\"',
  '\\u00',
  ',',
  ':',
  '{',
  '}',
  '[',
  ']',
  '0',
  '7',
  'null',
  '\n',
  ' ',
  'é',
  '\u0000',
  'n',
];

/** A text with one change. */
const damaged = fc
  .record({
    text: fc.constantFrom(...MESSAGES.map((message) => encodeSignalingMessage(message))),
    at: fc.nat(),
    cut: fc.nat({ max: 3 }),
    piece: fc.constantFrom('', ...PIECES),
  })
  .map(({ text, at, cut, piece }) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + piece + text.slice(place + cut);
  });

test('signalingKindOf and parseSignalingMessage agree about damaged messages, reason included', () => {
  fc.assert(
    fc.property(damaged, (text) => {
      expect(signalingKindOf(text)).toEqual(whole(text));
    }),
    { numRuns: 5_000 },
  );
});

test('signalingKindOf and parseSignalingMessage agree about any values in any order, reason included', () => {
  const value = fc.oneof(
    fc.constantFrom(0, -0, 1.5, 65_535, 65_536, null, true, ''),
    fc.string({ unit: 'binary', maxLength: 5 }),
  );
  const inner = fc.dictionary(
    fc.constantFrom('candidate', 'sdpMid', 'sdpMLineIndex', 'usernameFragment', 'type', 'sdp', 'other'),
    value,
  );
  const metadata = fc.dictionary(
    fc.constantFrom('tracks', 'status', 'noTrickle', 'features', 'other'),
    fc.oneof(
      value,
      fc.array(value, { maxLength: 2 }),
      fc.array(fc.dictionary(fc.constantFrom('mid', 'trackId', 'error'), value), { maxLength: 2 }),
    ),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(0, 1, 2),
      inner,
      fc.option(metadata, { nil: undefined }),
      (type, data, extra) => {
        const text = JSON.stringify({ type, data: JSON.stringify(data), metadata: extra });
        expect(signalingKindOf(text)).toEqual(whole(text));
      },
    ),
    { numRuns: 2_000 },
  );
});
