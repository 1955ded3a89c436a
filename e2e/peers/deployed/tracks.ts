/** @module The media of the deployed-like device: H.264 from a file through libdatachannel's packetizer, and a sink for audio. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Audio,
  H264RtpPacketizer,
  RtcpNackResponder,
  RtcpReceivingSession,
  RtcpSrReporter,
  RtpPacketizationConfig,
  Video,
  type Direction,
  type PeerConnection,
  type Track,
} from 'node-datachannel';

export const VIDEO_TRACK = 'frontdoor-video';
export const AUDIO_TRACK = 'frontdoor-audio';

const PAYLOAD_TYPE = 102;
const CLOCK_RATE = 90_000;
const FRAME_RATE = 15;
const ACCESS_UNIT_DELIMITER = Buffer.from([0, 0, 0, 1, 9]);

/** Splits an Annex B stream at its access unit delimiters. */
function accessUnits(stream: Buffer): Buffer[] {
  const units: Buffer[] = [];
  let start = stream.indexOf(ACCESS_UNIT_DELIMITER);
  while (start >= 0) {
    const next = stream.indexOf(ACCESS_UNIT_DELIMITER, start + 1);
    units.push(stream.subarray(start, next < 0 ? stream.length : next));
    start = next;
  }
  return units;
}

interface Viewer {
  readonly track: Track;
  readonly rtp: RtpPacketizationConfig;
}

/** One camera for all connections; a new viewer waits for the next keyframe, as with deployed devices. */
export class Camera {
  readonly #units = accessUnits(
    readFileSync(join(import.meta.dirname, '..', '..', 'assets', 'deployed-camera.h264')),
  );
  readonly #viewers = new Set<Viewer>();
  #frame = 0;

  constructor() {
    setInterval(() => this.#sendFrame(), 1000 / FRAME_RATE).unref();
  }

  #sendFrame(): void {
    const unit = this.#units[this.#frame % this.#units.length];
    this.#frame += 1;
    if (unit === undefined) return;
    for (const { track, rtp } of this.#viewers) {
      rtp.timestamp = (this.#frame * (CLOCK_RATE / FRAME_RATE)) >>> 0;
      this.#send(track, unit);
    }
  }

  #send(track: Track, unit: Buffer): void {
    if (!track.isOpen()) return;
    try {
      track.sendMessageBinary(unit);
    } catch (error) {
      // The browser may close it between the check and the call.
      if (track.isOpen()) throw error;
    }
  }

  /** Adds the video track to a peer connection; the track object is kept until the connection ends. */
  addTo(peer: PeerConnection, mid: string, ssrc: number): Track {
    const media = new Video(mid, 'SendOnly');
    media.addH264Codec(
      PAYLOAD_TYPE,
      'profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1',
    );
    media.addSSRC(ssrc, 'deployed', 'frontdoor', mid);
    const track = peer.addTrack(media);
    const rtp = new RtpPacketizationConfig(ssrc, 'deployed', PAYLOAD_TYPE, CLOCK_RATE);
    const packetizer = new H264RtpPacketizer('StartSequence', rtp);
    packetizer.addToChain(new RtcpSrReporter(rtp));
    packetizer.addToChain(new RtcpNackResponder());
    track.setMediaHandler(packetizer);
    const viewer = { track, rtp };
    this.#viewers.add(viewer);
    track.onClosed(() => this.#viewers.delete(viewer));
    return track;
  }
}

/** The codec of a device's sound. */
export type AudioCodec = 'opus' | 'pcmu';

/** The single source of the sound, listed on every line of its track. */
const AUDIO_SSRC = 42;
const OPUS_PAYLOAD_TYPE = 111;

/** The line of the device's own sound: two-way, and answered as two-way whatever a client offers; the device sends silence. */
export function addAudio(peer: PeerConnection, mid: string, codec: AudioCodec): Track {
  return addAudioLine(peer, {
    mid,
    codec,
    direction: 'SendRecv',
    payloadType: codec === 'opus' ? OPUS_PAYLOAD_TYPE : 0,
  });
}

interface AudioLine {
  readonly mid: string;
  readonly codec: AudioCodec;
  readonly direction: Direction;
  readonly payloadType: number;
}

function addAudioLine(peer: PeerConnection, { mid, codec, direction, payloadType }: AudioLine): Track {
  const media = new Audio(mid, direction);
  if (codec === 'opus') media.addOpusCodec(payloadType);
  else media.addAudioCodec(payloadType, 'PCMU');
  media.addSSRC(AUDIO_SSRC, 'deployed', 'frontdoor', mid);
  return peer.addTrack(media);
}

/**
 * Accepts a line that a client offers for the sound: with the source of the device's own line, and without any extension. The names of
 * codecs are compared case-sensitively with the offer, `pcmu` with lower case letters only.
 * @returns undefined where the codec is not found
 */
export function acceptAudio(peer: PeerConnection, line: string, codec: AudioCodec): Track | undefined {
  const mid = /^a=mid:(\S+)/mu.exec(line)?.[1] ?? '';
  const name = codec === 'opus' ? /^a=rtpmap:(\d+) (?:opus|OPUS)\/48000/mu : /^a=rtpmap:(\d+) pcmu\/8000/mu;
  const payloadType = name.exec(line)?.[1];
  if (payloadType === undefined) return undefined;
  const direction = /^a=sendonly/mu.test(line) ? 'RecvOnly' : 'SendRecv';
  return addAudioLine(peer, { mid, codec, direction, payloadType: Number(payloadType) });
}

/** Hands every packet that arrives on a track to a sink. */
export function listen(track: Track, handlePacket: (packet: Uint8Array) => void): void {
  track.setMediaHandler(new RtcpReceivingSession());
  track.onMessage((packet) => handlePacket(packet));
}
