/**
 * @module What the library is told and what it says, against what the client says and is told. For the library every connection has
 * the same two lines, whatever is on the wire: one for data channels, and one that carries the packets of all media (ADR 15).
 */
import { EdgeError } from '@longwire/protocol';
import type { LocalSection } from './local-sections.ts';
import { mediaSection, rejectedSection, type SectionAddress } from './media-section.ts';
import { isDataLine, type ParsedSdp } from './sdp-media.ts';
import { attributeLines, joinSdp, splitSdp } from './sdp-sections.ts';

/** The mid of the line that carries all packets. */
export const CARRIER_MID = 'carrier';

/** The library's own choice for the line of data channels, where no other has a number for a name. */
const DATA_MID = '0';

const SESSION: readonly string[] = ['v=0', 'o=- 0 0 IN IP4 127.0.0.1', 's=-', 't=0 0'];

/** The line is always there, and always both ways: the library drops what goes against the direction of a line. */
const CARRIER_SECTION: readonly string[] = [
  'm=video 9 UDP/TLS/RTP/SAVPF 96',
  'c=IN IP4 0.0.0.0',
  `a=mid:${CARRIER_MID}`,
  'a=sendrecv',
  'a=rtcp-mux',
  'a=rtpmap:96 VP8/90000',
];

/** What stands in a section, or for all of them in the session's part (RFC 8839 section 5, RFC 8842 section 5). */
const TRANSPORT = ['ice-ufrag', 'ice-pwd', 'ice-options', 'fingerprint', 'setup'] as const;
const CANDIDATES = ['candidate', 'end-of-candidates'] as const;
const DATA = ['sctp-port', 'max-message-size'] as const;

/**
 * A description of the client as the library gets it: its transport and its data channels.
 * @throws EdgeError ERR_NEGOTIATION when no line of it is in use.
 */
export function toCarrier({ session, sections, media }: ParsedSdp): string {
  const used = media
    .map((line, index) => ({ line, lines: sections[index] ?? [] }))
    .filter(({ line }) => !line.isRejected);
  // All lines are bundled: the first one speaks for their transport (RFC 9143 section 7.2).
  const [tag] = used;
  if (tag === undefined) throw new EdgeError('ERR_NEGOTIATION', 'description expected to use a media line');
  const data = used.find(({ line }) => isDataLine(line));
  const transport = [
    ...TRANSPORT.flatMap((name) => {
      const own = attributeLines(tag.lines, [name]);
      return own.length > 0 ? own : attributeLines(session, [name]);
    }),
    ...new Set(attributeLines([session, ...sections].flat(), CANDIDATES)),
  ];
  const lines =
    data === undefined ? [CARRIER_SECTION] : [dataSection(attributeLines(data.lines, DATA)), CARRIER_SECTION];
  const mids = data === undefined ? [CARRIER_MID] : [DATA_MID, CARRIER_MID];
  return joinSdp({
    session: [...SESSION, `a=group:BUNDLE ${mids.join(' ')}`],
    sections: lines.map((section, index) => (index === 0 ? [...section, ...transport] : section)),
  });
}

/** A description of the library as the client gets it: with the lines that there are on the wire. */
export function fromCarrier(sdp: string, sections: readonly LocalSection[]): string {
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
      section.kind === 'data'
        ? dataSection(data, section.mid, address)
        : mediaSection(section.line.description, section.line.direction, address);
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
