/** @module Records one segment with the browser's `MediaRecorder`. */

import type { Clock } from '@longwire/protocol/base';
import type { RecordedTracks, Take } from './segment-recorder.ts';
import type { Segment } from './segment.ts';

/** Bit rate of recorded video. */
const VIDEO_BITS_PER_SECOND = 2_500_000;

/** Whether this browser can record. */
export function canRecord(): boolean {
  return (
    typeof MediaRecorder !== 'undefined' &&
    recordingFormat((mimeType) => MediaRecorder.isTypeSupported(mimeType), true) !== undefined
  );
}

/** Starts a segment. @throws DOMException if the browser cannot */
export function beginTake({ video, audio }: RecordedTracks, clock: Pick<Clock, 'monotonic'>): Take {
  const stream = new MediaStream(audio === undefined ? [video] : [video, audio]);
  const mimeType = recordingFormat((type) => MediaRecorder.isTypeSupported(type), audio !== undefined);
  const recorder = new MediaRecorder(stream, {
    ...(mimeType !== undefined && { mimeType }),
    videoBitsPerSecond: VIDEO_BITS_PER_SECOND,
  });
  // Its events come later; if it throws, nothing is left behind.
  recorder.start();
  const mute = audio === undefined ? undefined : draw(audio);
  const { promise: done, resolve } = Promise.withResolvers<Segment | undefined>();
  const parts: Blob[] = [];
  let startedAtMs = clock.monotonic();
  recorder.addEventListener('start', () => (startedAtMs = clock.monotonic()));
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) parts.push(data);
  });
  recorder.addEventListener('stop', () => {
    mute?.();
    letGo(stream);
    const file = new Blob(parts, { type: recorder.mimeType });
    resolve(file.size === 0 ? undefined : { file, startedAtMs, endedAtMs: clock.monotonic() });
  });
  return {
    done,
    stop: () => {
      if (recorder.state !== 'inactive') recorder.stop();
    },
  };
}

/** Browsers record the audio of a connection only while an element plays it: this one plays it muted. Returns a function that stops it. */
function draw(track: MediaStreamTrack): () => void {
  const element = new Audio();
  element.muted = true;
  const stream = new MediaStream([track]);
  element.srcObject = stream;
  // Stopping before playback began rejects, which is no error.
  element.play().catch(() => undefined);
  return () => {
    element.pause();
    element.srcObject = null;
    letGo(stream);
  };
}

/** In Chromium, a track keeps each stream that contains it for as long as it lives, and there is a new stream every few seconds. */
function letGo(stream: MediaStream): void {
  for (const track of stream.getTracks()) stream.removeTrack(track);
}

/** Formats that most programs play, the most common first; with audio and without. */
const FORMATS = [
  { withSound: 'video/mp4;codecs=avc1.42E01F,mp4a.40.2', silent: 'video/mp4;codecs=avc1.42E01F' },
  { withSound: 'video/webm;codecs=vp8,opus', silent: 'video/webm;codecs=vp8' },
  { withSound: 'video/mp4', silent: 'video/mp4' },
  { withSound: 'video/webm', silent: 'video/webm' },
] as const;

/** The first format that the browser can write, or `undefined`. A format with audio is also used without it. */
export function recordingFormat(
  isSupported: (mimeType: string) => boolean,
  hasSound: boolean,
): string | undefined {
  const format = FORMATS.find(({ withSound, silent }) => isSupported(withSound) && isSupported(silent));
  return hasSound ? format?.withSound : format?.silent;
}
