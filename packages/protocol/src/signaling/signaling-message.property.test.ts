/** @module Any message survives a round trip, and any text is parsed or refused. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeSignalingMessage } from './encode-signaling-message.ts';
import type { IceServer, TurnServer } from './ice-server.ts';
import { TRACK_ERROR_CODES, type Metadata, type TrackMetadata } from './metadata.ts';
import { parseSignalingMessage } from './parse-signaling-message.ts';
import type { SignalingMessage } from './signaling-message.ts';

const text = fc.string({ unit: 'binary', maxLength: 20 });

const track: fc.Arbitrary<TrackMetadata> = fc.record(
  { mid: text, trackId: text, error: fc.constantFrom(...TRACK_ERROR_CODES), message: text },
  { requiredKeys: ['trackId'] },
);

const metadata: fc.Arbitrary<Metadata> = fc.record(
  {
    tracks: fc.array(track, { maxLength: 3 }),
    status: fc.constantFrom('OK', 'FAILED'),
    noTrickle: fc.boolean(),
    features: fc.array(text, { maxLength: 3 }),
    featuresTaken: fc.array(text, { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

const iceServer: fc.Arbitrary<IceServer> = fc.record(
  { urls: fc.array(text, { maxLength: 3 }), username: text, credential: text },
  { requiredKeys: ['urls'] },
);

const turnServer: fc.Arbitrary<TurnServer> = fc.record({
  hostname: text,
  port: fc.nat(65_535),
  username: text,
  password: text,
});

const candidate = fc.record(
  {
    candidate: text,
    sdpMid: fc.option(text),
    sdpMLineIndex: fc.option(fc.nat(65_535)),
    usernameFragment: fc.option(text),
  },
  { requiredKeys: ['candidate'] },
);

const description = fc.record({ type: fc.constantFrom('offer', 'answer'), sdp: text });

const signalingMessage: fc.Arbitrary<SignalingMessage> = fc.oneof(
  fc.record({ kind: fc.constant('login'), productId: text, deviceId: text, sct: text }),
  fc.record({ kind: fc.constant('login'), productId: text, deviceId: text, jwt: text }),
  fc.record({ kind: fc.constantFrom('turnRequest', 'requestOffer') }),
  fc.record(
    { kind: fc.constant('loginReply'), features: fc.array(text), onlineSeconds: fc.nat() },
    { requiredKeys: ['kind'] },
  ),
  fc.record(
    {
      kind: fc.constant('turnReply'),
      iceServers: fc.array(iceServer, { maxLength: 3 }),
      servers: fc.array(turnServer, { maxLength: 3 }),
    },
    { requiredKeys: ['kind'] },
  ),
  fc.record({ kind: fc.constant('description'), description, metadata }),
  fc.record({ kind: fc.constant('candidate'), candidate, metadata }, { requiredKeys: ['kind', 'candidate'] }),
);

test('parseSignalingMessage reverses encodeSignalingMessage', () => {
  fc.assert(
    fc.property(signalingMessage, (message) => {
      expect(parseSignalingMessage(encodeSignalingMessage(message))).toEqual({ ok: true, value: message });
    }),
  );
});

test('parseSignalingMessage returns a message or a reason for any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
      expect(typeof parseSignalingMessage(text).ok).toBe('boolean');
    }),
  );
});

test('parseSignalingMessage returns a message that survives a round trip, or a reason, for any JSON in any field', () => {
  const wire = fc.record(
    {
      type: fc.constantFrom(0, 1, 2, 3, 4, 5, 20, 21),
      data: fc.oneof(fc.json(), fc.constant('{"type":"offer","sdp":"v=0"}'), fc.jsonValue()),
      metadata: fc.jsonValue(),
      productId: fc.jsonValue(),
      deviceId: fc.string(),
      sct: fc.jsonValue(),
      servers: fc.jsonValue(),
      iceServers: fc.jsonValue(),
      features: fc.jsonValue(),
      onlineSeconds: fc.jsonValue(),
    },
    { requiredKeys: ['type'] },
  );
  fc.assert(
    fc.property(wire, (message) => {
      const parsed = parseSignalingMessage(JSON.stringify(message));
      expect(parsed.ok ? parseSignalingMessage(encodeSignalingMessage(parsed.value)) : parsed).toEqual(
        parsed,
      );
    }),
  );
});
