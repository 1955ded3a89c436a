/** @module Opens a file with video, audio or both as sources: MP4, WebM, Matroska, QuickTime, WAV. */
import { readFile } from 'node:fs/promises';
import { EdgeError, hasErrorCode } from '@longwire/protocol';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { ClipPlayer } from './clip-player.ts';
import type { ClipTrack } from './clip-track.ts';
import type { Clock } from '@longwire/protocol';
import { systemClock } from '../time/system-clock.ts';
import type { MediaSource } from './media-source.ts';
import { readAudioTrack, readVideoTrack } from './read-clip-track.ts';
import { SharedSource } from './shared-source.ts';

/** A clip's sources; both follow the wall clock, so that audio and video are in sync. */
export interface Clip {
  readonly video: MediaSource | undefined;
  readonly audio: MediaSource | undefined;
}

/** Largest clip file, in bytes. Reason: it is held in memory completely. */
const MAX_CLIP_BYTES = 256 * 1024 * 1024;

/** Opens a clip. @throws EdgeError ERR_CLIP_FORMAT for a file that cannot be read or whose codecs cannot be sent unchanged. */
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
      `cannot open clip: it has ${bytes.length} bytes, the limit is ${MAX_CLIP_BYTES}`,
    );
  try {
    using input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
    const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
    const tracks = [
      ...(video === null ? [] : [await readVideoTrack(video)]),
      ...(audio === null ? [] : [await readAudioTrack(audio)]),
    ];
    if (tracks.length === 0)
      throw new EdgeError('ERR_CLIP_FORMAT', 'cannot open clip: it has no video or audio track');
    return { tracks, durationMs: Math.round((await input.computeDuration()) * 1000) };
  } catch (cause) {
    if (hasErrorCode(cause, 'ERR_CLIP_FORMAT')) throw cause;
    throw new EdgeError('ERR_CLIP_FORMAT', `cannot open clip: ${file} is not a readable media file`, {
      cause,
    });
  }
}
