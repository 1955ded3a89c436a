/** @module Reads RTCP sender reports (RFC 3550 section 6.4.1). */
import { RtcpType, rtcpBlocks } from '../rtp/rtcp-blocks.ts';
import type { ReportedTime } from './stream-clock.ts';

const SENDER_INFO_BYTES = 24;
const UINT32 = 2 ** 32;

/** The time in the first report about an SSRC; undefined if there is none. */
export function readSenderReport(compound: Uint8Array, ssrc: number): ReportedTime | undefined {
  const report = rtcpBlocks(compound).find(
    ({ type, body }) =>
      type === RtcpType.senderReport && body.byteLength >= SENDER_INFO_BYTES && body.getUint32(0) === ssrc,
  );
  if (report === undefined) return undefined;
  const { body } = report;
  const seconds = body.getUint32(4) + body.getUint32(8) / UINT32;
  // Zero means that the sender has no clock.
  return seconds === 0 ? undefined : { timestamp: body.getUint32(12), senderMs: seconds * 1000 };
}
