/** @module A source that receives RTP over UDP from another program. */
import { EdgeError, silentLogger, type Logger } from '@longwire/protocol';
import type { Clock } from '@longwire/protocol';
import { systemClock } from '../../time/system-clock.ts';
import type { MediaCodec, MediaSource } from '../media-source.ts';
import { SharedSource } from '../shared-source.ts';
import { RtpProducer } from './rtp-producer.ts';
import { RtpSync } from './rtp-sync.ts';

/** Options of {@link openRtpSource}. */
export interface RtpSourceOptions {
  readonly port: number;
  /** The address to listen on; by default loopback, because viewers see the media of anyone who can reach the port. */
  readonly host?: string;
  readonly codec: MediaCodec;
  /** The port for the sender's RTCP reports; by default `port` + 1, none if 0. */
  readonly reportPort?: number;
  /** Accepts only packets of this payload type; by default any. */
  readonly payloadType?: number;
  /** Accepts only packets from these addresses; by default any. */
  readonly from?: readonly string[];
  /** Share one for the audio and video of one sender, so that its reports keep them in sync. */
  readonly sync?: RtpSync;
  readonly logger?: Logger;
  readonly clock?: Clock;
}

const MAX_PORT = 65_535;

/** Opens a source; its ports are open while it has viewers. @throws EdgeError ERR_DEVICE_OPTIONS for an invalid port. */
export function openRtpSource(options: RtpSourceOptions): MediaSource {
  const { port, host = '127.0.0.1', codec, payloadType, from, logger = silentLogger } = options;
  const { clock = systemClock, sync = new RtpSync() } = options;
  const reportPort = options.reportPort ?? port + 1;
  for (const each of [port, reportPort])
    if (!Number.isInteger(each) || each < 0 || each > MAX_PORT || port === 0)
      throw new EdgeError(
        'ERR_DEVICE_OPTIONS',
        `UDP port must be an integer from 1 to ${MAX_PORT}, got ${each}`,
      );
  const producer = new RtpProducer({
    port,
    host,
    reportPort: reportPort === 0 ? undefined : reportPort,
    codec,
    payloadType,
    from: from === undefined ? undefined : new Set(from),
    sync,
    clock,
    logger,
  });
  return new SharedSource(producer, { logger, clock });
}
