/** @module Which codec of a media line a source can be sent with, and by which number a new line calls it. */
import type { MediaCodec } from '../media/media-source.ts';
import { OPUS_CODEC } from '../media/opus-codec.ts';
import type { SdpCodec, SdpMedia } from '../peer/sdp-media.ts';

/** The numbers that browsers use themselves, where they are free. */
const USUAL_PAYLOAD_TYPE = { H264: 102, opus: 111 } as const satisfies Record<MediaCodec['name'], number>;

/** What sinks take. */
export const SINK_CODEC: MediaCodec = OPUS_CODEC;

/** The dynamic payload types (RFC 3551 section 3, RFC 5761 section 4). */
const DYNAMIC_PAYLOAD_TYPES: readonly number[] = [
  ...Array.from({ length: 32 }, (_, index) => 96 + index),
  ...Array.from({ length: 29 }, (_, index) => 35 + index),
];

/** The offered codec that fits best, or undefined when none does. */
export function matchCodec(codec: MediaCodec, offered: readonly SdpCodec[]): SdpCodec | undefined {
  const fitting = offered.filter((candidate) => fits(codec, candidate));
  return fitting.find((candidate) => profileOf(candidate) === profileOf(codec)) ?? fitting[0];
}

/** A codec for a line of the device's own offer, under a number that means nothing else on this connection. */
export function offerCodec(codec: MediaCodec, seen: readonly SdpMedia[]): SdpCodec {
  const { name, clockRate, channels, parameters } = codec;
  const used = new Map(
    seen.flatMap(({ codecs }) => codecs.map((known) => [known.payloadType, known] as const)),
  );
  const isFree = (payloadType: number): boolean => !used.has(payloadType);
  const same = matchCodec(codec, [...used.values()]);
  const payloadType =
    same?.payloadType ??
    [USUAL_PAYLOAD_TYPE[name], ...DYNAMIC_PAYLOAD_TYPES].find((number) => isFree(number));
  return {
    payloadType: payloadType ?? USUAL_PAYLOAD_TYPE[name],
    name,
    clockRate,
    channels,
    // The number stands for one set of parameters; the client's own are those it can decode.
    parameters: same?.parameters ?? parameters,
  };
}

function fits(codec: MediaCodec, { name, clockRate, parameters }: SdpCodec): boolean {
  if (name.toLowerCase() !== codec.name.toLowerCase() || clockRate !== codec.clockRate) return false;
  // Large frames are sent in fragments, which only this mode has (RFC 6184 section 5.2).
  return codec.name !== 'H264' || parameter(parameters, 'packetization-mode') === '1';
}

/** profile_idc; the decoder of a higher one decodes ours as well, so that it is a wish only. */
function profileOf({ parameters }: Pick<SdpCodec, 'parameters'>): string {
  return parameter(parameters, 'profile-level-id')?.slice(0, 2).toLowerCase() ?? '';
}

function parameter(parameters: string, name: string): string | undefined {
  const [, value] =
    parameters
      .split(';')
      .map((pair) => pair.trim().split('='))
      .find(([key]) => key?.toLowerCase() === name) ?? [];
  return value;
}
