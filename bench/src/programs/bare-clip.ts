/** @module Plays a clip to bare tracks of the device's WebRTC library and does nothing else: the floor for video. */
import { readFileSync } from 'node:fs';
import {
  H264RtpPacketizer,
  RtcpNackResponder,
  RtcpSrReporter,
  RtpPacketizationConfig,
  Video,
  type PeerConnection,
} from 'node-datachannel';
import { unlessClosed } from './unless-closed.ts';

const FRAMES_PER_SECOND = 30;
const CLOCK_RATE = 90_000;
const SSRC = 4711;
/** As in the device: the same packets in the same chain. */
const MAX_PAYLOAD_BYTES = 1150;
const KEPT_PACKETS = 512;

const DELIMITER = Buffer.from([0, 0, 0, 1, 9]);
const DELIMITER_BYTES = 6;

/** The access units of a file, without their delimiters. */
function readFrames(file: string): readonly Buffer[] {
  const bytes = readFileSync(file);
  const frames: Buffer[] = [];
  for (let start = bytes.indexOf(DELIMITER); start !== -1;) {
    const end = bytes.indexOf(DELIMITER, start + DELIMITER_BYTES);
    frames.push(bytes.subarray(start + DELIMITER_BYTES, end === -1 ? bytes.length : end));
    start = end;
  }
  return frames;
}

/** The payload type of H.264 constrained baseline with fragmentation in an offer. */
function h264PayloadType(offer: string): number | undefined {
  const match = [...offer.matchAll(/^a=fmtp:(\d+) (.*)$/gmu)].find(
    ([, , parameters = '']) =>
      parameters.includes('packetization-mode=1') && parameters.includes('profile-level-id=42e01f'),
  );
  return match === undefined ? undefined : Number(match[1]);
}

/** Sends a clip in a loop to all viewers, to each from the clip's start. */
export class BareClip {
  readonly #frames: readonly Buffer[];
  readonly #viewers = new Set<() => void>();
  /** Tracks and their packetizers must not be garbage-collected. */
  readonly #kept: unknown[] = [];

  constructor(file: string) {
    this.#frames = readFrames(file);
    const startedMs = performance.now();
    let ticks = 0;
    const tick = (): void => {
      for (const send of this.#viewers) send();
      ticks += 1;
      const dueMs = startedMs + (ticks * 1000) / FRAMES_PER_SECOND;
      setTimeout(tick, Math.max(dueMs - performance.now(), 0));
    };
    tick();
  }

  /** Answers the video line of an offer, before it is applied. */
  addTo(peer: PeerConnection, offer: string): void {
    const [, mid] = /^m=video[^]*?^a=mid:(\S+)/mu.exec(offer) ?? [];
    const payloadType = h264PayloadType(offer);
    if (mid === undefined || payloadType === undefined) return;
    const video = new Video(mid, 'SendOnly');
    video.addVideoCodec(
      payloadType,
      'H264',
      'profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1',
    );
    video.addSSRC(SSRC, 'bare', 'bare', 'bare');
    const track = peer.addTrack(video);
    const config = new RtpPacketizationConfig(SSRC, 'bare', payloadType, CLOCK_RATE);
    const packetizer = new H264RtpPacketizer('StartSequence', config, MAX_PAYLOAD_BYTES);
    const [reporter, responder] = [new RtcpSrReporter(config), new RtcpNackResponder(KEPT_PACKETS)];
    packetizer.addToChain(reporter);
    packetizer.addToChain(responder);
    track.setMediaHandler(packetizer);
    this.#kept.push(track, config, packetizer, reporter, responder);
    let next = 0;
    const isOpen = (): boolean => track.isOpen();
    const send = (): void => {
      config.timestamp = (next * CLOCK_RATE) / FRAMES_PER_SECOND;
      const frame = this.#frames[next % this.#frames.length];
      if (frame !== undefined && isOpen()) unlessClosed(isOpen, () => track.sendMessageBinary(frame));
      next += 1;
    };
    track.onOpen(() => {
      this.#viewers.add(send);
      // A new viewer gets the first frame without waiting for the next tick.
      send();
    });
    track.onClosed(() => this.#viewers.delete(send));
  }
}
