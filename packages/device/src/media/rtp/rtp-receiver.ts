/** @module Hands what a client says on one media line to a sink, and tells the client what arrived. */
import type { AudioSink, AudioSinkStream } from '../audio-sink.ts';
import type { MediaCodec } from '../media-source.ts';
import { readReportedMoment, writeReceiverReport } from './receiver-report.ts';
import { Reception } from './reception.ts';
import type { RtpLine } from './rtp-line.ts';
import { parseRtpPacket, type RtpPacket } from './rtp-packet.ts';

/** What an {@link RtpReceiver} needs. */
export interface RtpReceiverOptions {
  readonly line: RtpLine;
  readonly sink: AudioSink;
  /** What the client may send, by payload type; packets of another one (comfort noise, telephone events) are left out. */
  readonly codecs: ReadonlyMap<number, MediaCodec>;
  /** Of the device on this line: reports are signed with it. */
  readonly ssrc: number;
  readonly cname: string;
}

/** One client that talks: the line it talks on. */
export class RtpReceiver {
  readonly #options: RtpReceiverOptions;
  readonly #offs: (() => void)[];
  #open: { readonly payloadType: number; readonly stream: AudioSinkStream } | undefined;
  #reception: Reception | undefined;
  #isClosed = false;

  constructor(options: RtpReceiverOptions) {
    const { line } = options;
    this.#options = options;
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
    this.#open?.stream.close();
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

  /** A report for a report: the client sets the pace. */
  #answerReport(bytes: Uint8Array): void {
    const { line, ssrc, cname } = this.#options;
    if (this.#reception === undefined) return;
    const moment = readReportedMoment(bytes, this.#reception.ssrc);
    if (moment === undefined) return;
    line.send(writeReceiverReport({ ssrc, cname, reception: this.#reception.report(), moment }));
  }

  /** The sink's stream for a payload type; a client that changes its codec starts anew. */
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
