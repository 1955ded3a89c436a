/** @module Matches codecs of sources and sinks with those of media lines, and chooses payload types for new lines. */
import { OPUS_CODEC } from '../media/audio-codecs.ts';
import type { AudioSink } from '../media/audio-sink.ts';
import { fitsFormat, parameter } from '../media/codec-format.ts';
import type { MediaCodec } from '../media/media-source.ts';
import type { SdpCodec } from '../sdp/sdp-media.ts';

/** A codec and the matching codec of a line. */
export interface CodecMatch {
  readonly codec: MediaCodec;
  readonly as: SdpCodec;
}

/** The payload types that browsers use; those below 35 are statically assigned (RFC 3551 section 6). */
const USUAL_PAYLOAD_TYPE = {
  H264: 102,
  H265: 116,
  VP8: 96,
  VP9: 98,
  AV1: 45,
  opus: 111,
  PCMU: 0,
  PCMA: 8,
} as const satisfies Record<MediaCodec['name'], number>;

/** The dynamic payload types (RFC 3551 section 3, RFC 5761 section 4). */
const DYNAMIC_PAYLOAD_TYPES: readonly number[] = [
  ...Array.from({ length: 32 }, (_, index) => 96 + index),
  ...Array.from({ length: 29 }, (_, index) => 35 + index),
];

/** The codecs that a sink accepts, preferred first. */
export function sinkCodecs({ codecs = [OPUS_CODEC] }: AudioSink): readonly MediaCodec[] {
  return codecs;
}

/** The best matching offered codec; undefined if none matches. */
export function matchCodec(codec: MediaCodec, offered: readonly SdpCodec[]): SdpCodec | undefined {
  const fitting = offered.filter((candidate) => fitsFormat(codec, candidate));
  return fitting.find((candidate) => h264Profile(candidate) === h264Profile(codec)) ?? fitting[0];
}

/** The codecs that are also offered, in the order of `codecs`. */
export function matchCodecs(
  codecs: readonly MediaCodec[],
  offered: readonly SdpCodec[],
): readonly CodecMatch[] {
  return codecs.flatMap((codec) => {
    const as = matchCodec(codec, offered);
    return as === undefined ? [] : [{ codec, as }];
  });
}

/** Codecs for a line of the device's offer, with payload types that no other codec of this connection uses. */
export function offerCodecs(codecs: readonly MediaCodec[], seen: readonly SdpCodec[]): readonly SdpCodec[] {
  const offered: SdpCodec[] = [];
  for (const codec of codecs) offered.push(offerCodec(codec, [...seen, ...offered]));
  return offered;
}

function offerCodec(codec: MediaCodec, seen: readonly SdpCodec[]): SdpCodec {
  const { name, clockRate, channels, parameters } = codec;
  const used = new Map(seen.map((codec) => [codec.payloadType, codec] as const));
  const same = matchCodec(codec, [...used.values()]);
  const payloadType =
    same?.payloadType ??
    [USUAL_PAYLOAD_TYPE[name], ...DYNAMIC_PAYLOAD_TYPES].find((number) => !used.has(number)) ??
    USUAL_PAYLOAD_TYPE[name];
  // A payload type has one set of parameters; the client's are those that it can decode.
  return { payloadType, name, clockRate, channels, parameters: same?.parameters ?? parameters };
}

/** profile_idc; only a preference, because decoders of a higher profile decode lower ones too. */
function h264Profile({ parameters }: Pick<SdpCodec, 'parameters'>): string {
  return parameter(parameters, 'profile-level-id')?.slice(0, 2).toLowerCase() ?? '';
}
