/** @module The signaling messages as on the wire. */
import { describe, expect, test } from 'vitest';
import { encodeSignalingMessage } from './encode-signaling-message.ts';
import { MAX_SIGNALING_TEXT_LENGTH, parseSignalingMessage } from './parse-signaling-message.ts';
import type { SignalingMessage } from './signaling-message.ts';

const parse = (wire: unknown): unknown => parseSignalingMessage(JSON.stringify(wire));
const offerData = JSON.stringify({ type: 'offer', sdp: 'v=0' });

describe('signaling messages as in PROTOCOL.md section 2', () => {
  const rows: [string, SignalingMessage, object][] = [
    [
      'login with sct',
      { kind: 'login', productId: 'p', deviceId: 'd', sct: 's' },
      { type: 20, productId: 'p', deviceId: 'd', sct: 's' },
    ],
    [
      'login with jwt',
      { kind: 'login', productId: 'p', deviceId: 'd', jwt: 'j' },
      { type: 20, productId: 'p', deviceId: 'd', jwt: 'j' },
    ],
    ['login reply', { kind: 'loginReply' }, { type: 21 }],
    [
      'login reply of a service with extensions',
      { kind: 'loginReply', features: ['early/1'], onlineSeconds: 90 },
      { type: 21, features: ['early/1'], onlineSeconds: 90 },
    ],
    ['turn request', { kind: 'turnRequest' }, { type: 3 }],
    ['turn reply with neither list', { kind: 'turnReply' }, { type: 4 }],
    [
      'turn reply with iceServers',
      { kind: 'turnReply', iceServers: [{ urls: ['turn:t'], username: 'u', credential: 'c' }] },
      { type: 4, iceServers: [{ urls: ['turn:t'], username: 'u', credential: 'c' }] },
    ],
    [
      'turn reply with servers',
      { kind: 'turnReply', servers: [{ hostname: 't', port: 1, username: 'u', password: 'c' }] },
      { type: 4, servers: [{ hostname: 't', port: 1, username: 'u', password: 'c' }] },
    ],
    [
      'offer',
      { kind: 'description', description: { type: 'offer', sdp: 'v=0' }, metadata: { noTrickle: true } },
      { type: 0, data: offerData, metadata: { noTrickle: true } },
    ],
    [
      'answer',
      { kind: 'description', description: { type: 'answer', sdp: 'v=0' }, metadata: {} },
      { type: 1, data: JSON.stringify({ type: 'answer', sdp: 'v=0' }), metadata: {} },
    ],
    [
      'ICE candidate',
      { kind: 'candidate', candidate: { candidate: 'c', sdpMid: '0' } },
      { type: 2, data: JSON.stringify({ candidate: 'c', sdpMid: '0' }) },
    ],
    ['request offer', { kind: 'requestOffer' }, { type: 5 }],
  ];
  test.each(rows)('%s', (_, message, wire) => {
    expect(JSON.parse(encodeSignalingMessage(message))).toEqual(wire);
    expect(parse(wire)).toEqual({ ok: true, value: message });
    expect(parse({ ...wire, unknown: { key: 1 } })).toEqual({ ok: true, value: message });
  });
});

