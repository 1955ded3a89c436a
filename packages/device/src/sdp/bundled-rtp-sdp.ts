/**
 * @module Translates descriptions between the client and the library. To the library every connection has the same two lines: one
 * for data channels, and one bundled RTP line that carries the packets of all media lines on the wire (ADR 15).
 */
import { EdgeError } from '@longwire/protocol';
import type { LocalSection } from './local-sections.ts';
import { mediaSection, rejectedSection, type SectionAddress } from './media-section.ts';
import { isDataLine, type ParsedSdp } from './sdp-media.ts';
import { attributeLines, joinSdp, splitSdp } from './sdp-sections.ts';

/** The mid of the bundled RTP line; only the library sees it. */
export const BUNDLED_RTP_MID = 'rtp';

/** The mid that the library gives to the line of data channels if no other mid is a number. */
const DATA_MID = '0';

const SESSION: readonly string[] = ['v=0', 'o=- 0 0 IN IP4 127.0.0.1', 's=-', 't=0 0'];

/** Always present and always `sendrecv`, because the library drops packets against the direction of a line. */
const BUNDLED_RTP_SECTION: readonly string[] = [
  'm=video 9 UDP/TLS/RTP/SAVPF 96',
  'c=IN IP4 0.0.0.0',
  `a=mid:${BUNDLED_RTP_MID}`,
  'a=sendrecv',
  'a=rtcp-mux',
  'a=rtpmap:96 VP8/90000',
];

/** Attributes of a section, or of the session part for all sections (RFC 8839 section 5, RFC 8842 section 5). */
const TRANSPORT = ['ice-ufrag', 'ice-pwd', 'ice-options', 'fingerprint', 'setup'] as const;
const CANDIDATES = ['candidate', 'end-of-candidates'] as const;
const DATA = ['sctp-port', 'max-message-size'] as const;

/**
 * Converts a client's description for the library: only its transport and its data channels.
 * @throws EdgeError ERR_NEGOTIATION if it has no line in use.
 */
export function toBundledRtpSdp({ session, sections, media }: ParsedSdp): string {
  const used = media
    .map((line, index) => ({ line, lines: sections[index] ?? [] }))
    .filter(({ line }) => !line.isRejected);
  // All lines are bundled: the first one describes their transport (RFC 9143 section 7.2).
  const [tag] = used;
  if (tag === undefined)
    throw new EdgeError('ERR_NEGOTIATION', 'description rejected: no media line is in use');
  const data = used.find(({ line }) => isDataLine(line));
  const transport = [
    ...TRANSPORT.flatMap((name) => {
      const own = attributeLines(tag.lines, [name]);
      return own.length > 0 ? own : attributeLines(session, [name]);
    }),
    ...new Set(attributeLines([session, ...sections].flat(), CANDIDATES)),
  ];
  const lines =
    data === undefined
      ? [BUNDLED_RTP_SECTION]
      : [dataSection(attributeLines(data.lines, DATA)), BUNDLED_RTP_SECTION];
  const mids = data === undefined ? [BUNDLED_RTP_MID] : [DATA_MID, BUNDLED_RTP_MID];
  return joinSdp({
    session: [...SESSION, `a=group:BUNDLE ${mids.join(' ')}`],
    sections: lines.map((section, index) => (index === 0 ? [...section, ...transport] : section)),
  });
}

/** Converts a description of the library for the client: with the real media lines. */
export function fromBundledRtpSdp(sdp: string, sections: readonly LocalSection[]): string {
  const { session, sections: native } = splitSdp(sdp);
  const [first = []] = native;
  const [, port = '9'] = first[0]?.split(' ') ?? [];
  const address: SectionAddress = {
    port,
    connection: first.find((line) => line.startsWith('c=')) ?? 'c=IN IP4 0.0.0.0',
  };
  const data = attributeLines(native.find(([head]) => head?.startsWith('m=application')) ?? [], DATA);
  const transport = attributeLines(first, TRANSPORT);
  const used = sections.filter(({ kind }) => kind !== 'rejected');
  const write = (section: LocalSection): readonly string[] => {
    if (section.kind === 'rejected') return rejectedSection(section.offered);
    const lines =
      section.kind === 'data' ? dataSection(data, section.mid, address) : mediaSection(section, address);
    return [...lines, ...transport, ...(section === used[0] ? attributeLines(first, CANDIDATES) : [])];
  };
  return joinSdp({
    session: [
      ...session.filter((line) => !line.startsWith('a=group:')),
      `a=group:BUNDLE ${used.map(({ mid }) => mid).join(' ')}`,
    ],
    sections: sections.map((section) => write(section)),
  });
}

function dataSection(
  attributes: readonly string[],
  mid: string = DATA_MID,
  { port, connection }: SectionAddress = { port: '9', connection: 'c=IN IP4 0.0.0.0' },
): readonly string[] {
  return [
    `m=application ${port} UDP/DTLS/SCTP webrtc-datachannel`,
    connection,
    `a=mid:${mid}`,
    ...attributes,
  ];
}
