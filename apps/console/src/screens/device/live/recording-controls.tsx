/** @module The controls of a recording: a running one in the bar, the others in the menu. */

import { IconDeviceFloppy, IconPlayerRecordFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { messages } from '../../../messages/messages.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { TileMenuItem } from './tile-menu.tsx';
import type { Recording } from './use-recording.ts';

const words = messages.recording;
const SECOND_MS = 1000;

/** The time of a running recording, and the button that ends it; nothing otherwise. */
export function RunningRecording({
  recording,
  onStopped,
}: {
  readonly recording: Recording;
  /** Called before the button disappears. */
  readonly onStopped: () => void;
}) {
  if (recording.state.kind !== 'recording') return null;
  return (
    <>
      <Elapsed startedAtMs={recording.state.startedAtMs} />
      <IconButton
        label={words.stop}
        className="lw-control-recording"
        onClick={() => {
          onStopped();
          recording.stop();
        }}
      >
        <IconPlayerStopFilled size={22} />
      </IconButton>
    </>
  );
}

/** Starts a recording, or saves the last 30 seconds; nothing while one runs. */
export function RecordItems({
  recording,
  isLive,
  close,
}: {
  readonly recording: Recording;
  readonly isLive: boolean;
  readonly close: () => void;
}) {
  const { state, isKept } = recording;
  if (state.kind === 'recording') return null;
  return (
    <>
      <TileMenuItem
        icon={<IconPlayerRecordFilled size={20} />}
        label={isKept ? words.startBefore : words.start}
        isDisabled={!isLive}
        onClick={recording.start}
        close={close}
      />
      {isKept && (
        <TileMenuItem
          icon={<IconDeviceFloppy size={20} />}
          label={words.saveLast}
          isDisabled={!isLive}
          onClick={recording.saveLast}
          close={close}
        />
      )}
      <label className="lw-tile-menu-choice">
        <input
          type="checkbox"
          checked={isKept}
          onChange={(event) => recording.keep(event.currentTarget.checked)}
        />
        <span>
          {words.keep}
          <small>{words.keepHint}</small>
        </span>
      </label>
    </>
  );
}

/** The clock of {@link RecordingState}. */
const monotonic = () => performance.now();

function Elapsed({ startedAtMs }: { readonly startedAtMs: number }) {
  const seconds = Math.max(0, Math.floor((useNow(SECOND_MS, monotonic) - startedAtMs) / SECOND_MS));
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <span
      className="lw-recording-time"
      role="timer"
      aria-label={words.running(clock)}
      data-testid="recording"
    >
      {clock}
    </span>
  );
}
