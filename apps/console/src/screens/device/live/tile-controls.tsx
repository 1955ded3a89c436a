/** @module The controls of a picture, within reach of the thumb. */

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
import { nameOf } from '../../../devices/remembered-device.ts';
import type { View } from '../../../live/offered-tracks.ts';
import { pictureFileName, takePicture } from '../../../live/picture.ts';
import { canUsePictureInPicture, togglePictureInPicture } from '../../../live/picture-in-picture.ts';
import type { TileNote } from '../../../live/tile-note.ts';
import { messages } from '../../../messages/messages.ts';
import { saveFile } from '../../../save-file.ts';
import { canRecord } from '../../../recording/browser-take.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useLiveDevice } from '../device-context.tsx';
import { HideButton } from './hide-button.tsx';
import { QualityButton } from './quality-button.tsx';
import { RecordButton } from './record-button.tsx';
import { TalkButton } from './talk-button.tsx';
import { TileNoteLine } from './tile-note-line.tsx';
import { useFullScreen } from './use-full-screen.ts';

const words = messages.live;

/** What the controls act on. */
export interface TileControlsProps {
  readonly view: View;
  /** The tile's name. */
  readonly name: string;
  readonly note: TileNote;
  readonly figure: HTMLElement | null;
  readonly isLive: boolean;
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
  const { view, name, isLive, hasFailed, hasSound, talkTrackId, isMuted, isPaused, note } = props;
  const muteLabel = isMuted ? words.unmute : words.mute;
  return (
    <div className="lw-controls-area">
      <TileNoteLine note={note} />
      <fieldset className="lw-controls" aria-label={words.controls(name)}>
        {!hasFailed && (
          <IconButton
            label={isPaused ? words.play : words.pause}
            isDisabled={!isLive}
            onClick={() => props.onPaused(!isPaused)}
          >
            {isPaused ? <IconPlayerPlayFilled size={22} /> : <IconPlayerPauseFilled size={22} />}
          </IconButton>
        )}
        <IconButton
          label={hasSound ? muteLabel : words.noSound}
          isDisabled={!hasSound}
          onClick={() => props.onMuted(!isMuted)}
        >
          {isMuted ? <IconVolumeOff size={24} /> : <IconVolume size={24} />}
        </IconButton>
        {talkTrackId !== undefined && <TalkButton trackId={talkTrackId} note={note} />}
        {canRecord() && (
          <RecordButton
            view={view}
            isLive={isLive}
            hasFailed={hasFailed}
            isMain={talkTrackId !== undefined}
            note={note}
          />
        )}
        {!hasFailed && <PictureButtons {...props} />}
        <HideButton onHide={props.onHide} />
      </fieldset>
    </div>
  );
}

/** The actions on a picture. */
function PictureButtons(props: TileControlsProps) {
  const { figure, isLive, quality, hasStats, note } = props;
  const { device } = useLiveDevice();
  const { isFull, isPossible, toggle } = useFullScreen(figure);
  const video = figure?.querySelector('video') ?? null;
  const snapshot = async () => {
    const picture = video === null ? undefined : await takePicture(video);
    if (picture !== undefined) saveFile(picture, pictureFileName(nameOf(device), new Date()));
    note.pass(picture === undefined ? words.snapshotNone : words.snapshotDone);
  };
  return (
    <>
      <IconButton label={words.snapshot} isDisabled={!isLive} onClick={() => void snapshot()}>
        <IconCamera size={24} />
      </IconButton>
      {quality !== undefined && <QualityButton quality={quality} onQuality={props.onQuality} />}
      <IconButton label={words.statistics} isPressed={hasStats} onClick={() => props.onStats(!hasStats)}>
        <IconChartBar size={24} />
      </IconButton>
      {canUsePictureInPicture(document, video) && (
        <IconButton
          label={words.pictureInPicture}
          isDisabled={!isLive}
          onClick={() => void togglePictureInPicture(document, video).catch(reportError)}
        >
          <IconPictureInPicture size={24} />
        </IconButton>
      )}
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
