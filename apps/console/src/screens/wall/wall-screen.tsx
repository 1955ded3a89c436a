/** @module The wall: the cameras of several devices side by side, as large as possible. */

import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconMaximize, IconMinimize } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import type { RememberedDevice } from '../../devices/remembered-device.ts';
import { messages } from '../../messages/messages.ts';
import { useDevices } from '../../services.tsx';
import { preferences } from '../../settings/preferences.ts';
import { BackButton } from '../../ui/back-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { tileLayout } from '../../ui/tile-layout.ts';
import { useFlyout } from '../../ui/use-flyout.ts';
import { useRoom } from '../../ui/use-room.ts';
import { MOST_ON_WALL, onWall, readChoice } from '../../wall/wall-choice.ts';
import { useFullScreen } from '../device/live/use-full-screen.ts';
import { SessionRotationProvider, useSessionRotation } from '../session-rotation-context.ts';
import { useTitle } from '../use-title.ts';
import { WallChooser } from './wall-chooser.tsx';
import { WallDevice } from './wall-device.tsx';
import './wall.css';

const words = messages.wall;

/** Smallest useful width of a tile, in pixels: below it, the wall scrolls. */
const MIN_TILE_WIDTH = 150;

/** A device that was connected on the previous screen keeps its connection. */
const ROTATION = { most: MOST_ON_WALL, settleMs: 0 };

/** The chosen devices, each connected while it is on screen. */
export function WallScreen() {
  useTitle(words.title);
  const devices = useDevices();
  const [chosen, setChosen] = useState(() => readChoice(preferences.get('wall')));
  const chooser = useRef<HTMLButtonElement>(null);
  const { isOpen, toggle: toggleChooser, close, place } = useFlyout<HTMLFieldSetElement>(chooser);
  const [main, setMain] = useState<HTMLElement | null>(null);
  const { isFull, isPossible, toggle } = useFullScreen(main, { isWhole: true });
  const choose = (keys: readonly string[] | undefined) => {
    preferences.set('wall', keys === undefined ? undefined : JSON.stringify(keys));
    setChosen(keys);
  };
  const openChooser = () => {
    if (!isOpen) toggleChooser();
    // The opened chooser follows the header's button in tab order, before this one.
    chooser.current?.focus();
  };
  const rotation = useSessionRotation(ROTATION);
  const shown = onWall(devices, chosen);
  return (
    <main className="lw-wall" ref={setMain}>
      <header className="lw-wall-head">
        <BackButton label={messages.device.back} />
        <h1>{words.title}</h1>
        <IconButton ref={chooser} label={words.choose} isExpanded={isOpen} onClick={toggleChooser}>
          <IconAdjustmentsHorizontal size={22} />
        </IconButton>
        {isPossible && (
          <IconButton label={words.fullScreen} isPressed={isFull} onClick={toggle}>
            {isFull ? <IconMinimize size={22} /> : <IconMaximize size={22} />}
          </IconButton>
        )}
      </header>
      {isOpen && (
        <WallChooser
          place={place}
          devices={devices}
          chosen={shown.map(({ key }) => key)}
          onChoose={choose}
          onDone={close}
        />
      )}
      <SessionRotationProvider value={rotation}>
        <Tiles devices={shown} areChosen={chosen !== undefined}>
          <EmptyWall hasDevices={devices.length > 0} onChoose={openChooser} />
        </Tiles>
      </SessionRotationProvider>
    </main>
  );
}

interface TilesProps {
  readonly devices: readonly RememberedDevice[];
  /** A chosen device without a camera keeps its tile, which says so. */
  readonly areChosen: boolean;
  /** Shown if there is no tile. */
  readonly children: ReactNode;
}

/** A tile for each camera. */
function Tiles({ devices, areChosen, children }: TilesProps) {
  const [list, setList] = useState<HTMLElement | null>(null);
  const room = useRoom(list);
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const countOf = ({ key }: RememberedDevice): number => counts.get(key) ?? 1;
  const total = sum(devices.map(countOf));
  const { columns, tileWidth } = tileLayout(Math.max(1, total), room, MIN_TILE_WIDTH);
  return (
    <>
      {total === 0 && children}
      <ul
        hidden={total === 0}
        className="lw-wall-tiles"
        ref={setList}
        style={{ '--lw-wall-columns': columns, '--lw-wall-tile': `${Math.floor(tileWidth)}px` } as object}
      >
        {devices.map((device, index) => (
          <WallDevice
            key={device.key}
            device={device}
            isChosen={areChosen}
            most={Math.max(1, MOST_ON_WALL - sum(devices.slice(0, index).map(countOf)))}
            onCount={(count) => setCounts((before) => new Map(before).set(device.key, count))}
          />
        ))}
      </ul>
    </>
  );
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

interface EmptyWallProps {
  readonly hasDevices: boolean;
  readonly onChoose: () => void;
}

function EmptyWall({ hasDevices, onChoose }: EmptyWallProps) {
  const navigate = useNavigate();
  return (
    <section className="lw-wall-empty">
      <h2>{hasDevices ? words.none : words.noDevices}</h2>
      {hasDevices && <p className="lw-soft">{words.noneHint}</p>}
      {hasDevices ? (
        <Button onClick={onChoose}>{words.choose}</Button>
      ) : (
        <Button onClick={() => void navigate({ to: '/add' })}>{messages.devices.add}</Button>
      )}
    </section>
  );
}
