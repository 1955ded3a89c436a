/** @module The controls under the thumb: sound, talking, a picture, full screen. */

import {
  IconCamera,
  IconMaximize,
  IconMicrophone,
  IconMicrophoneFilled,
  IconMinimize,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { useTrack } from '@longwire/react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { assertNever } from '../../../assert-never.ts';
import { nameOf } from '../../../devices/remembered-device.ts';
import type { DefaultTracks } from '../../../live/default-tracks.ts';
import { pictureFileName, saveFile, takePicture } from '../../../live/picture.ts';
import { Talk, type TalkProblem, type TalkState } from '../../../live/talk.ts';
import { messages } from '../../../messages/messages.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useLiveDevice } from '../device-context.tsx';
import { useFullScreen } from './use-full-screen.ts';

const words = messages.live;

/** What the controls act on. */
export interface LiveControlsProps {
  readonly stage: HTMLElement | null;
  readonly tracks: DefaultTracks;
  readonly isMuted: boolean;
  readonly onMuted: (isMuted: boolean) => void;
}

/** A row of round buttons. */
export function LiveControls({ stage, tracks, isMuted, onMuted }: LiveControlsProps) {
  const { device } = useLiveDevice();
  const { isFull, isPossible, toggle } = useFullScreen(stage);
  const [note, setNote] = useState('');
  const { hasSound, videoTrackId, audioTrackId } = tracks;
  const hasVideo = useTrack(videoTrackId).state.kind === 'live';
  const talk = useTalk(audioTrackId);
  const talkState = useSyncExternalStore(talk.subscribe, talk.snapshot);
  const isTalking = talkState.kind === 'talking' || talkState.kind === 'starting';
  const snapshot = async () => {
    const video = stage?.querySelector('video');
    const picture = video ? await takePicture(video) : undefined;
    if (picture === undefined) return;
    saveFile(picture, pictureFileName(nameOf(device), new Date()));
    setNote(words.snapshotDone);
  };
  const muteLabel = isMuted ? words.unmute : words.mute;
  return (
    <div className="lw-controls-area">
      <output className="lw-controls-note" data-testid="live-note">
        {talkText(talkState) ?? note}
      </output>
      <div className="lw-controls">
        <IconButton
          label={hasSound ? muteLabel : words.noSound}
          isDisabled={!hasSound}
          onClick={() => onMuted(!isMuted)}
        >
          {isMuted ? <IconVolumeOff size={24} /> : <IconVolume size={24} />}
        </IconButton>
        <IconButton label={words.snapshot} isDisabled={!hasVideo} onClick={() => void snapshot()}>
          <IconCamera size={24} />
        </IconButton>
        <IconButton
          label={isTalking ? words.talking : words.talk}
          className={isTalking ? 'lw-control-talk lw-control-on' : 'lw-control-talk'}
          isPressed={isTalking}
          onClick={() => void talk.toggle()}
        >
          {isTalking ? <IconMicrophoneFilled size={26} /> : <IconMicrophone size={26} />}
        </IconButton>
        <IconButton label={words.fullScreen} isDisabled={!isPossible} isPressed={isFull} onClick={toggle}>
          {isFull ? <IconMinimize size={24} /> : <IconMaximize size={24} />}
        </IconButton>
      </div>
    </div>
  );
}

/** The microphone of this session; let go of when the controls go away. */
function useTalk(trackId: string): Talk {
  const { state } = useLiveDevice();
  const [talk] = useState(() => new Talk(state.session, trackId, globalThis.navigator.mediaDevices));
  useEffect(() => () => talk.close(), [talk]);
  return talk;
}

const TALK_PROBLEMS: { readonly [Why in TalkProblem]: string } = {
  denied: words.talkDenied,
  missing: words.talkMissing,
  refused: words.talkFailed,
  noLoudspeaker: words.talkNoLoudspeaker,
  codecs: words.talkCodecs,
  forbidden: words.talkForbidden,
};

function talkText(state: TalkState): string | undefined {
  switch (state.kind) {
    case 'starting':
      return words.talkStarting;
    case 'talking':
      return words.talking;
    case 'failed':
      return TALK_PROBLEMS[state.why];
    case 'silent':
      return undefined;
    default:
      return assertNever(state);
  }
}
