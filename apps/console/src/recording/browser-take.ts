/** @module A stretch recorded by the browser's own recorder. */

import { recordingFormat } from './recording-format.ts';
import type { RecordedTracks, RecordingClock, Take } from './segment-recorder.ts';
import type { Segment } from './segment.ts';

/** How much a second of picture may take, in bits. */
const VIDEO_BITS_PER_SECOND = 2_500_000;

/** Whether this browser records at all. */
export function canRecord(): boolean {
  return (
    typeof MediaRecorder !== 'undefined' &&
    recordingFormat((mimeType) => MediaRecorder.isTypeSupported(mimeType), true) !== undefined
  );
}

/** Begins a stretch. @throws DOMException where the browser cannot */
export function beginTake({ video, audio }: RecordedTracks, clock: Pick<RecordingClock, 'now'>): Take {
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
  let startedAtMs = clock.now();
  recorder.addEventListener('start', () => (startedAtMs = clock.now()));
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) parts.push(data);
  });
  recorder.addEventListener('stop', () => {
    mute?.();
    letGo(stream);
    const file = new Blob(parts, { type: recorder.mimeType });
    resolve(file.size === 0 ? undefined : { file, startedAtMs, endedAtMs: clock.now() });
  });
  return {
    done,
    stop: () => {
      if (recorder.state !== 'inactive') recorder.stop();
    },
  };
}

/** Browsers take the sound of a connection only while an element plays it: this one does, silently. The answer ends it. */
function draw(track: MediaStreamTrack): () => void {
  const element = new Audio();
  element.muted = true;
  const stream = new MediaStream([track]);
  element.srcObject = stream;
  // What is stopped before it began is no fault.
  element.play().catch(() => undefined);
  return () => {
    element.pause();
    element.srcObject = null;
    letGo(stream);
  };
}

/** Chromium's tracks keep each stream that they are in for as long as they live, and there is one more every few seconds. */
function letGo(stream: MediaStream): void {
  for (const track of stream.getTracks()) stream.removeTrack(track);
}
