/** @module Recording a tile: from now on, including the last 30 seconds, or only those; results are shown in its note. */

import { useState } from 'react';
import type { View } from '../../../live/offered-tracks.ts';
import type { TileNote } from '../../../live/tile-note.ts';
import { messages } from '../../../messages/messages.ts';
import { canRecord } from '../../../recording/browser-take.ts';
import type { RecordingState, SaveOutcome } from '../../../recording/tile-recorder.ts';
import { preferences } from '../../../settings/preferences.ts';
import { useTileRecorder } from './use-tile-recorder.ts';

const words = messages.recording;

const OUTCOMES: { readonly [Outcome in SaveOutcome]: string } = {
  saved: words.saved,
  nothing: words.nothing,
  failed: words.failed,
};

/** What to record. */
export interface UseRecordingOptions {
  readonly view: View;
  /** The first tile keeps the last 30 seconds by default, unless the device is likely a phone. */
  readonly isMain: boolean;
  /** Shows the result of the recording. */
  readonly note: TileNote;
}

/** The recording of a tile, and what can be done with it. */
export interface Recording {
  readonly state: RecordingState;
  /** Whether the last 30 seconds are kept ready. */
  readonly isKept: boolean;
  readonly keep: (isWanted: boolean) => void;
  readonly start: () => void;
  readonly stop: () => void;
  readonly saveLast: () => void;
}

/** The recording of one tile. It goes on while the tile is shown. */
export function useRecording({ view, isMain, note }: UseRecordingOptions): Recording {
  const [isKept, setIsKept] = useState(() => isKeptReady(isMain));
  const save = async (saving: Promise<SaveOutcome>) => {
    note.stand('recording', words.saving);
    const outcome = await saving;
    note.stand('recording', outcome === 'failed' ? words.failed : '');
    if (outcome !== 'failed') note.pass(OUTCOMES[outcome]);
  };
  const noteBroken = async (saving: Promise<SaveOutcome>) => {
    note.stand('recording', words.saving);
    // The person may be away from the screen, so the note stays.
    note.stand('recording', words.broken(OUTCOMES[await saving]));
  };
  const { recorder, state } = useTileRecorder({
    view,
    isKept: isKept && canRecord(),
    onBroken: (saving) => void noteBroken(saving),
  });
  return {
    state,
    isKept,
    keep: (isWanted) => {
      preferences.set('keep-last', isWanted ? 'on' : 'off');
      setIsKept(isWanted);
    },
    start: () => {
      note.stand('recording', '');
      recorder.start();
    },
    stop: () => void save(recorder.stop()),
    saveLast: () => void save(recorder.saveLast()),
  };
}

/** The person's choice; by default on only if a mouse suggests that this is not a phone. */
function isKeptReady(isMain: boolean): boolean {
  const chosen = preferences.get('keep-last');
  if (chosen !== undefined) return chosen === 'on';
  return isMain && matchMedia('(pointer: fine)').matches;
}
