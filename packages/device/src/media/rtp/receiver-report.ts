/** @module Receiver reports (RFC 3550 section 6.4.2): browsers adapt Opus to the reported loss. */
import type { ReceptionReport } from './reception.ts';
import { writeReportPacket, type ReportPacket } from './report-packet.ts';
import { RtcpType, rtcpBlocks } from './rtcp-blocks.ts';

/** The contents of a receiver report. */
export interface ReceiverReport extends Pick<ReportPacket, 'ssrc' | 'cname'> {
  readonly reception: ReceptionReport;
  /** The time of the sender's last report, from {@link readReportedMoment}; the receiver report must follow immediately. */
  readonly moment: number;
}

const BODY_BYTES = 24;
/** The offset of the middle 32 bits of the NTP time in a sender report's body. */
const MOMENT_OFFSET = 6;

/** The middle 32 bits of the NTP time in a stream's sender report; undefined if the packet contains none. */
export function readReportedMoment(compound: Uint8Array, ssrc: number): number | undefined {
  const report = rtcpBlocks(compound).find(
    ({ type, body }) =>
      type === RtcpType.senderReport && body.byteLength >= MOMENT_OFFSET + 4 && body.getUint32(0) === ssrc,
  );
  return report?.body.getUint32(MOMENT_OFFSET);
}

/** Writes a compound packet with a receiver report of one block and a source description. */
export function writeReceiverReport({ ssrc, cname, reception, moment }: ReceiverReport): Uint8Array {
  return writeReportPacket({
    type: RtcpType.receiverReport,
    count: 1,
    ssrc,
    cname,
    bodyBytes: BODY_BYTES,
    writeBody: (body) => {
      body.setUint32(0, reception.ssrc);
      // The fraction lost is the first byte, the cumulative loss the next three.
      body.setInt32(4, reception.lost & 0xff_ffff);
      body.setUint8(4, reception.fractionLost);
      body.setUint32(8, reception.highestSequenceNumber);
      body.setUint32(16, moment);
    },
  });
}
