/** @module A sink that forwards clients' audio as RTP over UDP. */
import { createSocket } from 'node:dgram';
import { redactingLogger, silentLogger, type Logger } from '@longwire/protocol';
import { OPUS_CODEC, PCMA_CODEC, PCMU_CODEC } from '../audio-codecs.ts';
import type { AudioPacket, AudioSink } from '../audio-sink.ts';
import type { MediaCodec } from '../media-source.ts';
import { OncePer } from '../../log/once-per.ts';
import { HostAddress } from './host-address.ts';
import { DEFAULT_MAX_TALKERS, LimitedSink, type Talk } from './limited-sink.ts';

/** Options of {@link rtpSink}. */
export interface RtpSinkOptions {
  readonly host: string;
  readonly port: number;
  /** The codec that clients must send; by default Opus. Telephones accept `PCMU` or `PCMA`. */
  readonly codec?: 'opus' | 'PCMU' | 'PCMA';
  /** The RTP payload type; by default the codec's static type, or 111 for Opus. */
  readonly payloadType?: number;
  /** Most clients that may talk at the same time; by default four. */
  readonly maxTalkers?: number;
  /** Default: no logging. */
  readonly logger?: Logger;
}

const CODECS: Readonly<
  Record<NonNullable<RtpSinkOptions['codec']>, { readonly codec: MediaCodec; readonly payloadType: number }>
> = {
  opus: { codec: OPUS_CODEC, payloadType: 111 },
  PCMU: { codec: PCMU_CODEC, payloadType: 0 },
  PCMA: { codec: PCMA_CODEC, payloadType: 8 },
};

const HEADER_BYTES = 12;
const VERSION_2 = 0x80;

/** Creates a sink that sends each talk from its own port with its own SSRC. */
export function rtpSink(options: RtpSinkOptions): AudioSink {
  const { host, port, codec: name = 'opus', maxTalkers = DEFAULT_MAX_TALKERS } = options;
  const { codec, payloadType: usualType } = CODECS[name];
  const { payloadType = usualType } = options;
  const logger = redactingLogger(options.logger ?? silentLogger);
  const warnings = new OncePer();
  const address = new HostAddress({
    host,
    handleFailure: (reason) => {
      if (warnings.take()) logger.warn('sink.host-not-found', { sink: 'rtp', host, reason });
    },
  });
  return new LimitedSink({
    name: 'rtp',
    maxTalkers,
    codecs: [codec],
    logger,
    start: (fail) => startRtpTalk({ address, port, isIpv6: host.includes(':'), payloadType, fail }),
  });
}

interface RtpTalkOptions {
  readonly address: HostAddress;
  readonly port: number;
  readonly isIpv6: boolean;
  readonly payloadType: number;
  readonly fail: (reason: string) => void;
}

function startRtpTalk({ address, port, isIpv6, payloadType, fail }: RtpTalkOptions): Talk {
  const socket = createSocket(isIpv6 ? 'udp6' : 'udp4').unref();
  socket.on('error', (error) => fail(error.message));
  const ssrc = Math.floor(Math.random() * 2 ** 32);
  let isEnded = false;
  return {
    write: (packet) => {
      const host = address.current();
      // A datagram that cannot be sent counts as lost.
      if (!isEnded && host !== undefined)
        socket.send(rtpPacket(packet, payloadType, ssrc), port, host, () => undefined);
    },
    end: () => {
      if (!isEnded) socket.close();
      isEnded = true;
    },
  };
}

function rtpPacket(
  { payload, sequenceNumber, timestamp }: AudioPacket,
  payloadType: number,
  ssrc: number,
): Buffer {
  const packet = Buffer.alloc(HEADER_BYTES + payload.length);
  packet[0] = VERSION_2;
  packet[1] = payloadType & 127;
  packet.writeUInt16BE(sequenceNumber & 0xffff, 2);
  packet.writeUInt32BE(timestamp >>> 0, 4);
  packet.writeUInt32BE(ssrc, 8);
  packet.set(payload, HEADER_BYTES);
  return packet;
}
