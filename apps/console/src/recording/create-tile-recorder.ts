/** @module Creates the recorder of a tile with the browser's own recorder; the code that writes files is loaded when the first one is saved. */

import { saveFile, savedFileName } from '../save-file.ts';
import { schedule } from '../schedule.ts';
import { beginTake } from './browser-take.ts';
import type { RecordingClock } from './segment-recorder.ts';
import { TileRecorder } from './tile-recorder.ts';

const clock: RecordingClock = { monotonic: () => performance.now(), schedule };

/** A recorder that names its files after what they show. */
export function createTileRecorder(name: () => string): TileRecorder {
  return new TileRecorder({
    clock,
    begin: (tracks) => beginTake(tracks, clock),
    join: async (segments, fromMs) => {
      const { joinSegments } = await import('./join-segments.ts');
      return joinSegments(segments, fromMs);
    },
    save: (file) => {
      const extension = file.type === 'video/mp4' ? 'mp4' : 'webm';
      saveFile(file, savedFileName(name(), new Date(), extension));
    },
    reportError,
  });
}
