/** @module Opens an MP4 file with H.264 and Opus as two sources. */
import { readFile } from 'node:fs/promises';
import { EdgeError } from '@longwire/protocol';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import type { InputAudioTrack, InputVideoTrack } from 'mediabunny';
import { parseAvcConfig, toAnnexB } from './annex-b.ts';
import { ClipPlayer } from './clip-player.ts';
import type { ClipFrame, ClipTrack } from './clip-track.ts';
import { systemClock, type Clock } from './clock.ts';
import type { MediaSource } from './media-source.ts';
import { OPUS_CODEC } from './opus-codec.ts';
import { SharedSource } from './shared-source.ts';

/** A clip's sources; both follow the clock on the wall, so that sound and picture belong together. */
export interface Clip {
  readonly video: MediaSource | undefined;
  readonly audio: MediaSource | undefined;
}

/** Largest clip file read, in bytes. Reason: it is kept in memory as a whole. */
const MAX_CLIP_BYTES = 256 * 1024 * 1024;

/** Opens a clip. @throws EdgeError ERR_CLIP_FORMAT for a file that is not an MP4 with H.264 or Opus in it. */
export async function openClip(file: string, { clock = systemClock }: { clock?: Clock } = {}): Promise<Clip> {
  const { tracks, durationMs } = await readClip(file);
  const [video, audio] = (['video', 'audio'] as const).map((kind) => {
    const track = tracks.find(({ codec }) => codec.kind === kind);
    return track === undefined ? undefined : new SharedSource(new ClipPlayer({ track, durationMs, clock }));
  });
  return { video, audio };
}

async function readClip(file: string): Promise<{ tracks: readonly ClipTrack[]; durationMs: number }> {
  const bytes = await readFile(file);
  if (bytes.length > MAX_CLIP_BYTES)
    throw new EdgeError(
      'ERR_CLIP_FORMAT',
      `clip expected up to ${MAX_CLIP_BYTES} bytes, got ${bytes.length}`,
    );
  try {
    using input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
    const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
    const tracks = [
      ...(video === null ? [] : [await readVideo(video)]),
      ...(audio === null ? [] : [await readAudio(audio)]),
    ];
    if (tracks.length === 0)
      throw new EdgeError('ERR_CLIP_FORMAT', 'clip expected a video or an audio track');
    return { tracks, durationMs: Math.round((await input.computeDuration()) * 1000) };
  } catch (cause) {
    if (cause instanceof EdgeError) throw cause;
    throw new EdgeError('ERR_CLIP_FORMAT', `clip expected to be an MP4 file: ${file}`, { cause });
  }
}

async function readVideo(track: InputVideoTrack): Promise<ClipTrack> {
  const description = (await track.getDecoderConfig())?.description;
  const codec = await track.getCodec();
  if (codec !== 'avc' || description === undefined)
    throw new EdgeError(
      'ERR_CLIP_FORMAT',
      `clip's video expected to be H.264 in MP4, got ${codec ?? 'unknown'}`,
    );
  const config = parseAvcConfig(
    ArrayBuffer.isView(description)
      ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
      : new Uint8Array(description),
  );
  return {
    codec: {
      kind: 'video',
      name: 'H264',
      clockRate: 90_000,
      parameters: `profile-level-id=${config.profileLevelId};packetization-mode=1;level-asymmetry-allowed=1`,
    },
    frames: await readFrames(track, (data) => toAnnexB(data, config)),
  };
}

async function readAudio(track: InputAudioTrack): Promise<ClipTrack> {
  const codec = await track.getCodec();
  if (codec !== 'opus')
    throw new EdgeError('ERR_CLIP_FORMAT', `clip's audio expected to be Opus, got ${codec ?? 'unknown'}`);
  return { codec: OPUS_CODEC, frames: await readFrames(track, (data) => data) };
}

async function readFrames(
  track: InputVideoTrack | InputAudioTrack,
  convert: (data: Uint8Array) => Uint8Array,
): Promise<readonly ClipFrame[]> {
  const frames: ClipFrame[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const atMs = packet.timestamp * 1000;
    // Packets before the start (an encoder's pre-skip) would be heard at the end of the round before.
    if (atMs < 0) continue;
    if (atMs < (frames.at(-1)?.atMs ?? 0))
      throw new EdgeError('ERR_CLIP_FORMAT', 'clip expected frames in the order of their times: no B frames');
    frames.push({ data: convert(packet.data), atMs, isKeyframe: packet.type === 'key' });
  }
  if (frames[0]?.isKeyframe !== true)
    throw new EdgeError('ERR_CLIP_FORMAT', 'clip expected a keyframe first in every track');
  return frames;
}
