/** @module Every parser of what comes from outside, as functions of bytes. An error without a code of ours is a fault. */
import { decodeEnvelope } from '../../packages/cluster/src/envelope-codec.ts';
import { readRequest } from '../../packages/device/src/coap/binary/read-request.ts';
import {
  parseInvitation,
  parseStatus,
  parseUsers,
  readTable,
} from '../../packages/device/src/control/control-message.ts';
import { SERVED, type ControlOperations } from '../../packages/device/src/control/control-table.ts';
import { parseDeviceConfig } from '../../packages/device/src/config/parse-device-config.ts';
import { explainFailure } from '../../packages/device/src/media/ffmpeg/explain-failure.ts';
import { looksTooShort } from '../../packages/device/src/media/ffmpeg/failure-cause.ts';
import { NutReader } from '../../packages/device/src/media/ffmpeg/nut-reader.ts';
import { parseStreams } from '../../packages/device/src/media/ffmpeg/probe-input.ts';
import { inputRedactor, outputRedactor } from '../../packages/device/src/media/ffmpeg/redact-address.ts';
import {
  parseAvcConfig,
  parseHevcConfig,
  withStartCodes,
} from '../../packages/device/src/media/length-prefixed.ts';
import { readSenderReport } from '../../packages/device/src/media/rtp-source/read-sender-report.ts';
import { av1Payloads } from '../../packages/device/src/media/rtp/av1-payloads.ts';
import { readFeedback } from '../../packages/device/src/media/rtp/feedback.ts';
import { h264Payloads, isH264Keyframe } from '../../packages/device/src/media/rtp/h264-payloads.ts';
import { h265Payloads, isH265Keyframe } from '../../packages/device/src/media/rtp/h265-payloads.ts';
import { readReportedMoment } from '../../packages/device/src/media/rtp/receiver-report.ts';
import { rtcpBlocks } from '../../packages/device/src/media/rtp/rtcp-blocks.ts';
import { parseRtpPacket } from '../../packages/device/src/media/rtp/rtp-packet.ts';
import { readTransportFeedback } from '../../packages/device/src/media/rtp/transport-feedback.ts';
import { isVp8Keyframe, withShortVp8Descriptor } from '../../packages/device/src/media/rtp/vp8-payloads.ts';
import { isDataLine, parseSdp } from '../../packages/device/src/sdp/sdp-media.ts';
import { toBundledRtpSdp } from '../../packages/device/src/sdp/bundled-rtp-sdp.ts';
import { parseState } from '../../packages/device/src/store/state-json.ts';
import { distinctSources } from '../../packages/client/src/peer/distinct-sources.ts';
import { flowOf, mediaSections, midOf } from '../../packages/client/src/peer/sdp-sections.ts';
import { parseQuality } from '../../packages/client/src/session/tracks/parse-quality.ts';
import { readAnswer } from '../../packages/longwire/src/onvif/discover-cameras.ts';
import { EdgeError } from '../../packages/protocol/src/errors/edge-error.ts';
import { decodeWholeCbor } from '../../packages/protocol/src/cbor/decode-cbor.ts';
import { parseCoapFrame } from '../../packages/protocol/src/coap/binary/coap-frame.ts';
import { parseCsm } from '../../packages/protocol/src/coap/binary/csm.ts';
import { parseRequest } from '../../packages/protocol/src/coap/parse-request.ts';
import { parseResponse } from '../../packages/protocol/src/coap/parse-response.ts';
import { parseAttachmentMessage } from '../../packages/protocol/src/attachment/parse-attachment-message.ts';
import { parseLoginRequest } from '../../packages/protocol/src/auth/login-request.ts';
import { decodePoint } from '../../packages/protocol/src/auth/spake2-group.ts';
import { parseJwks } from '../../packages/protocol/src/jws/parse-jwks.ts';
import { parseJws } from '../../packages/protocol/src/jws/compact-jws.ts';
import { parseLinkFormat } from '../../packages/protocol/src/link-format/parse-link-format.ts';
import { parsePairingLink } from '../../packages/protocol/src/pairing/pairing-link.ts';
import { parseRelayedMessage } from '../../packages/protocol/src/signaling/parse-relayed-message.ts';
import { parseSignalingMessage } from '../../packages/protocol/src/signaling/parse-signaling-message.ts';
import { decodeStreamFrame } from '../../packages/protocol/src/stream/stream-frame.ts';
import { parseStreamLabel } from '../../packages/protocol/src/stream/stream-label.ts';
import { decodeMappedAddress, decodeStunMessage } from '../../packages/protocol/src/stun/stun-message.ts';
import { parseStrictBody } from '../../packages/signaling/src/http/strict-body.ts';
import { parseIceServers } from '../../packages/signaling/src/ice/ice-servers.ts';

/** Parses an input; what takes it as a program does answers later. */
type Parser = (bytes: Uint8Array) => unknown;

const decoder = new TextDecoder();
const text =
  (parse: (text: string) => unknown): Parser =>
  (bytes) =>
    parse(decoder.decode(bytes));

