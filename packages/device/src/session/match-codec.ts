/** @module Which codec of a media line a source can be sent with, and by which number a new line calls it. */
import { assertNever } from '@longwire/protocol';
import { OPUS_CODEC } from '../media/audio-codecs.ts';
import type { AudioSink } from '../media/audio-sink.ts';
import type { MediaCodec } from '../media/media-source.ts';
import type { SdpCodec } from '../sdp/sdp-media.ts';

/** A codec, and what a line calls it. */
export interface CodecMatch {
  readonly codec: MediaCodec;
  readonly as: SdpCodec;
}

/** The numbers that browsers use themselves, where they are free; those below 35 are nobody else's (RFC 3551 section 6). */
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

/** What a sink takes, preferred first. */
export function sinkCodecs({ codecs = [OPUS_CODEC] }: AudioSink): readonly MediaCodec[] {
  return codecs;
}

/** The offered codec that fits best, or undefined when none does. */
export function matchCodec(codec: MediaCodec, offered: readonly SdpCodec[]): SdpCodec | undefined {
  const fitting = offered.filter((candidate) => fits(codec, candidate));
  return fitting.find((candidate) => h264Profile(candidate) === h264Profile(codec)) ?? fitting[0];
}

/** The codecs that are offered as well, in their own order. */
export function matchCodecs(
  codecs: readonly MediaCodec[],
  offered: readonly SdpCodec[],
): readonly CodecMatch[] {
  return codecs.flatMap((codec) => {
    const as = matchCodec(codec, offered);
    return as === undefined ? [] : [{ codec, as }];
  });
}

/** Codecs for a line of the device's own offer, under numbers that mean nothing else on this connection. */
export function offerCodecs(codecs: readonly MediaCodec[], seen: readonly SdpCodec[]): readonly SdpCodec[] {
  const offered: SdpCodec[] = [];
  for (const codec of codecs) offered.push(offerCodec(codec, [...seen, ...offered]));
  return offered;
}

function offerCodec(codec: MediaCodec, seen: readonly SdpCodec[]): SdpCodec {
  const { name, clockRate, channels, parameters } = codec;
  const used = new Map(seen.map((known) => [known.payloadType, known] as const));
  const same = matchCodec(codec, [...used.values()]);
  const payloadType =
    same?.payloadType ??
    [USUAL_PAYLOAD_TYPE[name], ...DYNAMIC_PAYLOAD_TYPES].find((number) => !used.has(number)) ??
    USUAL_PAYLOAD_TYPE[name];
  // The number stands for one set of parameters; the client's own are those it can decode.
  return { payloadType, name, clockRate, channels, parameters: same?.parameters ?? parameters };
}

function fits(codec: MediaCodec, candidate: SdpCodec): boolean {
  if (candidate.name.toLowerCase() !== codec.name.toLowerCase() || candidate.clockRate !== codec.clockRate)
    return false;
  const [ours, theirs] = [codec.parameters, candidate.parameters];
  switch (codec.name) {
    case 'H264':
      // Large frames are sent in fragments, which only this mode has (RFC 6184 section 5.2).
      return parameter(theirs, 'packetization-mode') === '1';
    case 'H265':
      return number(ours, 'profile-id', 1) === number(theirs, 'profile-id', 1);
    case 'VP9':
      return number(ours, 'profile-id', 0) === number(theirs, 'profile-id', 0);
    case 'AV1':
      // Each profile decodes those below it (AV1 section 6.4.1).
      return number(ours, 'profile', 0) <= number(theirs, 'profile', 0);
    case 'VP8':
    case 'opus':
    case 'PCMU':
    case 'PCMA':
      return true;
    default:
      return assertNever(codec.name);
  }
}

/** profile_idc; the decoder of a higher one decodes ours as well, so that it is a wish only. */
function h264Profile({ parameters }: Pick<SdpCodec, 'parameters'>): string {
  return parameter(parameters, 'profile-level-id')?.slice(0, 2).toLowerCase() ?? '';
}

function number(parameters: string, name: string, otherwise: number): number {
  const value = parameter(parameters, name);
  return value === undefined ? otherwise : Number(value);
}

function parameter(parameters: string, name: string): string | undefined {
  const [, value] =
    parameters
      .split(';')
      .map((pair) => pair.trim().split('='))
      .find(([key]) => key?.toLowerCase() === name) ?? [];
  return value;
}
