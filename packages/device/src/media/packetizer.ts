/** @module What makes RTP of frames: packetizer, sender reports and answers to lost packets, of libdatachannel. */
import {
  H264RtpPacketizer,
  RtcpNackResponder,
  RtcpReceivingSession,
  RtcpSrReporter,
  RtpPacketizationConfig,
  RtpPacketizer,
} from 'node-datachannel';
import type { MediaCodec } from './media-source.ts';
import type { RtpLine } from './rtp-line.ts';

/** What packets are made with. */
export interface PacketizerOptions {
  readonly line: RtpLine;
  readonly codec: MediaCodec;
  /** As negotiated on this line. */
  readonly payloadType: number;
  readonly ssrc: number;
  readonly cname: string;
}

/** Where the RTP time of the next frame is set. */
export interface RtpClock {
  timestamp: number;
}

/** How many packets are kept to be sent again: a second of 4 Mbit/s. */
const KEPT_PACKETS = 512;

/** Largest payload of a packet, in bytes: with all headers it stays below 1280 bytes, the smallest IPv6 path. */
const MAX_PAYLOAD_BYTES = 1_150;

/** Sets up a line for sending; also answers the client's own sender reports, if it sends as well. */
export function setUpPacketizer({ line, codec, payloadType, ssrc, cname }: PacketizerOptions): RtpClock {
  const config = new RtpPacketizationConfig(ssrc, cname, payloadType, codec.clockRate);
  const packetizer =
    codec.name === 'H264'
      ? // 3- and 4-byte start codes both occur.
        new H264RtpPacketizer('StartSequence', config, MAX_PAYLOAD_BYTES)
      : new RtpPacketizer(config);
  const reporter = new RtcpSrReporter(config);
  const responder = new RtcpNackResponder(KEPT_PACKETS);
  packetizer.addToChain(reporter);
  packetizer.addToChain(responder);
  if (codec.kind === 'video') {
    line.setHandler(packetizer, config, reporter, responder);
    return config;
  }
  // What arrives passes the chain from its end: the receiving session takes reports away, so it stands first.
  const receiving = new RtcpReceivingSession();
  receiving.addToChain(packetizer);
  line.setHandler(receiving, packetizer, config, reporter, responder);
  return config;
}
