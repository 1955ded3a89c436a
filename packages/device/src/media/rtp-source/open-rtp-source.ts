/** @module A source that another program sends as RTP over UDP. */
import { EdgeError, silentLogger, type Logger } from '@longwire/protocol';
import { systemClock, type Clock } from '../clock.ts';
import type { MediaCodec, MediaSource } from '../media-source.ts';
import { SharedSource } from '../shared-source.ts';
import { RtpProducer } from './rtp-producer.ts';
import { RtpSync } from './rtp-sync.ts';

/** What {@link openRtpSource} is told. */
export interface RtpSourceOptions {
  readonly port: number;
  /** The address to listen at; loopback unless given: whoever reaches the port is shown to everybody. */
  readonly host?: string;
  readonly codec: MediaCodec;
  /** Where the sender's reports arrive; the port after the other one unless given, none if 0. */
  readonly reportPort?: number;
  /** Only packets of this type; of any unless given. */
  readonly payloadType?: number;
  /** The only addresses that packets may come from. */
  readonly from?: readonly string[];
  /** The same for the sound and the picture of one sender, so that its reports keep them in step. */
  readonly sync?: RtpSync;
  readonly logger?: Logger;
  readonly clock?: Clock;
}

const MAX_PORT = 65_535;

/** Opens a source; its ports are open while anybody watches. @throws EdgeError ERR_DEVICE_OPTIONS for a port that is none. */
export function openRtpSource(options: RtpSourceOptions): MediaSource {
  const { port, host = '127.0.0.1', codec, payloadType, from, logger = silentLogger } = options;
  const { clock = systemClock, sync = new RtpSync() } = options;
  const reportPort = options.reportPort ?? port + 1;
  for (const each of [port, reportPort])
    if (!Number.isInteger(each) || each < 0 || each > MAX_PORT || port === 0)
      throw new EdgeError('ERR_DEVICE_OPTIONS', `UDP port expected 1 to ${MAX_PORT}, got ${each}`);
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
