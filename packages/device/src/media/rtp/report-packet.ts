/** @module Writes a report and a source description, which every compound RTCP packet contains (RFC 3550 section 6.1). */
import { utf8Encode } from '@longwire/protocol';
import { RtcpType } from './rtcp-blocks.ts';

/** The contents of a compound packet. */
export interface ReportPacket {
  readonly type: number;
  /** The number of report blocks in the body. */
  readonly count: number;
  readonly ssrc: number;
  /** The same for all streams that play in sync. */
  readonly cname: string;
  /** The number of report bytes after the SSRC. */
  readonly bodyBytes: number;
  readonly writeBody: (body: DataView) => void;
}

/** Length of the header and the SSRC before a report's body. */
const START_BYTES = 8;
/** The item type of the cname in a source description (RFC 3550 section 6.5.1). */
const CNAME = 1;
/** The items are followed by at least one zero byte, up to a multiple of four. */
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
