/** @module Whether a decoder of one format also decodes another: the `a=fmtp` parameters that matter. */
import { assertNever } from '@longwire/protocol';
import type { MediaCodec } from './media-source.ts';

/** The format of a media line, or of another source. */
export type CodecFormat = Pick<MediaCodec, 'clockRate' | 'parameters'> & { readonly name: string };

/** Whether a decoder of `candidate` decodes `codec`. */
export function fitsFormat(codec: MediaCodec, candidate: CodecFormat): boolean {
  if (candidate.name.toLowerCase() !== codec.name.toLowerCase() || candidate.clockRate !== codec.clockRate)
    return false;
  const [ours, theirs] = [codec.parameters, candidate.parameters];
  switch (codec.name) {
    case 'H264':
      // Large frames are sent as fragments, which only this mode supports (RFC 6184 section 5.2).
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

function number(parameters: string, name: string, fallback: number): number {
  const value = parameter(parameters, name);
  return value === undefined ? fallback : Number(value);
}

/** The value of one parameter; undefined if it is absent. */
export function parameter(parameters: string, name: string): string | undefined {
  const [, value] =
    parameters
      .split(';')
      .map((pair) => pair.trim().split('='))
      .find(([key]) => key?.toLowerCase() === name) ?? [];
  return value;
}
