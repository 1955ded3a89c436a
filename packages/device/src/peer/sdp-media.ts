/** @module The media lines of a session description, as far as a device has to know them (RFC 8866, RFC 8829). */

import { EdgeError } from '@longwire/protocol';

/** Which way media flows on a line, seen from the side that wrote the description. */
export type MediaDirection = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/** One codec of a media line. */
export interface SdpCodec {
  readonly payloadType: number;
  /** As written, for example `H264` or `opus`; compare without regard to case. */
  readonly name: string;
  readonly clockRate: number;
  readonly channels: number | undefined;
  /** The parameters of `a=fmtp`, empty for none. */
  readonly parameters: string;
}

/** One media line. */
export interface SdpMedia {
  readonly kind: string;
  readonly mid: string;
  readonly direction: MediaDirection;
  /** Port 0: the line is not used. */
  readonly isRejected: boolean;
  readonly codecs: readonly SdpCodec[];
}

/** Most media lines read of one description. Reason: each one costs a track; no client of ours sends more than a handful. */
export const MAX_MEDIA_LINES = 32;

const DIRECTIONS: readonly MediaDirection[] = ['sendrecv', 'sendonly', 'recvonly', 'inactive'];
const RTPMAP = /^a=rtpmap:(\d{1,3}) ([^/\s]+)\/(\d+)(?:\/(\d+))?/u;
const FMTP = /^a=fmtp:(\d{1,3}) (.*)$/u;

/** Static payload types that need no rtpmap (RFC 3551 section 6). */
const STATIC_CODECS: Readonly<Record<string, string>> = { '0': 'PCMU', '8': 'PCMA', '9': 'G722' };

/** Checks that a description has no more than {@link MAX_MEDIA_LINES}. @throws EdgeError ERR_NEGOTIATION */
export function checkMediaLineCount(sdp: string): void {
  const count = sdp.split(/^m=/mu).length - 1;
  if (count > MAX_MEDIA_LINES)
    throw new EdgeError(
      'ERR_NEGOTIATION',
      `description expected up to ${MAX_MEDIA_LINES} media lines, got ${count}`,
    );
}

/** The media lines of a description in their order; at most {@link MAX_MEDIA_LINES}. */
export function parseSdpMedia(sdp: string): readonly SdpMedia[] {
  const [, ...sections] = sdp.split(/^m=/mu);
  return sections.slice(0, MAX_MEDIA_LINES).map((section) => parseSection(section.split(/\r?\n/u)));
}

function parseSection([head = '', ...lines]: readonly string[]): SdpMedia {
  const [kind = '', port = '', , ...formats] = head.trim().split(/\s+/u);
  return {
    kind,
    mid: lines.find((line) => line.startsWith('a=mid:'))?.slice('a=mid:'.length) ?? '',
    direction: directionOf(lines),
    isRejected: port === '0' && !lines.includes('a=bundle-only'),
    codecs: codecsOf(formats, lines),
  };
}

function directionOf(lines: readonly string[]): MediaDirection {
  // Without a line of its own the direction is sendrecv (RFC 8866 section 6.7).
  return DIRECTIONS.find((direction) => lines.includes(`a=${direction}`)) ?? 'sendrecv';
}

function codecsOf(formats: readonly string[], lines: readonly string[]): readonly SdpCodec[] {
  const maps = new Map(lines.flatMap((line) => keyed(RTPMAP.exec(line))));
  const parameters = new Map(lines.flatMap((line) => keyed(FMTP.exec(line))));
  return formats.flatMap((format) => {
    if (!/^\d{1,3}$/u.test(format)) return [];
    const [, , name = STATIC_CODECS[format] ?? 'unknown', clockRate = '8000', channels] =
      maps.get(format) ?? [];
    return [
      {
        payloadType: Number(format),
        name,
        clockRate: Number(clockRate),
        channels: channels === undefined ? undefined : Number(channels),
        parameters: parameters.get(format)?.[2] ?? '',
      },
    ];
  });
}

function keyed(match: RegExpExecArray | null): [string, readonly (string | undefined)[]][] {
  const key = match?.[1];
  return match === null || key === undefined ? [] : [[key, [...match]]];
}