/** A value that came as JSON. */
const json = (parse: (value: unknown) => unknown): Parser =>
  text((words) => {
    let value: unknown;
    try {
      value = JSON.parse(words);
    } catch {
      return undefined;
    }
    return parse(value);
  });

const SSRC = 1;

/** The longest line of ffmpeg that is read. */
const MAX_COMPLAINT_LENGTH = 400;

/** What the operations of the control socket answer: nothing is asked of a device. */
const ended = async (): Promise<never> => {
  throw new EdgeError('ERR_STATE', 'there is no device');
};

const NO_OPERATIONS: ControlOperations = {
  status: ended,
  users: ended,
  notify: ended,
  invite: ended,
  removeUser: ended,
  setRole: ended,
  setAccessEnd: ended,
  removeBrowser: ended,
  reset: ended,
};

/** By name; their inputs are in the folder of that name in `corpus`. */
const PARSERS: Readonly<Record<string, Parser>> = {
  'signaling-message': text(parseSignalingMessage),
  'relayed-message': text(parseRelayedMessage),
  'attachment-message': text(parseAttachmentMessage),
  'node-envelope': text(decodeEnvelope),
  'coap-frame': (bytes) => {
    const frame = parseCoapFrame(bytes);
    return frame.ok ? [readRequest(frame.value), parseCsm(frame.value.options)] : undefined;
  },
  'coap-json': text((words) => [parseRequest(words), parseResponse(words)]),
  cbor: decodeWholeCbor,
  'login-request': parseLoginRequest,
  'spake2-point': decodePoint,
  jws: text(parseJws),
  jwks: json(parseJwks),
  'link-format': text(parseLinkFormat),
  'pairing-link': text(parsePairingLink),
  'stream-frame': decodeStreamFrame,
  'stream-label': text(parseStreamLabel),
  stun: (bytes) => decodeStunMessage(bytes)?.attributes.map(({ value }) => decodeMappedAddress(value)),
  'sdp-device': text((sdp) => {
    const parsed = parseSdp(sdp);
    return [parsed.media.map(isDataLine), toBundledRtpSdp(parsed)];
  }),
  'sdp-client': text((sdp) => [
    mediaSections(sdp).map((section) => [midOf(section), flowOf(section)]),
    distinctSources(sdp, () => false),
  ]),
  rtp: parseRtpPacket,
  rtcp: (bytes) => [
    readFeedback(bytes, SSRC),
    readReportedMoment(bytes, SSRC),
    readSenderReport(bytes, SSRC),
    rtcpBlocks(bytes).map(readTransportFeedback),
  ],
  'video-frame': (bytes) => [
    h264Payloads(bytes),
    h265Payloads(bytes),
    av1Payloads(bytes),
    isH264Keyframe(bytes),
    isH265Keyframe(bytes),
    isVp8Keyframe(bytes),
    withShortVp8Descriptor(bytes),
  ],
  'avc-config': parseAvcConfig,
  'hevc-config': parseHevcConfig,
  'length-prefixed': (bytes) => withStartCodes(bytes, 4),
  nut: (bytes) => new NutReader({ stream: () => undefined, frame: () => undefined }).push(bytes),
  'camera-probe': text(parseStreams),
  'device-config': text((words) => parseDeviceConfig(words)),
  'device-state': text(parseState),
  'http-body': parseStrictBody,
  'ice-servers': text(parseIceServers),
  quality: json(parseQuality),
  'control-request': json(async (value) => {
    for (const serve of SERVED.values()) await unlessRefused(() => serve(NO_OPERATIONS, readTable(value)));
  }),
  'control-reply': json(async (value) => {
    for (const parse of [parseStatus, parseUsers, parseInvitation])
      await unlessRefused(() => parse(readTable(value)));
  }),
  // What an RTSP server says reaches the device in these, and as streams that ffprobe found.
  'camera-complaints': text((words) => {
    const lines = words.split('\n').map((line) => line.slice(0, MAX_COMPLAINT_LENGTH));
    const redactors = [inputRedactor('rtsp://anna:secret@192.0.2.7/live'), outputRedactor(lines)];
    const clean = redactors.flatMap((redact) => lines.map(redact));
    return [explainFailure(lines), looksTooShort(lines), clean];
  }),
  'onvif-discovery': json((answer) => readAnswer(answer, '192.0.2.7')),
  // Their modules are large, and are loaded for their own inputs only.
  'onvif-camera': async (bytes) =>
    await (await import('./camera-entrance.ts')).askCamera(decoder.decode(bytes)),
  'http2-frames': async (bytes) => await (await import('./http2-entrance.ts')).sendFrames(bytes),
};

/** The names of all parsers. */
export const PARSER_NAMES: readonly string[] = Object.keys(PARSERS);

/** Parses an input. @throws what a parser must not throw */
export async function feed(name: string, bytes: Uint8Array): Promise<void> {
  const parse = PARSERS[name];
  if (parse === undefined) throw new RangeError(`there is no parser ${name}`);
  await unlessRefused(() => parse(bytes));
}

async function unlessRefused(parse: () => unknown): Promise<void> {
  try {
    await parse();
  } catch (error) {
    if (!(error instanceof EdgeError)) throw error;
  }
}
