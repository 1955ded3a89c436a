/** @module One remembered device on the device list. */

import { Button } from '@mantine/core';
import { IconDots, IconVideo } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef, useState, type KeyboardEvent } from 'react';
import { hasAnswered } from '../../devices/presence.ts';
import { nameOf, type RememberedDevice } from '../../devices/remembered-device.ts';
import { messages } from '../../messages/messages.ts';
import { useServices, useSessionState } from '../../services.tsx';
import { useRemoveDevice } from '../use-remove-device.ts';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { timeAgo } from '../../ui/time-ago.ts';
import { useNow } from '../../ui/use-now.ts';
import { useOperation } from '../../ui/use-operation.ts';
import { useHeldSession } from '../session-rotation-context.ts';
import { useOnScreen } from '../use-on-screen.ts';
import { PictureAge } from '../picture-age.tsx';
import { useLastPicture } from '../use-picture.ts';
import { usePath, usePresence } from '../use-presence.ts';
import { PresenceLine } from './presence-line.tsx';

const words = messages.devices;

/** Its last picture, name and reachability; opens the device, and shows its details. */
export function DeviceCard({ device }: { readonly device: RememberedDevice }) {
  const { sessions } = useServices();
  const card = useRef<HTMLElement>(null);
  const detailsButton = useRef<HTMLButtonElement>(null);
  const isOnScreen = useOnScreen(card, false);
  const state = useSessionState(sessions.of(device.key));
  useHeldSession({ key: device.key, isWanted: isOnScreen, isAnswered: hasAnswered(state) });
  const presence = usePresence(state, isOnScreen);
  const path = usePath(state);
  const [areDetailsOpen, setAreDetailsOpen] = useState(false);
  const close = () => {
    setAreDetailsOpen(false);
    detailsButton.current?.focus();
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
          <PresenceLine device={device} presence={presence} path={path} />
        </span>
      </Link>
      <IconButton
        ref={detailsButton}
        label={words.details(name)}
        className="lw-card-more"
        isExpanded={areDetailsOpen}
        onClick={() => setAreDetailsOpen(true)}
      >
        <IconDots size={20} />
      </IconButton>
      {areDetailsOpen && <CardDetails device={device} onClose={close} />}
    </article>
  );
}

function CardPicture({ device }: { readonly device: RememberedDevice }) {
  const url = useLastPicture(device.key);
  if (url !== undefined) {
    return (
      <>
        <img className="lw-card-picture" src={url} alt={words.picture(nameOf(device))} />
        <PictureAge pictureKey={device.key} />
      </>
    );
  }
  return (
    <span className="lw-card-picture lw-card-empty">
      <IconVideo size={30} stroke={1.4} aria-hidden="true" />
      {words.noPicture}
    </span>
  );
}

interface CardDetailsProps {
  readonly device: RememberedDevice;
  readonly onClose: () => void;
}

/** The ids, the last verification, and removing the device after a question. */
function CardDetails({ device, onClose }: CardDetailsProps) {
  const nowMs = useNow();
  const [isAsking, setIsAsking] = useState(false);
  const { productId, deviceId, verifiedAtMs } = device;
  if (isAsking) return <RemoveQuestion device={device} onClose={onClose} />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles a key of the buttons within
    <fieldset
      className="lw-card-details"
      aria-label={words.details(nameOf(device))}
      onKeyDown={onEscape(onClose)}
    >
      <p className="lw-mono">
        {productId} / {deviceId}
      </p>
      <p className="lw-soft">
        {verifiedAtMs === undefined
          ? words.neverVerified
          : words.verified(timeAgo(verifiedAtMs, nowMs, messages.time))}
      </p>
      <div className="lw-actions">
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {words.remove}
        </Button>
        <Button variant="default" ref={focusOnMount} onClick={onClose}>
          {words.closeDetails}
        </Button>
      </div>
    </fieldset>
  );
}

function RemoveQuestion({ device, onClose }: CardDetailsProps) {
  const removeDevice = useRemoveDevice();
  const { state, run } = useOperation<never>();
  const remove = async () => await run(async () => ({ value: await removeDevice(device.key) }));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles a key of the buttons within
    <div
      className="lw-card-details"
      role="alertdialog"
      aria-label={words.removeQuestion(nameOf(device))}
      onKeyDown={onEscape(onClose)}
    >
      <p>{words.removeQuestion(nameOf(device))}</p>
      <p className="lw-soft">{words.removeNote}</p>
      <div className="lw-actions">
        <Button color="red" loading={state.kind === 'busy'} onClick={() => void remove().catch(reportError)}>
          {words.removeConfirm}
        </Button>
        <Button variant="default" ref={focusOnMount} onClick={onClose}>
          {words.removeKeep}
        </Button>
      </div>
    </div>
  );
}

function onEscape(close: () => void): (event: KeyboardEvent) => void {
  return ({ key }) => {
    if (key === 'Escape') close();
  };
}
