/** @module A report with a source description behind it, as every compound RTCP packet has them (RFC 3550 section 6.1). */
import { utf8Encode } from '@longwire/protocol';
import { RtcpType } from './rtcp-blocks.ts';

/** What a compound packet is written from. */
export interface ReportPacket {
  readonly type: number;
  /** Of the report blocks in the body. */
  readonly count: number;
  readonly ssrc: number;
  /** The same for all that is to be played in step. */
  readonly cname: string;
  /** How many bytes of the report follow the SSRC. */
  readonly bodyBytes: number;
  readonly writeBody: (body: DataView) => void;
}

/** What stands in front of a report's body: the header and the SSRC. */
const START_BYTES = 8;
/** The item of a source description that holds the cname (RFC 3550 section 6.5.1). */
const CNAME = 1;
/** Behind the items there is at least one zero, up to a multiple of four. */
const alignedWithZero = (length: number): number => (Math.floor(length / 4) + 1) * 4;

/** Writes the compound packet. */
export function writeReportPacket({
  type,
  count,
  ssrc,
  bodyBytes,
  writeBody,
  ...names
}: ReportPacket): Uint8Array {
  const cname = utf8Encode(names.cname);
  const reportBytes = START_BYTES + bodyBytes;
  const descriptionBytes = 4 + alignedWithZero(4 + 2 + cname.length);
  const bytes = new Uint8Array(reportBytes + descriptionBytes);
  const view = new DataView(bytes.buffer);
  writeStart(view, 0, { type, count, ssrc, length: reportBytes });
  writeBody(new DataView(bytes.buffer, START_BYTES, bodyBytes));
  writeStart(view, reportBytes, {
    type: RtcpType.sourceDescription,
    count: 1,
    ssrc,
    length: descriptionBytes,
  });
  bytes.set([CNAME, cname.length], reportBytes + START_BYTES);
  bytes.set(cname, reportBytes + START_BYTES + 2);
  return bytes;
}

interface Start extends Pick<ReportPacket, 'type' | 'count' | 'ssrc'> {
  readonly length: number;
}

function writeStart(view: DataView, offset: number, { type, count, ssrc, length }: Start): void {
  view.setUint8(offset, 0x80 | count);
  view.setUint8(offset + 1, type);
  view.setUint16(offset + 2, length / 4 - 1);
  view.setUint32(offset + 4, ssrc);
}
