/** @module Receives RTP on a UDP port while the source has viewers. */
import { randomInt, randomUUID } from 'node:crypto';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import type { Clock, Logger } from '@longwire/protocol';
import type { FrameProducer, ProducerOutput } from '../frame-producer.ts';
import type { MediaCodec } from '../media-source.ts';
import { writePictureRequest } from '../rtp/picture-request.ts';
import { RtpIntake } from './rtp-intake.ts';
import type { RtpSync } from './rtp-sync.ts';
import type { UdpAddress } from './sender-address.ts';

/** Options of {@link RtpProducer}. */
export interface RtpProducerOptions {
  readonly port: number;
  readonly host: string;
  /** The port for the sender's RTCP reports; undefined for none. */
  readonly reportPort: number | undefined;
  readonly codec: MediaCodec;
  readonly payloadType: number | undefined;
  /** Accepts only packets from these addresses; undefined for any. */
  readonly from: ReadonlySet<string> | undefined;
  readonly sync: RtpSync;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The source is failing after this time without a frame, in milliseconds. Reason: longer than the pauses of a busy network. */
const MAX_SILENCE_MS = 4_000;

/** The delay between two attempts to open a port, in milliseconds. */
const REOPEN_INTERVAL_MS = 5_000;

/** The socket's receive buffer, in bytes. Reason: a keyframe arrives in one burst. */
const RECEIVE_BUFFER_BYTES = 2 * 1024 * 1024;

/** Shortest interval between two keyframe requests, in milliseconds. Reason: each costs every viewer as much as a second of video. */
const MIN_REQUEST_INTERVAL_MS = 1_000;

const MAX_SSRC = 2 ** 32 - 1;

/** Produces the frames of one sender. */
export class RtpProducer implements FrameProducer {
  readonly #options: RtpProducerOptions;
  #run: RtpRun | undefined;

  constructor(options: RtpProducerOptions) {
    this.#options = options;
  }

  get codec(): MediaCodec {
    return this.#options.codec;
  }

  start(output: ProducerOutput): () => void {
    const run = new RtpRun(this.#options, output);
    this.#run = run;
    run.open();
    return () => run.stop();
  }

  requestKeyframe(): void {
    this.#run?.requestKeyframe();
  }
}

/** One run, from the first viewer to the last. */
class RtpRun {
  readonly #options: RtpProducerOptions;
  readonly #output: ProducerOutput;
  readonly #intake: RtpIntake;
  readonly #self = { ssrc: randomInt(1, MAX_SSRC), cname: randomUUID() };
  #sockets: Socket[] = [];
  #stopTimer: () => void = () => undefined;
  #lastReceivedMs: number;
  #requestedMs = Number.NEGATIVE_INFINITY;
  #isStopped = false;

  constructor(options: RtpProducerOptions, output: ProducerOutput) {
    this.#options = options;
    this.#output = output;
    this.#intake = new RtpIntake(options);
    this.#lastReceivedMs = options.clock.monotonic();
  }

  open(): void {
    if (this.#isStopped) return;
    const { port, reportPort } = this.#options;
    this.#listen(port, (bytes, from) => this.#handleMedia(bytes, from));
    if (reportPort !== undefined)
      this.#listen(reportPort, (bytes, from) => this.#intake.handleReport(bytes, from));
    this.#watch();
  }

  stop(): void {
    this.#isStopped = true;
    this.#close();
  }

  /** Requests a keyframe from a sender that has been received. Sent from the RTCP port, because senders may expect RTCP from there. */
  requestKeyframe(): void {
    const nowMs = this.#options.clock.monotonic();
    const { sender } = this.#intake;
    const socket = this.#sockets.at(-1);
    if (sender === undefined || socket === undefined) return;
    if (nowMs - this.#requestedMs < MIN_REQUEST_INTERVAL_MS) return;
    this.#requestedMs = nowMs;
    const request = writePictureRequest({ ...this.#self, mediaSsrc: sender.ssrc });
    socket.send(request, sender.port, sender.address, (error) => {
      if (error) this.#options.logger.debug('rtp-source.request-failed', { reason: error.message });
    });
  }

  #listen(port: number, handle: (bytes: Uint8Array, from: UdpAddress) => void): void {
    const { host, from, logger } = this.#options;
    const type = host.includes(':') ? 'udp6' : 'udp4';
    const socket = createSocket({ type, recvBufferSize: RECEIVE_BUFFER_BYTES });
    this.#sockets.push(socket);
    socket.on('message', (bytes: Uint8Array, remote: RemoteInfo) => {
      if (from === undefined || from.has(remote.address)) handle(bytes, remote);
    });
    socket.on('error', (error) => {
      logger.warn('rtp-source.port-failed', { port, reason: error.message });
      this.#handlePortFailed(port);
    });
    socket.bind(port, host);
  }

  #handlePortFailed(port: number): void {
    if (this.#isStopped) return;
    this.#close();
    this.#output.failing(
      `UDP port ${port}, on which the ${this.#mediaKind()} is received, cannot be opened.`,
    );
    this.#stopTimer = this.#options.clock.schedule(REOPEN_INTERVAL_MS, () => this.open());
  }

  #handleMedia(bytes: Uint8Array, from: UdpAddress): void {
    const nowMs = this.#options.clock.monotonic();
    for (const frame of this.#intake.handleMedia(bytes, nowMs, from)) {
      if (this.#isStopped) return;
      this.#lastReceivedMs = nowMs;
      this.#output.ok();
      this.#output.frame(frame);
    }
    if (!this.#isStopped && this.#intake.lacksKeyframe(nowMs)) this.requestKeyframe();
  }

  /** Checks again when the silence since the last frame would be too long. */
  #watch(): void {
    const { clock, port } = this.#options;
    const leftMs = this.#lastReceivedMs + MAX_SILENCE_MS - clock.monotonic();
    if (leftMs <= 0) {
      this.#output.failing(`No ${this.#mediaKind()} arrives on UDP port ${port}.`);
      this.#lastReceivedMs = clock.monotonic();
    }
    this.#stopTimer = clock.schedule(leftMs > 0 ? leftMs : MAX_SILENCE_MS, () => this.#watch());
  }

  #mediaKind(): string {
    return this.#options.codec.kind === 'video' ? 'picture' : 'sound';
  }

  #close(): void {
    this.#stopTimer();
    for (const socket of this.#sockets.splice(0)) socket.close();
  }
}
