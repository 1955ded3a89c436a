/** @module Receiver reports (RFC 3550 section 6.4.2): browsers fit their Opus to the loss that is reported. */
import type { ReceptionReport } from './reception.ts';
import { writeReportPacket, type ReportPacket } from './report-packet.ts';
import { RtcpType, rtcpBlocks } from './rtcp-blocks.ts';

/** What a report says. */
export interface ReceiverReport extends Pick<ReportPacket, 'ssrc' | 'cname'> {
  readonly reception: ReceptionReport;
  /** The moment that the sender's last report names, as {@link readReportedMoment} has it; it is answered at once. */
  readonly moment: number;
}

const BODY_BYTES = 24;
/** Where a sender report has the middle 32 bits of its NTP time, behind its first four bytes. */
const MOMENT_OFFSET = 6;

/** The moment that a stream's sender report names, in the middle 32 bits of NTP time; undefined when a packet has no such report. */
export function readReportedMoment(compound: Uint8Array, ssrc: number): number | undefined {
  const report = rtcpBlocks(compound).find(
    ({ type, body }) =>
      type === RtcpType.senderReport && body.byteLength >= MOMENT_OFFSET + 4 && body.getUint32(0) === ssrc,
  );
  return report?.body.getUint32(MOMENT_OFFSET);
}

/** Writes a compound packet of a receiver report with one block and a source description. */
export function writeReceiverReport({ ssrc, cname, reception, moment }: ReceiverReport): Uint8Array {
  return writeReportPacket({
    type: RtcpType.receiverReport,
    count: 1,
    ssrc,
    cname,
    bodyBytes: BODY_BYTES,
    writeBody: (body) => {
      body.setUint32(0, reception.ssrc);
      // The fraction is the first byte, and the sum the three behind it.
      body.setInt32(4, reception.lost & 0xff_ffff);
      body.setUint8(4, reception.fractionLost);
      body.setUint32(8, reception.highestSequenceNumber);
      body.setUint32(16, moment);
    },
  });
}
