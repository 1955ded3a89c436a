/** @module Passes a client's audio on one media line to a sink, and reports the reception to the client. */
import type { AudioSink, AudioSinkStream } from '../audio-sink.ts';
import type { MediaCodec } from '../media-source.ts';
import { readReportedMoment, writeReceiverReport } from './receiver-report.ts';
import { Reception } from './reception.ts';
import type { RtpLine } from './rtp-line.ts';
import { parseRtpPacket, type RtpPacket } from './rtp-packet.ts';

/** Options of {@link RtpReceiver}. */
export interface RtpReceiverOptions {
  readonly line: RtpLine;
  readonly sink: AudioSink;
  /** The allowed codecs by payload type; other packets (comfort noise, telephone events) are dropped. */
  readonly codecs: ReadonlyMap<number, MediaCodec>;
  /** The device's SSRC on this line, used in reports. */
  readonly ssrc: number;
  readonly cname: string;
}

/** Receives the audio of one talking client. */
export class RtpReceiver {
  readonly #options: RtpReceiverOptions;
  readonly #unsubscribers: (() => void)[];
  #open: { readonly payloadType: number; readonly stream: AudioSinkStream } | undefined;
  #reception: Reception | undefined;
  #isClosed = false;

  constructor(options: RtpReceiverOptions) {
    const { line } = options;
    this.#options = options;
    this.#unsubscribers = [
      line.on('packet', (packet) => this.#handlePacket(packet)),
      line.on('closed', () => this.close()),
    ];
  }

  /** Stops receiving; `isWithdrawn`: because the client lost the right. Idempotent. */
  close(isWithdrawn = false): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const unsubscribe of this.#unsubscribers) unsubscribe();
    this.#open?.stream.close(isWithdrawn);
  }

  #handlePacket(bytes: Uint8Array): void {
    const packet = parseRtpPacket(bytes);
    if (packet === undefined) return this.#answerReport(bytes);
    this.#count(packet);
    // Chromium sends empty packets as probes.
    if (packet.payload.length === 0) return;
    const { payload, sequenceNumber, timestamp, payloadType } = packet;
    this.#stream(payloadType)?.write({ payload, sequenceNumber, timestamp });
  }

  #count(packet: RtpPacket): void {
    if (this.#reception?.ssrc !== packet.ssrc) this.#reception = new Reception(packet);
    this.#reception.handlePacket(packet.sequenceNumber);
  }

  /** Answers each sender report with a receiver report. */
  #answerReport(bytes: Uint8Array): void {
    const { line, ssrc, cname } = this.#options;
    if (this.#reception === undefined) return;
    const moment = readReportedMoment(bytes, this.#reception.ssrc);
    if (moment === undefined) return;
    line.send(writeReceiverReport({ ssrc, cname, reception: this.#reception.report(), moment }));
  }

  /** The sink's stream for a payload type; a change of codec starts a new stream. */
  #stream(payloadType: number): AudioSinkStream | undefined {
    if (this.#open?.payloadType === payloadType) return this.#open.stream;
    const { codecs, sink } = this.#options;
    const codec = codecs.get(payloadType);
    if (codec === undefined) return undefined;
    this.#open?.stream.close();
    const stream = sink.open(codec);
    this.#open = { payloadType, stream };
    return stream;
  }
}
