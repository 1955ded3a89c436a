/** @module The recorder of a tile: follows its tracks, and saves a running recording on unmount. */

import { useTrack } from '@longwire/react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { nameOf } from '../../../devices/remembered-device.ts';
import type { View } from '../../../live/offered-tracks.ts';
import { TileRecorder, type RecordingState, type SaveOutcome } from '../../../recording/tile-recorder.ts';
import { useServices } from '../../../services.tsx';
import { useLiveDevice } from '../device-context.tsx';
import { saveFile, savedFileName } from '../../../save-file.ts';
import { pageClock } from '../../../page-clock.ts';
import { beginTake } from '../../../recording/browser-take.ts';

/** A recorder and its state. */
export interface UseTileRecorder {
  readonly recorder: TileRecorder;
  readonly state: RecordingState;
}

/** The tracks the recorder follows. */
export interface UseTileRecorderOptions {
  readonly view: View;
  /** Whether to buffer the last 30 seconds. */
  readonly isKept: boolean;
  /** Called if the browser ended a recording, with the result. */
  readonly onBroken: (saving: Promise<SaveOutcome>) => void;
}

/** Records the tracks of a view; buffers the last 30 seconds on request. */
export function useTileRecorder({ view, isKept, onBroken }: UseTileRecorderOptions): UseTileRecorder {
  const { videoTrackId, soundTrackId } = view;
  const { device } = useLiveDevice();
  const { library } = useServices();
  // The device may be renamed while it is recorded.
  const [recorder] = useState(() => createTileRecorder(() => nameOf(library.get(device.key) ?? device)));
  const state = useSyncExternalStore(recorder.subscribe, recorder.snapshot);
  const video = useLiveTrack(videoTrackId);
  const audio = useLiveTrack(soundTrackId);
  const handleBroken = useEffectEvent(onBroken);
  useEffect(() => recorder.onBroken((saving) => handleBroken(saving)), [recorder]);
  useEffect(() => {
    recorder.show(video === undefined ? undefined : { video, audio });
  }, [recorder, video, audio]);
  useEffect(() => {
    recorder.keep(isKept);
  }, [recorder, isKept]);
  useEffect(
    () => () => {
      void recorder.leave();
    },
    [recorder],
  );
  const isRecording = state.kind === 'recording';
  useEffect(() => {
    if (!isRecording) return undefined;
    // A closing page has no time to save, so the browser asks the person first.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isRecording]);
  return { recorder, state };
}

function useLiveTrack(trackId: string | undefined): MediaStreamTrack | undefined {
  const { state } = useTrack(trackId);
  return state.kind === 'live' ? state.track : undefined;
}

/** A recorder that names its files after what they show. */
function createTileRecorder(name: () => string): TileRecorder {
  return new TileRecorder({
    clock: pageClock,
    begin: (tracks) => beginTake(tracks, pageClock),
    join: async (segments, fromMs) => {
      const { joinSegments } = await import('../../../recording/join-segments.ts');
      return joinSegments(segments, fromMs);
    },
    save: (file) => {
      const extension = file.type === 'video/mp4' ? 'mp4' : 'webm';
      saveFile(file, savedFileName(name(), new Date(), extension));
    },
    reportError,
  });
}
