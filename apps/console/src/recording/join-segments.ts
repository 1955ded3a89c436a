/** @module Joins segments into whole files, in order of time, with their length and an index for seeking. */

import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  WEBM,
  WebMOutputFormat,
  type EncodedPacket,
  type InputAudioTrack,
  type InputVideoTrack,
} from 'mediabunny';
import type { Segment } from './segment.ts';

/** An opened segment. */
interface OpenSegment {
  readonly segment: Segment;
  readonly video: InputVideoTrack;
  readonly videoConfig: VideoDecoderConfig;
  readonly audio: InputAudioTrack | undefined;
  readonly audioConfig: AudioDecoderConfig | undefined;
}

const MS = 1000;

/**
 * Joins segments from a time on. Where the codec configuration changes, so that one decoder cannot play both parts, another file begins;
 * gaps freeze the video.
 */
export async function joinSegments(segments: readonly Segment[], fromMs: number): Promise<readonly Blob[]> {
  const files: Blob[] = [];
  let run: OpenSegment[] = [];
  for (const segment of segments) {
    const part = await open(segment);
    if (part === undefined) continue;
    const [first] = run;
    if (first !== undefined && !isAlike(first, part)) {
      files.push(await write(run, fromMs));
      run = [];
    }
    run.push(part);
  }
  if (run.length > 0) files.push(await write(run, fromMs));
  return files;
}

/** Opens a segment; `undefined` if it has no video. */
async function open(segment: Segment): Promise<OpenSegment | undefined> {
  const input = new Input({ source: new BlobSource(segment.file), formats: [WEBM, MATROSKA, MP4] });
  // A segment stopped before its first frame may be empty.
  if (!(await input.canRead())) return undefined;
  const video = await input.getPrimaryVideoTrack();
  const videoConfig = (await video?.getDecoderConfig()) ?? undefined;
  if (video === null || videoConfig === undefined) return undefined;
  const audio = await input.getPrimaryAudioTrack();
  const audioConfig = (await audio?.getDecoderConfig()) ?? undefined;
  const hasSound = audio !== null && audioConfig !== undefined;
  return { segment, video, videoConfig, audio: hasSound ? audio : undefined, audioConfig };
}

/** Whether one decoder plays both: VP8 and similar codecs repeat all other parameters in each key frame. */
function isAlike(one: OpenSegment, other: OpenSegment): boolean {
  const [a, b] = [one.videoConfig, other.videoConfig];
  return (
    one.segment.file.type.split(';')[0] === other.segment.file.type.split(';')[0] &&
    one.audioConfig?.codec === other.audioConfig?.codec &&
    one.audioConfig?.sampleRate === other.audioConfig?.sampleRate &&
    one.audioConfig?.numberOfChannels === other.audioConfig?.numberOfChannels &&
    a.codec === b.codec &&
    bytesOf(a.description).toString() === bytesOf(b.description).toString()
  );
}

function bytesOf(source: AllowSharedBufferSource | undefined): Uint8Array {
  if (source === undefined) return new Uint8Array();
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}

async function write(parts: readonly OpenSegment[], fromMs: number): Promise<Blob> {
  const [first] = parts;
  const [videoCodec, audioCodec] = [await first?.video.getCodec(), await first?.audio?.getCodec()];
  if (first === undefined || videoCodec === undefined || videoCodec === null)
    throw new Error('cannot write a recording without video');
  const target = new BufferTarget();
  const isMp4 = first.segment.file.type.startsWith('video/mp4');
  const format = isMp4 ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat();
  const output = new Output({ format, target });
  const video = new EncodedVideoPacketSource(videoCodec);
  output.addVideoTrack(video);
  const audio =
    audioCodec === undefined || audioCodec === null ? undefined : new EncodedAudioPacketSource(audioCodec);
  if (audio !== undefined) output.addAudioTrack(audio);
  await output.start();
  const { cut, baseMs } = await startOf(first, fromMs);
  for (const [index, part] of parts.entries()) {
    const offset = (part.segment.startedAtMs - baseMs) / MS;
    const next = parts[index + 1];
    const window = {
      from: index === 0 ? cut : Number.NEGATIVE_INFINITY,
      to:
        next === undefined
          ? Number.POSITIVE_INFINITY
          : (next.segment.startedAtMs - part.segment.startedAtMs) / MS,
    };
    for await (const { packet, kind } of packetsOf(part)) {
      if (packet.timestamp < window.from || packet.timestamp >= window.to) continue;
      const moved = packet.clone({ timestamp: Math.max(0, packet.timestamp + offset) });
      if (kind === 'video') await video.add(moved, { decoderConfig: first.videoConfig });
      else if (first.audioConfig !== undefined) await audio?.add(moved, { decoderConfig: first.audioConfig });
    }
  }
  await output.finalize();
  return new Blob([target.buffer ?? new ArrayBuffer()], { type: isMp4 ? 'video/mp4' : 'video/webm' });
}

/** Where the first segment is cut: at the last key frame before the time. */
async function startOf(
  { segment, video }: OpenSegment,
  fromMs: number,
): Promise<{ readonly cut: number; readonly baseMs: number }> {
  const wanted = Math.max(0, (fromMs - segment.startedAtMs) / MS);
  const key = await new EncodedPacketSink(video).getKeyPacket(wanted);
  const cut = key?.timestamp ?? 0;
  return { cut, baseMs: segment.startedAtMs + cut * MS };
}

interface TrackPacket {
  readonly kind: 'video' | 'audio';
  readonly packet: EncodedPacket;
}

/** Video and audio packets of a segment, in order of time. */
async function* packetsOf({ video, audio }: OpenSegment): AsyncGenerator<TrackPacket> {
  const pictures = new EncodedPacketSink(video).packets();
  const sounds = audio === undefined ? undefined : new EncodedPacketSink(audio).packets();
  let picture = await next(pictures);
  let sound = await next(sounds);
  while (picture !== undefined || sound !== undefined) {
    if (sound !== undefined && (picture === undefined || sound.timestamp <= picture.timestamp)) {
      yield { kind: 'audio', packet: sound };
      sound = await next(sounds);
    } else if (picture !== undefined) {
      yield { kind: 'video', packet: picture };
      picture = await next(pictures);
    }
  }
}

async function next(packets: AsyncGenerator<EncodedPacket> | undefined): Promise<EncodedPacket | undefined> {
  const result = await packets?.next();
  return result?.done === false ? result.value : undefined;
}
