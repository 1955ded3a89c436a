/** @module Messages as browsers and devices send them: a candidate of some 200 bytes, descriptions of some 3 KiB. */
import { encodeAttachmentMessage, encodeSignalingMessage } from '@longwire/protocol';

/** What a load sends repeatedly: one message, or the messages of one end while connecting, a description and its candidates. */
export const MESSAGE_KINDS = ['candidate', 'description', 'connect'] as const;

/** One of {@link MESSAGE_KINDS}. */
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** A description's candidates: host, server reflexive and relayed ones of a browser with two addresses, as devices send them too. */
const CANDIDATES = 4;

const CANDIDATE = {
  candidate:
    'candidate:842163049 1 udp 1677729535 198.51.100.7 46154 typ srflx raddr 0.0.0.0 rport 0 generation 0 ufrag EsAw network-cost 999',
  sdpMid: '0',
  sdpMLineIndex: 0,
};

const SESSION_LINES = [
  'v=0',
  'o=- 5228595038118931041 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0 1 2',
  'a=extmap-allow-mixed',
  'a=msid-semantic: WMS',
];
const TRANSPORT_LINES = [
  'c=IN IP4 0.0.0.0',
  'a=rtcp:9 IN IP4 0.0.0.0',
  'a=ice-ufrag:EsAw',
  'a=ice-pwd:P2uYro0UCOQ4zxjKXaWCBui1',
  'a=ice-options:trickle',
  'a=fingerprint:sha-256 D2:FA:0E:C3:22:59:5E:14:95:69:92:3D:13:B4:84:24:2C:C2:A2:C0:3E:FD:34:8E:5E:EA:6F:AF:52:CE:E6:0F',
  'a=setup:actpass',
  'a=rtcp-mux',
];
const CODECS = Array.from({ length: 14 }, (_, index) => 96 + index);
const CODEC_LINES = CODECS.flatMap((type) => [
  `a=rtpmap:${type} H264/90000`,
  `a=rtcp-fb:${type} nack pli`,
  `a=fmtp:${type} level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f`,
]);
const SDP = [
  ...SESSION_LINES,
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
  ...TRANSPORT_LINES,
  'a=mid:0',
  'a=sctp-port:5000',
  `m=video 9 UDP/TLS/RTP/SAVPF ${CODECS.join(' ')}`,
  ...TRANSPORT_LINES,
  'a=mid:1',
  'a=sendrecv',
  ...CODEC_LINES,
  '',
].join('\r\n');
const METADATA = { tracks: [{ mid: '1', trackId: 'camera' }], status: 'OK' as const, noTrickle: false };

function messages(kind: MessageKind, type: 'offer' | 'answer'): readonly string[] {
  const candidate = encodeSignalingMessage({ kind: 'candidate', candidate: CANDIDATE });
  const description = { type, sdp: SDP };
  const described = encodeSignalingMessage({ kind: 'description', description, metadata: METADATA });
  if (kind === 'candidate') return [candidate];
  if (kind === 'description') return [described];
  return [described, ...Array.from({ length: CANDIDATES }, () => candidate)];
}

/** The messages of a client, repeated in order. */
export function clientMessages(kind: MessageKind): readonly string[] {
  return messages(kind, 'offer');
}

/** The messages of a device, as its client receives them. */
export function deviceMessages(kind: MessageKind): readonly string[] {
  return messages(kind, 'answer');
}

/** The messages of a device in a session, as the service receives them from our SDK. */
export function sessionMessages(kind: MessageKind, session: string): readonly string[] {
  return deviceMessages(kind).map((message) =>
    encodeAttachmentMessage({ type: 'session-message', session, message, verbatim: true }),
  );
}
