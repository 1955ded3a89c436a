/** @module One remembered device on the device list. */

import { Button } from '@mantine/core';
import { IconShieldCheck, IconShieldQuestion, IconTrash, IconVideo } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { hasAnswered } from '../../devices/presence.ts';
import { nameOf, type RememberedDevice } from '../../devices/remembered-device.ts';
import { messages } from '../../messages/messages.ts';
import { useServices, useSessionState } from '../../services.tsx';
import { useRemoveDevice } from '../use-remove-device.ts';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { timeAgo } from '../../ui/time-ago.ts';
import { useNow } from '../../ui/use-now.ts';
import { useHeldSession } from '../session-rotation-context.ts';
import { useOnScreen } from '../use-on-screen.ts';
import { useLastPicture } from '../use-picture.ts';
import { usePath, usePresence } from '../use-presence.ts';
import { PresenceLine } from './presence-line.tsx';

const words = messages.devices;
const MINUTE_MS = 60_000;

/** Its last picture, name, reachability and last verification; opens or removes the device. */
export function DeviceCard({ device }: { readonly device: RememberedDevice }) {
  const { sessions } = useServices();
  const card = useRef<HTMLElement>(null);
  const removeButton = useRef<HTMLButtonElement>(null);
  const isOnScreen = useOnScreen(card, false);
  const state = useSessionState(sessions.of(device.key));
  useHeldSession({ key: device.key, isWanted: isOnScreen, isAnswered: hasAnswered(state) });
  const presence = usePresence(state, isOnScreen);
  const path = usePath(state);
  const [isAsking, setIsAsking] = useState(false);
  const keep = () => {
    setIsAsking(false);
    removeButton.current?.focus();
  };
  const name = nameOf(device);
  const { productId, deviceId } = device;
  return (
    <article className="lw-card" ref={card} data-testid={`device-${deviceId}`}>
      <Link className="lw-card-link" to="/device/$productId/$deviceId/live" params={{ productId, deviceId }}>
        <span className="lw-hidden">{words.open(name)}</span>
        <CardPicture device={device} />
        <span className="lw-card-text">
          <strong className="lw-card-name" aria-hidden="true">
            {name}
          </strong>
          <span className="lw-mono lw-soft">
            {device.name === undefined ? productId : `${productId} / ${deviceId}`}
          </span>
          <PresenceLine device={device} presence={presence} path={path} />
          <VerifiedLine verifiedAtMs={device.verifiedAtMs} />
        </span>
      </Link>
      <IconButton
        ref={removeButton}
        label={words.remove(name)}
        className="lw-card-remove"
        onClick={() => setIsAsking(true)}
      >
        <IconTrash size={18} />
      </IconButton>
      {isAsking && <RemoveQuestion device={device} onKeep={keep} />}
    </article>
  );
}

function CardPicture({ device }: { readonly device: RememberedDevice }) {
  const url = useLastPicture(device.key);
  if (url !== undefined) {
    return <img className="lw-card-picture" src={url} alt={words.picture(nameOf(device))} />;
  }
  return (
    <span className="lw-card-picture lw-card-empty">
      <IconVideo size={30} stroke={1.4} aria-hidden="true" />
      {words.noPicture}
    </span>
  );
}

function VerifiedLine({ verifiedAtMs }: { readonly verifiedAtMs: number | undefined }) {
  const nowMs = useNow(MINUTE_MS);
  if (verifiedAtMs === undefined) {
    return (
      <span className="lw-card-proof">
        <IconShieldQuestion size={16} aria-hidden="true" />
        {words.neverVerified}
      </span>
    );
  }
  return (
    <span className="lw-card-proof lw-card-verified">
      <IconShieldCheck size={16} aria-hidden="true" />
      {words.verified(timeAgo(verifiedAtMs, nowMs, messages.time))}
    </span>
  );
}

interface RemoveQuestionProps {
  readonly device: RememberedDevice;
  readonly onKeep: () => void;
}

function RemoveQuestion({ device, onKeep }: RemoveQuestionProps) {
  const removeDevice = useRemoveDevice();
  const [isRemoving, setIsRemoving] = useState(false);
  const remove = async () => {
    setIsRemoving(true);
    await removeDevice(device.key);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles a key of the buttons within
    <div
      className="lw-card-question"
      role="alertdialog"
      aria-label={words.removeQuestion(nameOf(device))}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onKeep();
      }}
    >
      <p>{words.removeQuestion(nameOf(device))}</p>
      <p className="lw-soft">{words.removeNote}</p>
      <div className="lw-actions">
        <Button color="red" loading={isRemoving} onClick={() => void remove().catch(reportError)}>
          {words.removeConfirm}
        </Button>
        <Button variant="default" ref={focusOnMount} onClick={onKeep}>
          {words.removeKeep}
        </Button>
      </div>
    </div>
  );
}
