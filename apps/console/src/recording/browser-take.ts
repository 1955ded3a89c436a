/** @module Records one segment with the browser's `MediaRecorder`. */

import { recordingFormat } from './recording-format.ts';
import type { RecordedTracks, RecordingClock, Take } from './segment-recorder.ts';
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
export function beginTake({ video, audio }: RecordedTracks, clock: Pick<RecordingClock, 'monotonic'>): Take {
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
