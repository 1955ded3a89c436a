/** @module The attacks, one for each interface of a device. */
import {
  COAP_WS_FEATURE,
  encodeSignalingMessage,
  encodeStreamFrame,
  STREAM_FEATURE,
  type SignalingMessage,
  type StreamFrame,
} from '@longwire/protocol';
import { encodeCbor } from '@longwire/protocol/cbor';
import type { LocalService } from '../src/agent/local-service.fixture.ts';
import { attempt, Attacker, inTime } from './attacker.ts';
import { TRANSPORT_SEQUENCE_URI } from '../src/media/rtp/transport-sequence.ts';
import { writeTransportFeedback } from '../src/media/rtp/transport-feedback.fixture.ts';
import { coapMessage, settings } from './coap-messages.ts';
import { mutateBytes, mutateJson, mutateLines, mutateText, mutateValue } from './mutate.ts';
import type { Random } from './random.ts';

/** One attack, by a client or by the service itself. */
export type Attack = (service: LocalService, random: Random) => Promise<void>;

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const PATHS = [
  '/probe',
  '/lights/gate',
  '/echo',
  '/tick',
  '/iam/users',
  '/iam/users/ann',
  '/iam/users/ann/role',
  '/iam/users/ann/password',
  '/iam/users/ann/display-name',
  '/iam/users/ann/fingerprints/abc',
  '/iam/users/ann/sct',
  '/iam/users/ann/oauth-subject',
  '/iam/users/ann/fcm',
  '/iam/users/ann/notification-categories',
  '/iam/settings',
  '/iam/settings/password-open-pairing',
  '/iam/me',
  '/iam/roles',
  '/iam/pairing',
  '/iam/pairing/password-open',
  '/iam/pairing/password-invite',
  '/iam/device-info/friendly-name',
  '/p2p/pwd-auth/1',
  '/p2p/pwd-auth/2',
  '/p2p/webrtc-info',
  '/webrtc/challenge',
  '/webrtc/oauth',
  '/webrtc/info',
  '/webrtc/tracks',
  '/webrtc/tracks/default',
] as const;

const BODIES: readonly [unknown, ...unknown[]] = [
  { Username: 'ann' },
  { Username: 'ann', T: 'x' },
  { tracks: ['camera', 'microphone', 'none'] },
  { challenge: 'bm9uY2U' },
  { isOn: true, tags: ['a'] },
  'ann',
  ['Info', 'Alert'],
  { Fingerprint: 'a'.repeat(64), FingerprintName: 'phone' },
  { Token: 't', ProjectId: 'p' },
];

const LABELS = [
  'coap',
  'nabto-coap',
  'stream-7',
  'nabto-stream-9',
  'stream-',
  'stream--1',
  'stream-4294967296',
  'stream-007',
  'stream-7\0',
  'stream-99999999999999999999',
  '',
  '__proto__',
  'own',
  '\u{1F600}'.repeat(50),
  'L'.repeat(60_000),
] as const;

async function withClient(
  attacker: Attacker,
  run: (attacker: Attacker) => Promise<unknown> | void,
): Promise<void> {
  try {
    await run(attacker);
  } finally {
    attacker.leave();
  }
}

