/** @module The media sections that the device writes (RFC 8829 section 5.2). */
import { TRANSPORT_SEQUENCE_URI } from '../media/rtp/transport-sequence.ts';
import type { MediaDirection, SdpCodec, SdpSection } from './sdp-media.ts';

/** The fixed properties of a media line of the device. */
export interface MediaLineDescription {
  readonly mid: string;
  readonly kind: 'audio' | 'video';
  /** Allowed codecs, preferred first. */
  readonly codecs: readonly SdpCodec[];
  /** The SSRC of the device's packets on this line, if it sends. */
  readonly ssrc: number;
  /** The same for all lines of one session, so that they play in sync (RFC 8834 section 4.9). */
  readonly cname: string;
  /** The track id that the browser shows. */
  readonly trackId: string;
}

/** The address in a section's `m=` and `c=` lines. */
export interface SectionAddress {
  readonly port: string;
  readonly connection: string;
}

/** The connection line of a rejected section. */
const NO_CONNECTION = 'c=IN IP4 0.0.0.0';

/** Feedback that viewers may send: retransmission and key frame requests (see `media/rtp/feedback.ts`). */
const FEEDBACK = {
  audio: ['nack'],
  video: ['nack', 'nack pli', 'ccm fir'],
} as const satisfies Record<MediaLineDescription['kind'], readonly string[]>;

/** Feedback on the arrival of packets that carry the transport sequence. */
const TRANSPORT_FEEDBACK = 'transport-cc';

/** A section in use. */
export interface MediaSection {
  readonly line: { readonly description: MediaLineDescription; readonly direction: MediaDirection };
  /** The id of the header extension with the transport sequence; undefined without it. */
  readonly transportSequenceId: number | undefined;
}

/** An msid identifier without whitespace or control characters (RFC 8830 section 2). */
const MSID_PART = /^[^\s\p{C}]+$/u;

/** The lines of a section in use, without the transport attributes. */
export function mediaSection(
  { line: { description, direction }, transportSequenceId }: MediaSection,
  { port, connection }: SectionAddress,
): readonly string[] {
  const { mid, kind, codecs } = description;
  const feedback = [...FEEDBACK[kind], ...(transportSequenceId === undefined ? [] : [TRANSPORT_FEEDBACK])];
  const formats = codecs.map(({ payloadType }) => payloadType).join(' ');
  return [
    `m=${kind} ${port} UDP/TLS/RTP/SAVPF ${formats}`,
    connection,
    `a=mid:${mid}`,
    `a=${direction}`,
    ...(direction === 'sendrecv' || direction === 'sendonly' ? streamLines(description) : []),
    'a=rtcp-mux',
    ...(transportSequenceId === undefined
      ? []
      : [`a=extmap:${transportSequenceId} ${TRANSPORT_SEQUENCE_URI}`]),
    ...codecs.flatMap((codec) => codecLines(codec, feedback)),
  ];
}

/** The lines of a rejected section, which keeps its position (RFC 8829 section 5.3.1). */
export function rejectedSection({ kind, mid, protocol, formats }: SdpSection): readonly string[] {
  return [
    `m=${[kind, '0', protocol, ...formats].join(' ')}`,
    NO_CONNECTION,
    ...(mid === '' ? [] : [`a=mid:${mid}`]),
    'a=inactive',
  ];
}

function streamLines({ ssrc, cname, trackId }: MediaLineDescription): readonly string[] {
  const msid = MSID_PART.test(trackId) ? `${cname} ${trackId}` : cname;
  return [`a=msid:${msid}`, `a=ssrc:${ssrc} cname:${cname}`, `a=ssrc:${ssrc} msid:${msid}`];
}

function codecLines(codec: SdpCodec, feedback: readonly string[]): readonly string[] {
  const { payloadType, name, clockRate, channels, parameters } = codec;
  return [
    `a=rtpmap:${[payloadType, [name, clockRate, channels ?? []].flat().join('/')].join(' ')}`,
    ...feedback.map((wanted) => `a=rtcp-fb:${payloadType} ${wanted}`),
    ...(parameters === '' ? [] : [`a=fmtp:${payloadType} ${parameters}`]),
  ];
}
