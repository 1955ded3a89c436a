/** @module Push-to-talk. */

import { IconMicrophoneFilled, IconMicrophoneOff } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { assertNever } from '@longwire/protocol/base';
import { talkOf, type TalkProblem, type TalkState } from '../../../live/talk.ts';
import type { TileNote } from '../../../live/tile-note.ts';
import { messages } from '../../../messages/messages.ts';
import { isGuest } from '../../../session/roles.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useLiveDevice } from '../device-context.tsx';
import { MicrophoneGate } from '../secrets-gate.tsx';

const words = messages.live;

/** The talk of this device. */
export interface TalkButtonProps {
  readonly trackId: string;
  /** Shows the state of talking. */
  readonly note: TileNote;
}

/** Sends the microphone while pressed in, for roles that may talk; releases the microphone on unmount. */
export function TalkButton(props: TalkButtonProps) {
  const { me } = useLiveDevice().state;
  return isGuest(me?.role) ? null : <AllowedTalkButton {...props} />;
}

function AllowedTalkButton({ trackId, note }: TalkButtonProps) {
  const { state: device } = useLiveDevice();
  const talk = talkOf(device.session, trackId, globalThis.navigator.mediaDevices);
  useEffect(() => () => talk.close(), [talk]);
  const state = useSyncExternalStore(talk.subscribe, talk.snapshot);
  const isOn = state.kind === 'talking' || state.kind === 'starting';
  const [isAsking, setIsAsking] = useState(false);
  const isConfirmed = device.isBound || device.hasAgreed;
  const text = talkText(state);
  useEffect(() => note.stand('talk', text), [note, text]);
  const press = () => {
    if (isOn || isConfirmed) void talk.toggle();
    else setIsAsking(true);
  };
  const start = () => {
    setIsAsking(false);
    void talk.toggle();
  };
  return (
    <>
      <IconButton
        label={isOn ? text : words.talk}
        {...(isOn ? { className: 'lw-control-on' } : {})}
        isPressed={isOn}
        isDisabled={!isOn && device.link.kind === 'recovering'}
        onClick={press}
      >
        {isOn ? <IconMicrophoneFilled size={24} /> : <IconMicrophoneOff size={24} />}
      </IconButton>
      {isAsking && !isConfirmed && <MicrophoneGate onAgree={start} onClose={() => setIsAsking(false)} />}
    </>
  );
}

const TALK_PROBLEMS: { readonly [Why in TalkProblem]: string } = {
  denied: words.talkDenied,
  missing: words.talkMissing,
  gone: words.talkGone,
  refused: words.talkFailed,
  noLoudspeaker: words.talkNoLoudspeaker,
  codecs: words.talkCodecs,
  forbidden: words.talkForbidden,
  notSent: words.talkNotSent,
};

function talkText(state: TalkState): string {
  switch (state.kind) {
    case 'starting':
      return words.talkStarting;
    case 'talking':
      return words.talking;
    case 'failed':
      return TALK_PROBLEMS[state.why];
    case 'silent':
      return '';
    default:
      return assertNever(state);
  }
}