describe('parseSignalingMessage accepts', () => {
  const rows: [string, unknown, SignalingMessage][] = [
    [
      'a null token beside the other',
      { type: 20, productId: 'p', deviceId: 'd', sct: 's', jwt: null },
      { kind: 'login', productId: 'p', deviceId: 'd', sct: 's' },
    ],
    [
      'one URL without its array',
      { type: 4, iceServers: [{ urls: 'stun:s', username: null }], servers: null },
      { kind: 'turnReply', iceServers: [{ urls: ['stun:s'] }] },
    ],
    [
      'a server without a port',
      { type: 4, servers: [{ hostname: 'turn:t', username: 'u', password: 'c' }] },
      { kind: 'turnReply', servers: [{ hostname: 'turn:t', port: 0, username: 'u', password: 'c' }] },
    ],
    [
      'no metadata',
      { type: 0, data: offerData },
      { kind: 'description', description: { type: 'offer', sdp: 'v=0' }, metadata: {} },
    ],
    [
      'null metadata',
      { type: 0, data: offerData, metadata: null },
      { kind: 'description', description: { type: 'offer', sdp: 'v=0' }, metadata: {} },
    ],
    [
      'nulls, the last line and an unknown key in a candidate',
      {
        type: 2,
        data: '{"candidate":"c","sdpMid":null,"sdpMLineIndex":65535,"usernameFragment":null,"x":1}',
        metadata: null,
      },
      {
        kind: 'candidate',
        candidate: { candidate: 'c', sdpMid: null, sdpMLineIndex: 65_535, usernameFragment: null },
      },
    ],
    [
      'metadata beside a candidate',
      { type: 2, data: '{"candidate":"c"}', metadata: { noTrickle: true } },
      { kind: 'candidate', candidate: { candidate: 'c' }, metadata: { noTrickle: true } },
    ],
    [
      'unknown words and keys in metadata',
      {
        type: 0,
        data: offerData,
        metadata: { status: 'MAYBE', tracks: [{ mid: '0', trackId: 't', error: 'NEW_ERROR', x: 1 }], y: {} },
      },
      {
        kind: 'description',
        description: { type: 'offer', sdp: 'v=0' },
        metadata: { status: 'FAILED', tracks: [{ mid: '0', trackId: 't', error: 'UNKNOWN_ERROR' }] },
      },
    ],
  ];
  test.each(rows)('%s', (_, wire, value) => {
    expect(parse(wire)).toStrictEqual({ ok: true, value });
  });
});