function bodyOf(random: Random): { readonly contentType: number; readonly payload: unknown } {
  const value = random.chance(60) ? mutateValue(random, random.pick(BODIES)) : random.pick(BODIES);
  const plain: unknown = JSON.parse(JSON.stringify(value ?? null));
  if (random.chance(40)) {
    const json = [...Buffer.from(JSON.stringify(plain))];
    return { contentType: 50, payload: json };
  }
  const bytes = random.chance(80) ? encodeValue(plain) : random.bytes(random.below(64));
  const payload = [...(random.chance(40) ? mutateBytes(random, bytes) : bytes)];
  return {
    contentType: random.pick([60, 60, 60, 42, 0, 12_345]),
    payload: random.chance(20) ? { data: payload } : payload,
  };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** A value as CBOR, as far as CBOR can represent it. */
function encodeValue(value: unknown): Uint8Array {
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number')
    return encodeCbor(value);
  if (Array.isArray(value)) return encodeCbor(value.map(textOf));
  if (typeof value !== 'object' || value === null) return encodeCbor(null);
  return encodeCbor(
    Object.fromEntries(Object.entries(value).map(([name, member]) => [name, textOf(member)])),
  );
}

function requestOf(random: Random): string {
  const path: string = random.pick(PATHS);
  const request = {
    type: 0,
    requestId: `f${random.below(1e9)}`,
    method: random.pick(METHODS),
    path: random.chance(10) ? mutateText(random, path) : path,
    ...(random.chance(75) ? bodyOf(random) : {}),
  };
  return random.chance(25) ? mutateJson(random, request) : JSON.stringify(request);
}

/** Requests as text and as bytes, in all shapes. */
const attackRequests: Attack = (service, random) =>
  withClient(new Attacker(service), async (attacker) => {
    if (!(await attacker.connect())) return;
    const extra = attacker.open('coap');
    await inTime(new Promise<void>((resolve) => extra.onOpen(resolve)));
    for (let sent = 0; sent < 120; sent += 1) {
      const text = requestOf(random);
      attempt(() => attacker.client.sendRaw(random.chance(5) ? mutateText(random, text) : text));
      if (random.chance(20)) attempt(() => extra.sendMessageBinary(mutateBytes(random, Buffer.from(text))));
    }
    await inTime(attacker.client.request('GET', '/probe'));
  });

/** Channels with any name and any content. */
const attackChannels: Attack = (service, random) =>
  withClient(new Attacker(service), async (attacker) => {
    if (!(await attacker.connect(random.chance(50) ? { features: [STREAM_FEATURE] } : {}))) return;
    for (let opened = 0; opened < 20; opened += 1) {
      const label: string = random.pick(LABELS);
      attempt(() => {
        const channel = attacker.open(random.chance(15) ? mutateText(random, label) : label);
        channel.onOpen(() => {
          for (let sent = 0; sent < 5; sent += 1)
            attempt(() => channel.sendMessageBinary(random.bytes(random.below(2000))));
          attempt(() => channel.sendMessage(mutateText(random, requestOf(random))));
          if (random.chance(30)) attempt(() => channel.close());
        });
      });
    }
    await inTime(attacker.client.request('GET', '/probe'));
  });

function frameOf(random: Random): Uint8Array {
  const frames: readonly [StreamFrame, ...StreamFrame[]] = [
    { kind: 'data', data: random.bytes(random.below(5000)) },
    { kind: 'data', data: new Uint8Array(random.below(70_000)) },
    { kind: 'credit', bytes: random.pick([0, 1, 65_536, 2 ** 31, 2 ** 32 - 1]) },
    { kind: 'fin' },
    { kind: 'reset', code: random.below(2 ** 32) },
  ];
  const bytes = encodeStreamFrame(random.pick(frames));
  return random.chance(30) ? mutateBytes(random, bytes) : bytes;
}

/** Streams with malformed frames, frames in the wrong order, or too many. */
const attackStreams: Attack = (service, random) =>
  withClient(new Attacker(service), async (attacker) => {
    if (!(await attacker.connect({ features: [STREAM_FEATURE] }))) return;
    for (let opened = 0; opened < 8; opened += 1) {
      const channel = attacker.open(random.pick(['stream-7', 'stream-9', 'nabto-stream-7']));
      channel.onOpen(() => {
        for (let sent = 0; sent < 30; sent += 1) attempt(() => channel.sendMessageBinary(frameOf(random)));
        if (random.chance(20)) attempt(() => channel.sendMessage(mutateText(random, 'text')));
      });
    }
    await inTime(attacker.client.request('GET', '/probe'));
  });

/** Requests in binary messages: blocks, observations, settings, in any order. */
const attackBinary: Attack = (service, random) =>
  withClient(new Attacker(service), async (attacker) => {
    if (!(await attacker.connect({ features: [COAP_WS_FEATURE] }))) return;
    const { client } = attacker;
    if (random.chance(90)) attempt(() => client.sendBytes(settings()));
    for (let sent = 0; sent < 100; sent += 1) attempt(() => client.sendBytes(coapMessage(random, PATHS)));
    await inTime(client.until(() => client.isChannelClosed || client.binaryMessages.length > 10));
  });

const CANDIDATES: readonly [string, ...string[]] = [
  'candidate:1 1 UDP 2122317823 127.0.0.1 50000 typ host',
  'candidate:2 1 UDP 1 a.local 9 typ host',
  'candidate:3 1 TCP 1 127.0.0.1 9 typ host tcptype active',
  'candidate:4 1 UDP 1 ::1 65535 typ srflx raddr 0.0.0.0 rport 0',
];

function messagesOf(random: Random, sdp: string): readonly [SignalingMessage, ...SignalingMessage[]] {
  const metadata = {
    tracks: [
      { mid: random.pick(['0', 'v', 'd0', '']), trackId: random.pick(['camera', 'microphone', 'none']) },
    ],
    ...(random.chance(30) ? { noTrickle: true } : {}),
    ...(random.chance(30) ? { features: [STREAM_FEATURE, 'other'] } : {}),
  };
  return [
    { kind: 'description', description: { type: 'offer', sdp }, metadata },
    { kind: 'description', description: { type: 'answer', sdp }, metadata },
    {
      kind: 'candidate',
      candidate: {
        candidate: mutateText(random, random.pick(CANDIDATES)),
        sdpMid: random.pick(['0', 'v', 'zz']),
      },
    },
    { kind: 'requestOffer' },
  ];
}

/** Almost valid signaling messages, before and after a connection is made. */
const attackSignaling: Attack = (service, random) =>
  withClient(new Attacker(service), async (attacker) => {
    const { client } = attacker;
    const isConnected = random.chance(50) && (await attacker.connect());
    if (!isConnected) attempt(() => client.native.setLocalDescription('offer'));
    const sdp = client.native.localDescription()?.sdp ?? '';
    for (let sent = 0; sent < 40; sent += 1) {
      const text = encodeSignalingMessage(random.pick(messagesOf(random, mutateLines(random, sdp))));
      attacker.signal(random.chance(50) ? mutateJson(random, JSON.parse(text)) : text);
    }
  });

/** Descriptions with moved, repeated and changed lines; candidates inside and beside them. */
const attackDescriptions: Attack = (service, random) =>
  withClient(new Attacker(service), async (attacker) => {
    const { client } = attacker;
    if (random.chance(70)) attacker.addMedia();
    client.alter = (sdp) => mutateLines(random, sdp);
    client.extraMetadata = {
      tracks: [
        { mid: 'v', trackId: 'camera' },
        { mid: 'a', trackId: 'microphone' },
      ],
    };
    await inTime(
      (async () => {
        await attacker.connect(client.extraMetadata);
        for (let offers = 0; offers < 5; offers += 1) attempt(() => client.offer(client.extraMetadata));
        attacker.signal('{"type":23}');
      })(),
      1500,
    );
  });

const RTCP_TYPES: readonly [number, ...number[]] = [200, 201, 202, 203, 204, 205, 206, 207];

/** A report of arrival (transport-wide feedback) that lies: of any packets, at any times. */
function reportOf(random: Random): Uint8Array {
  let atMs = random.below(2 ** 30);
  const arrivals = Array.from({ length: 1 + random.below(200) }, () =>
    random.chance(30) ? undefined : (atMs = Math.max(0, atMs + random.below(16_000) - 8_000)),
  );
  return writeTransportFeedback({
    base: random.chance(80) ? random.below(500) : random.below(65_536),
    arrivals,
    counter: random.below(256),
  });
}

function packetOf(random: Random, ssrc: number): Buffer {
  const rtp = Buffer.alloc(12 + random.below(200));
  rtp.set(random.bytes(rtp.length));
  rtp[0] = 0x80;
  rtp[1] = random.pick([96, 97, 111, 0, 127]);
  rtp.writeUInt32BE(ssrc, 8);
  const rtcp = Buffer.alloc(8 + 4 * random.below(20));
  rtcp.set(random.bytes(rtcp.length));
  rtcp[0] = 0x80 | random.below(32);
  rtcp[1] = random.pick(RTCP_TYPES);
  rtcp.writeUInt16BE(random.chance(70) ? rtcp.length / 4 - 1 : random.below(65_536), 2);
  const packet = random.chance(40) ? rtp : random.chance(50) ? rtcp : reportOf(random);
  return Buffer.from(random.chance(40) ? mutateBytes(random, packet) : packet);
}

/** RTP and RTCP on negotiated lines. */
const attackMedia: Attack = (service, random) =>
  withClient(new Attacker(service), async (attacker) => {
    const { client } = attacker;
    // The library offers no header extensions.
    client.alter = (sdp) =>
      sdp.replaceAll(/^a=mid:[va]\r\n/gmu, `$&a=extmap:3 ${TRANSPORT_SEQUENCE_URI}\r\n`);
    if (!(await attacker.connect())) return;
    const tracks = attacker.addMedia();
    attempt(() =>
      client.offer({
        tracks: [
          { mid: 'v', trackId: 'camera' },
          { mid: 'a', trackId: 'microphone' },
        ],
      }),
    );
    await inTime(client.until(() => client.answers.length > 1));
    await inTime(client.request('GET', '/probe'));
    for (let sent = 0; sent < 300; sent += 1) {
      const index = random.below(tracks.length);
      attempt(() =>
        tracks[index]?.sendMessageBinary(
          packetOf(random, random.chance(60) ? 1000 + index : random.below(2 ** 32)),
        ),
      );
    }
    await inTime(client.request('POST', '/webrtc/tracks', { tracks: ['camera', 'microphone'] }));
    for (const track of client.tracks)
      for (let sent = 0; sent < 50; sent += 1) attempt(() => track.sendMessageBinary(packetOf(random, 1)));
    await inTime(client.request('GET', '/probe'));
  });

/** The service itself, which may send anything at any time. */
const attackFromTheService: Attack = async (service, random) => {
  const recorded: readonly [unknown, ...unknown[]] = [
    { type: 'session-open', session: 'x1', tokenId: 't', iceServers: [{ urls: ['stun:127.0.0.1:9'] }] },
    {
      type: 'session-open',
      session: 'x2',
      tokenId: 't',
      iceServers: [
        { urls: [mutateText(random, 'turn:127.0.0.1:9?transport=udp')], username: 'u', credential: 'c' },
      ],
    },
    { type: 'session-message', session: 'x1', message: '{"type":23}' },
    {
      type: 'session-message',
      session: 'x2',
      message: mutateText(random, '{"type":0,"data":"{}","metadata":{}}'),
    },
    { type: 'session-close', session: 'x1', code: 1001 },
    { type: 'challenge', nonce: 'bm9uY2U' },
    { type: 'attached' },
  ];
  for (let sent = 0; sent < 30; sent += 1) {
    const message = random.pick(recorded);
    service.sayRaw(random.chance(60) ? mutateJson(random, message) : JSON.stringify(message));
  }
  for (const session of ['x1', 'x2']) service.say({ type: 'session-close', session, code: 1001 });
  if (random.chance(5)) service.dropDevice();
  await Promise.resolve();
};

/** Clients that connect and leave in the middle of everything. */
const attackByLeaving: Attack = async (service, random) => {
  const attackers = Array.from({ length: 4 }, () => new Attacker(service));
  const parts = attackers.map(async (attacker) => {
    if (random.chance(50)) attacker.addMedia();
    const connecting = attacker.connect();
    if (random.chance(50)) await connecting;
    attacker.leave();
    await connecting;
  });
  await Promise.all(parts);
};

/** The attacks by name. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  requests: attackRequests,
  channels: attackChannels,
  streams: attackStreams,
  binary: attackBinary,
  signaling: attackSignaling,
  descriptions: attackDescriptions,
  media: attackMedia,
  service: attackFromTheService,
  leaving: attackByLeaving,
};
