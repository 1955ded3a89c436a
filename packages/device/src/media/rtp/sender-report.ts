/** @module Sender reports (RFC 3550 section 6.4.1), which map RTP timestamps to wall clock time so that audio and video play in sync. */
import { writeReportPacket, type ReportPacket } from './report-packet.ts';
import { RtcpType } from './rtcp-blocks.ts';

/** The contents of a sender report. */
export interface SenderReport extends Pick<ReportPacket, 'ssrc' | 'cname'> {
  /** Milliseconds since 1970. */
  readonly wallMs: number;
  /** The RTP timestamp of that time. */
  readonly timestamp: number;
  readonly packets: number;
  /** Payload bytes sent. */
  readonly bytes: number;
}

/** Seconds from 1900, the start of NTP time, to 1970. */
const NTP_EPOCH_SECONDS = 2_208_988_800;
const BODY_BYTES = 20;
const UINT32 = 2 ** 32;

/** Writes a compound packet with a sender report and a source description. */
export function writeSenderReport({ ssrc, cname, ...report }: SenderReport): Uint8Array {
  return writeReportPacket({
    type: RtcpType.senderReport,
    count: 0,
    ssrc,
    cname,
    bodyBytes: BODY_BYTES,
    writeBody: (body) => {
      const seconds = report.wallMs / 1000 + NTP_EPOCH_SECONDS;
      body.setUint32(0, Math.floor(seconds) % UINT32);
      body.setUint32(4, Math.floor((seconds % 1) * UINT32));
      body.setUint32(8, report.timestamp);
      body.setUint32(12, report.packets % UINT32);
      body.setUint32(16, report.bytes % UINT32);
    },
  });
}