describe('parseSignalingMessage reports without throwing', () => {
  const login = { type: 20, productId: 'p', deviceId: 'd' };
  const rows: [string, unknown, string][] = [
    ['an empty object', {}, 'unknown or missing type'],
    ['null', null, 'not a JSON object'],
    ['a number', 20, 'not a JSON object'],
    ['a string', 'type', 'not a JSON object'],
    ['an array', [{ type: 3 }], 'not a JSON object'],
    ['an unknown type', { type: 99 }, 'unknown or missing type'],
    ['a type in text', { type: '3' }, 'unknown or missing type'],
    ['a type that is an object', { type: { toString: 1 } }, 'unknown or missing type'],
    ['login without a token', login, 'login must have exactly one of sct and jwt'],
    [
      'login with both tokens',
      { ...login, sct: 's', jwt: 'j' },
      'login must have exactly one of sct and jwt',
    ],
    ['login with a token that is no text', { ...login, sct: 1 }, 'login with a wrong sct'],
    ['login without a device', { type: 20, productId: 'p', sct: 's' }, 'login with a wrong deviceId'],
    ['iceServers that is no list', { type: 4, iceServers: {} }, 'turn reply with a wrong iceServers'],
    [
      'an ICE server without URLs',
      { type: 4, iceServers: [{}] },
      'turn reply with a wrong iceServers.0.urls',
    ],
    [
      'a port out of range',
      { type: 4, servers: [{ hostname: 'h', port: 65_536, username: '', password: '' }] },
      'turn reply with a wrong servers.0.port',
    ],
    ['an offer without data', { type: 0, metadata: {} }, 'offer with a wrong data'],
    ['an offer whose data is an object', { type: 0, data: {}, metadata: {} }, 'offer with a wrong data'],
    ['an offer whose data is no JSON', { type: 0, data: 'v=0' }, 'offer data not JSON'],
    ['an offer whose data is a list', { type: 0, data: '[]' }, 'offer data not a JSON object'],
    ['an answer that holds an offer', { type: 1, data: offerData }, 'answer data with a wrong type'],
    [
      'a provisional answer',
      { type: 1, data: '{"type":"pranswer","sdp":""}' },
      'answer data with a wrong type',
    ],
    ['a rollback', { type: 0, data: '{"type":"rollback","sdp":""}' }, 'offer data with a wrong type'],
    ['an offer without an sdp', { type: 0, data: '{"type":"offer"}' }, 'offer data with a wrong sdp'],
    ['a candidate without text', { type: 2, data: '{}' }, 'candidate data with a wrong candidate'],
    ['a candidate of null', { type: 2, data: 'null' }, 'candidate data not a JSON object'],
    [
      'a candidate with a negative line',
      { type: 2, data: '{"candidate":"","sdpMLineIndex":-1}' },
      'candidate data with a wrong sdpMLineIndex',
    ],
    [
      'a candidate with a line above 65535',
      { type: 2, data: '{"candidate":"","sdpMLineIndex":65536}' },
      'candidate data with a wrong sdpMLineIndex',
    ],
    [
      'a candidate with half a line',
      { type: 2, data: '{"candidate":"","sdpMLineIndex":0.5}' },
      'candidate data with a wrong sdpMLineIndex',
    ],
    [
      'a candidate with a number for a line id',
      { type: 2, data: '{"candidate":"","sdpMid":0}' },
      'candidate data with a wrong sdpMid',
    ],
    [
      'a candidate with a list for a fragment',
      { type: 2, data: '{"candidate":"","usernameFragment":[]}' },
      'candidate data with a wrong usernameFragment',
    ],
    [
      'a candidate with metadata as text',
      { type: 2, data: '{}', metadata: '' },
      'candidate with a wrong metadata',
    ],
    ['metadata as text', { type: 0, data: offerData, metadata: 'x' }, 'offer with a wrong metadata'],
    ['metadata as a number', { type: 0, data: offerData, metadata: 0 }, 'offer with a wrong metadata'],
    ['metadata as a list', { type: 0, data: offerData, metadata: [] }, 'offer with a wrong metadata'],
    [
      'tracks that are no list',
      { type: 0, data: offerData, metadata: { tracks: {} } },
      'offer with a wrong metadata.tracks',
    ],
    [
      'a track of null',
      { type: 0, data: offerData, metadata: { tracks: [null] } },
      'offer with a wrong metadata.tracks.0',
    ],
    [
      'a track without an id',
      { type: 0, data: offerData, metadata: { tracks: [{ mid: '0' }] } },
      'offer with a wrong metadata.tracks.0.trackId',
    ],
    [
      'features that are numbers',
      { type: 0, data: offerData, metadata: { features: [1] } },
      'offer with a wrong metadata.features.0',
    ],
  ];
  test.each(rows)('%s', (_, wire, reason) => {
    expect(parse(wire)).toEqual({ ok: false, reason });
  });

  test.each([
    ['nothing', ''],
    ['no JSON', '{"type":20,"sct":"secret"'],
  ])('%s', (_, text) => {
    expect(parseSignalingMessage(text)).toEqual({ ok: false, reason: 'not JSON' });
  });

  test('a text beyond the limit, without parsing it', () => {
    const text = `{"type":3,"x":"${'x'.repeat(MAX_SIGNALING_TEXT_LENGTH)}"}`;
    expect(parseSignalingMessage(text)).toMatchObject({ ok: false });
  });

  test('deep nesting, or ignores it', () => {
    const nest = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    expect(parseSignalingMessage(nest)).toMatchObject({ ok: false });
    expect(parseSignalingMessage(`{"type":0,"data":"{}","metadata":${nest}}`)).toMatchObject({ ok: false });
    expect(parseSignalingMessage(`{"type":3,"x":${nest}}`)).toMatchObject({ ok: true });
  });

  test('a __proto__ key, which is an unknown key like any other', () => {
    const metadata =
      '{"__proto__":{"noTrickle":true},"tracks":[{"mid":"0","trackId":"t","__proto__":{"error":"OK"}}]}';
    const parsed = parseSignalingMessage(
      `{"type":0,"data":${JSON.stringify(offerData)},"metadata":${metadata}}`,
    );
    expect(parsed).toEqual({
      ok: true,
      value: {
        kind: 'description',
        description: { type: 'offer', sdp: 'v=0' },
        metadata: { tracks: [{ mid: '0', trackId: 't' }] },
      },
    });
    expect(Reflect.get({}, 'noTrickle')).toBeUndefined();
    expect(Reflect.get({}, 'error')).toBeUndefined();
  });

  test.each([
    ['broken JSON', '{"type":20,"productId":"p","deviceId":"d","sct":"hunter2"'],
    ['both tokens', '{"type":20,"productId":"p","deviceId":"d","sct":"hunter2","jwt":"hunter2"}'],
    ['a token in a list', '{"type":20,"productId":"p","deviceId":"d","sct":["hunter2"]}'],
    ['a type that holds it', '{"type":"hunter2"}'],
    ['a key that holds it', '{"type":4,"servers":[{"hunter2":"hunter2"}]}'],
    ['a TURN password of the wrong type', '{"type":4,"servers":[{"hostname":"hunter2","port":"hunter2"}]}'],
  ])('the reason for %s never quotes a secret', (_, text) => {
    const parsed = parseSignalingMessage(text);
    expect(parsed.ok).toBe(false);
    expect(JSON.stringify(parsed)).not.toContain('hunter2');
  });
});
