/** @module The controls of a picture, within reach of the thumb: sound, talk, a picture, full screen, and a menu. */

import {
  IconCamera,
  IconChartBar,
  IconMaximize,
  IconMinimize,
  IconPictureInPicture,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import type { QualityChoice } from '@longwire/client';
import { useRef } from 'react';
import { nameOf } from '../../../devices/remembered-device.ts';
import type { View } from '../../../live/offered-tracks.ts';
import { pictureFileName, takePicture } from '../../../live/picture.ts';
import { canUsePictureInPicture, togglePictureInPicture } from '../../../live/picture-in-picture.ts';
import type { TileNote } from '../../../live/tile-note.ts';
import { messages } from '../../../messages/messages.ts';
import { saveFile } from '../../../save-file.ts';
import { canRecord } from '../../../recording/browser-take.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { useLiveDevice } from '../device-context.tsx';
import { TileMenuItem, TileMenu } from './tile-menu.tsx';
import { RecordItems, RunningRecording } from './recording-controls.tsx';
import { TalkButton } from './talk-button.tsx';
import { TileNoteLine } from './tile-note-line.tsx';
import { useFullScreen } from './use-full-screen.ts';
import { useRecording } from './use-recording.ts';
import { useShortcuts } from './use-shortcuts.ts';

const words = messages.live;

const QUALITIES = (['auto', 'high', 'low'] as const).map((value) => ({ value, label: words.levels[value] }));

/** What the controls act on. */
export interface TileControlsProps {
  readonly view: View;
  /** The tile's name. */
  readonly name: string;
  readonly note: TileNote;
  readonly figure: HTMLElement | null;
  readonly isLive: boolean;
  /** No other tile is shown, so keys act on this one. */
  readonly isAlone: boolean;
  /** There is no picture: only the controls that work without it are shown. */
  readonly hasFailed: boolean;
  readonly hasSound: boolean;
  readonly talkTrackId: string | undefined;
  readonly isMuted: boolean;
  readonly onMuted: (isMuted: boolean) => void;
  readonly isPaused: boolean;
  readonly onPaused: (isPaused: boolean) => void;
  /** Undefined for a picture of one size. */
  readonly quality: QualityChoice | undefined;
  readonly onQuality: (quality: QualityChoice) => void;
  readonly hasStats: boolean;
  readonly onStats: (hasStats: boolean) => void;
  /** Removes the tile, if it can be removed. */
  readonly onHide: (() => void) | undefined;
}

/** A row of round buttons, and the tile's note. */
export function TileControls(props: TileControlsProps) {
  const { view, name, note, isLive, hasFailed, talkTrackId, isMuted, hasSound, onHide } = props;
  const recording = useRecording({ view, isMain: talkTrackId !== undefined, note });
  const more = useRef<HTMLButtonElement>(null);
  useShortcuts(props.isAlone && !hasFailed, {
    ' ': () => isLive && props.onPaused(!props.isPaused),
    m: () => hasSound && props.onMuted(!isMuted),
  });
  const muteLabel = isMuted ? words.unmute : words.mute;
  return (
    <div className="lw-controls-area">
      <TileNoteLine note={note} />
      <fieldset className="lw-controls" aria-label={words.controls(name)}>
        <IconButton
          label={hasSound ? muteLabel : words.noSound}
          isDisabled={!hasSound}
          onClick={() => props.onMuted(!isMuted)}
        >
          {isMuted ? <IconVolumeOff size={24} /> : <IconVolume size={24} />}
        </IconButton>
        {talkTrackId !== undefined && <TalkButton trackId={talkTrackId} note={note} />}
        {!hasFailed && <PictureButtons {...props} />}
        <RunningRecording recording={recording} onStopped={() => more.current?.focus()} />
        {(!hasFailed || onHide !== undefined) && (
          <TileMenu name={name} ref={more} onHide={onHide}>
            {(close) =>
              !hasFailed && (
                <>
                  {canRecord() && <RecordItems recording={recording} isLive={isLive} close={close} />}
                  <PictureItems {...props} close={close} />
                </>
              )
            }
          </TileMenu>
        )}
      </fieldset>
    </div>
  );
}

/** The actions on a picture that are always shown. */
function PictureButtons({ figure, isLive, isAlone, note }: TileControlsProps) {
  const { device } = useLiveDevice();
  const { isFull, isPossible, toggle } = useFullScreen(figure);
  const snapshot = async () => {
    const video = figure?.querySelector('video') ?? null;
    const picture = video === null ? undefined : await takePicture(video);
    if (picture !== undefined) saveFile(picture, pictureFileName(nameOf(device), new Date()));
    note.pass(picture === undefined ? words.snapshotNone : words.snapshotDone);
  };
  useShortcuts(isAlone, {
    s: () => isLive && void snapshot(),
    f: () => isPossible && (isLive || isFull) && toggle(),
  });
  return (
    <>
      <IconButton label={words.snapshot} isDisabled={!isLive} onClick={() => void snapshot()}>
        <IconCamera size={24} />
      </IconButton>
      {isPossible && (
        <IconButton
          label={words.fullScreen}
          isPressed={isFull}
          isDisabled={!isLive && !isFull}
          onClick={toggle}
        >
          {isFull ? <IconMinimize size={24} /> : <IconMaximize size={24} />}
        </IconButton>
      )}
    </>
  );
}

/** The other actions on a picture. */
function PictureItems(props: TileControlsProps & { readonly close: () => void }) {
  const { figure, isLive, isPaused, quality, hasStats, close } = props;
  const video = figure?.querySelector('video') ?? null;
  return (
    <>
      <TileMenuItem
        icon={isPaused ? <IconPlayerPlayFilled size={20} /> : <IconPlayerPauseFilled size={20} />}
        label={isPaused ? words.play : words.pause}
        isDisabled={!isLive}
        onClick={() => props.onPaused(!isPaused)}
        close={close}
      />
      {canUsePictureInPicture(document, video) && (
        <TileMenuItem
          icon={<IconPictureInPicture size={20} />}
          label={words.pictureInPicture}
          isDisabled={!isLive}
          onClick={() => void togglePictureInPicture(document, video).catch(reportError)}
          close={close}
        />
      )}
      <TileMenuItem
        icon={<IconChartBar size={20} />}
        label={words.statistics}
        isPressed={hasStats}
        onClick={() => props.onStats(!hasStats)}
        close={close}
      />
      {quality !== undefined && (
        <SegmentedChoice
          label={words.levels.choose}
          value={quality}
          options={QUALITIES}
          onChange={props.onQuality}
        />
      )}
    </>
  );
}
