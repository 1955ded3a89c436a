/** @module Parses the media lines of a session description, as far as a device needs them (RFC 8866, RFC 8829). */
import { EdgeError } from '@longwire/protocol';
import { extensionsOf, type SdpExtension } from './header-extensions.ts';
import { splitSdp, type SdpSections } from './sdp-sections.ts';

/** The direction of a line, from the view of the side that wrote the description. */
export type MediaDirection = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/** One codec of a media line. */
export interface SdpCodec {
  readonly payloadType: number;
  /** As written, for example `H264` or `opus`; compare case-insensitively. */
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
  /** Whether the line has port 0 and is not bundle-only. */
  readonly isRejected: boolean;
  readonly codecs: readonly SdpCodec[];
}

/** One media line with its protocol, formats, SSRCs and header extensions. */
export interface SdpSection extends SdpMedia {
  /** For example `UDP/TLS/RTP/SAVPF`. */
  readonly protocol: string;
  readonly formats: readonly string[];
  /** The sender's SSRCs (RFC 5576 section 4.1), at most {@link MAX_SSRCS}. */
  readonly ssrcs: readonly number[];
  readonly extensions: readonly SdpExtension[];
}

/** Most media lines of one description. Reason: each answer repeats them all; real clients send a handful. */
export const MAX_MEDIA_LINES = 32;

/** Most lines of text of one description. Reason: more meaningful lines do not fit into a client's largest frame. */
const MAX_TEXT_LINES = 4096;

/** Most formats read of one line. Reason: RTP has 128 payload types (RFC 3550 section 5.1). */
const MAX_FORMATS = 128;

/** Most SSRCs read of one line. Reason: three simulcast layers, each with retransmission and error correction streams, use nine. */
const MAX_SSRCS = 16;

const DIRECTIONS: readonly MediaDirection[] = ['sendrecv', 'sendonly', 'recvonly', 'inactive'];
/** Bounded, as are MID and FMTP. Reason: the device repeats these values in every later description. */
const RTPMAP = /^a=rtpmap:(\d{1,3}) ([^/\s]{1,64})\/(\d{1,9})(?:\/(\d{1,9}))?/u;
/** A token (RFC 8866 section 9). A line with any other mid cannot be in a group and counts as having none. */
const MID = /^a=mid:([\w!#$%&'*+.^`{|}~-]{1,256})\s*$/u;
const SSRC = /^a=ssrc:(\d{1,10}) /u;
const FMTP = /^a=fmtp:(\d{1,3}) (.{0,1024})$/u;

/** Static payload types that need no rtpmap (RFC 3551 section 6). */
const STATIC_CODECS: Readonly<Record<string, string>> = { '0': 'PCMU', '8': 'PCMA', '9': 'G722' };

/** A parsed description. */
export interface ParsedSdp extends SdpSections {
  /** The parsed sections, in order. */
  readonly media: readonly SdpSection[];
}

/**
 * Parses a description. @throws EdgeError ERR_NEGOTIATION if it has more than {@link MAX_MEDIA_LINES} or
 * {@link MAX_TEXT_LINES}.
 */
export function parseSdp(sdp: string): ParsedSdp {
  const length = sdp.split('\n').length;
  if (length > MAX_TEXT_LINES)
    throw new EdgeError(
      'ERR_NEGOTIATION',
      `description rejected: it has ${length} lines, the limit is ${MAX_TEXT_LINES}`,
    );
  const { session, sections } = splitSdp(sdp);
  if (sections.length > MAX_MEDIA_LINES)
    throw new EdgeError(
      'ERR_NEGOTIATION',
      `description rejected: it has ${sections.length} media lines, the limit is ${MAX_MEDIA_LINES}`,
    );
  return { session, sections, media: sections.map((lines) => parseSection(lines)) };
}

/** Whether a line is for data channels (RFC 8841 section 4.1). */
export function isDataLine({ kind, protocol }: Pick<SdpSection, 'kind' | 'protocol'>): boolean {
  return kind === 'application' && protocol.endsWith('DTLS/SCTP');
}

function parseSection([head = '', ...lines]: readonly string[]): SdpSection {
  const [kind = '', port = '', protocol = '', ...rest] = head.slice('m='.length).trim().split(/\s+/u);
  const formats = [...new Set(rest)].slice(0, MAX_FORMATS);
  return {
    kind,
    mid: firstMatch(MID, lines) ?? '',
    direction: directionOf(lines),
    isRejected: port === '0' && !lines.includes('a=bundle-only'),
    codecs: codecsOf(formats, lines),
    protocol,
    formats,
    ssrcs: ssrcsOf(lines),
    extensions: extensionsOf(lines),
  };
}

function ssrcsOf(lines: readonly string[]): readonly number[] {
  const ssrcs = lines.flatMap((line) => SSRC.exec(line)?.[1] ?? []).map(Number);
  return [...new Set(ssrcs)].slice(0, MAX_SSRCS);
}

function firstMatch(pattern: RegExp, lines: readonly string[]): string | undefined {
  return lines.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined);
}

function directionOf(lines: readonly string[]): MediaDirection {
  // The default direction is sendrecv (RFC 8866 section 6.7).
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
