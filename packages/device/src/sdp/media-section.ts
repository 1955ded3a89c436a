/** @module The media sections that the device writes (RFC 8829 section 5.2). */
import type { MediaDirection, SdpCodec, SdpSection } from './sdp-media.ts';

/** A media line of the device's, as it stays for the life of the connection. */
export interface MediaLineDescription {
  readonly mid: string;
  readonly kind: 'audio' | 'video';
  /** What it may carry, preferred first. */
  readonly codecs: readonly SdpCodec[];
  /** Of what the device sends here, should it send. */
  readonly ssrc: number;
  /** The same for all lines of one session, so that they are played in step (RFC 8834 section 4.9). */
  readonly cname: string;
  /** What the browser shows as the track's id. */
  readonly trackId: string;
}

/** Where a section's packets come from, as the `m=` and `c=` lines say. */
export interface SectionAddress {
  readonly port: string;
  readonly connection: string;
}

/** Nowhere: of a section that is not used. */
const NO_CONNECTION = 'c=IN IP4 0.0.0.0';

/** What a viewer may ask for: lost packets and pictures (see `media/rtp/feedback.ts`). */
const VIDEO_FEEDBACK: readonly string[] = ['nack', 'nack pli', 'ccm fir'];

/** What can stand behind a blank in a line (RFC 8830 section 2). */
const MSID_PART = /^[^\s\p{C}]+$/u;

/** The lines of a section in use, but for those of the transport. */
export function mediaSection(
  line: MediaLineDescription,
  direction: MediaDirection,
  { port, connection }: SectionAddress,
): readonly string[] {
  const { mid, kind, codecs } = line;
  const formats = codecs.map(({ payloadType }) => payloadType).join(' ');
  return [
    `m=${kind} ${port} UDP/TLS/RTP/SAVPF ${formats}`,
    connection,
    `a=mid:${mid}`,
    `a=${direction}`,
    ...(direction === 'sendrecv' || direction === 'sendonly' ? streamLines(line) : []),
    'a=rtcp-mux',
    ...codecs.flatMap((codec) => codecLines(codec, kind === 'video' ? VIDEO_FEEDBACK : [])),
  ];
}

/** The lines of a section that is not used: it keeps its place (RFC 8829 section 5.3.1). */
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
