/** @module Hands what a client says on one media line to a sink. */
import { RtcpReceivingSession } from 'node-datachannel';
import type { AudioSink, AudioSinkStream } from './audio-sink.ts';
import type { RtpLine } from './rtp-line.ts';
import { parseRtpPacket } from './rtp-packet.ts';

/** What an {@link RtpReceiver} needs. */
export interface RtpReceiverOptions {
  readonly line: RtpLine;
  readonly sink: AudioSink;
  /** As negotiated; packets of another type (comfort noise, telephone events) are left out. */
  readonly payloadType: number;
  /** Whether the line sends as well; then its sender has set it up for reports. */
  readonly isSending: boolean;
}

/** One client that talks: the line it talks on. */
export class RtpReceiver {
  readonly #stream: AudioSinkStream;
  readonly #payloadType: number;
  readonly #offs: (() => void)[];
  #isClosed = false;

  constructor({ line, sink, payloadType, isSending }: RtpReceiverOptions) {
    this.#payloadType = payloadType;
    if (!isSending) line.setHandler(new RtcpReceivingSession());
    this.#stream = sink.open();
    this.#offs = [
      line.on('packet', (packet) => this.#handlePacket(packet)),
      line.on('closed', () => this.close()),
    ];
  }

  /** Stops listening; again does nothing. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const off of this.#offs) off();
    this.#stream.close();
  }

  #handlePacket(bytes: Uint8Array): void {
    const packet = parseRtpPacket(bytes);
    // Chromium sends empty packets as probes.
    if (packet?.payloadType !== this.#payloadType || packet.payload.length === 0) return;
    const { payload, sequenceNumber, timestamp } = packet;
    this.#stream.write({ payload, sequenceNumber, timestamp });
  }
}
