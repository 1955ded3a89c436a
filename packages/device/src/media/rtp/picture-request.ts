/** @module Writes a Picture Loss Indication (RFC 4585 section 6.3.1) after an empty receiver report. */
import { writeReportPacket, type ReportPacket } from './report-packet.ts';
import { RtcpType } from './rtcp-blocks.ts';

/** Options of {@link writePictureRequest}. */
export interface PictureRequest extends Pick<ReportPacket, 'ssrc' | 'cname'> {
  /** The SSRC of the stream that needs a keyframe. */
  readonly mediaSsrc: number;
}

const PLI_FORMAT = 1;
const PLI_BYTES = 12;

/** Writes the compound packet, which needs a report and a source description (RFC 4585 section 3.1). */
export function writePictureRequest({ ssrc, cname, mediaSsrc }: PictureRequest): Uint8Array {
  const report = writeReportPacket({
    type: RtcpType.receiverReport,
    count: 0,
    ssrc,
    cname,
    bodyBytes: 0,
    writeBody: () => undefined,
  });
  const bytes = new Uint8Array(report.length + PLI_BYTES);
  bytes.set(report);
  const pli = new DataView(bytes.buffer, report.length);
  pli.setUint8(0, 0x80 | PLI_FORMAT);
  pli.setUint8(1, RtcpType.payloadFeedback);
  pli.setUint16(2, PLI_BYTES / 4 - 1);
  pli.setUint32(4, ssrc);
  pli.setUint32(8, mediaSsrc);
  return bytes;
}
