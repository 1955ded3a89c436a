/** @module The list of remembered devices. */

import { Button } from '@mantine/core';
import { IconLayoutGrid, IconPlus, IconSettings } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { findDevices } from '../../devices/remembered-device.ts';
import { messages } from '../../messages/messages.ts';
import { useDevices, useServices } from '../../services.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { SessionRotationProvider, useSessionRotation } from '../session-rotation-context.ts';
import { useTitle } from '../use-title.ts';
import { ServiceLink } from '../service/service-link.tsx';
import { DeviceCard } from './device-card.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { WireDrawing } from '../../ui/wire-drawing.tsx';
import './devices-screen.css';

const words = messages.devices;

/**
 * How many devices are connected to at once, to check their reachability. The delay keeps scrolling from starting connections. A
 * session that has shown video has ended by then, so the next one starts without video.
 */
const ROTATION = { most: 9, settleMs: 300 };

/** How many devices a person overlooks without a search. */
const SEARCHED_FROM = 6;

/** The remembered devices: search, open, add, remove. */
export function DevicesScreen() {
  useTitle(words.title);
  const { library } = useServices();
  const devices = useDevices();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const found = findDevices(devices, devices.length < SEARCHED_FROM ? '' : query);
  const add = () => void navigate({ to: '/add' });
  return (
    <main className="lw-page lw-devices">
      <header className="lw-devices-head">
        <Wordmark />
        <h1 className="lw-hidden">{words.title}</h1>
        {devices.length >= SEARCHED_FROM && (
          <SearchField className="lw-devices-search" label={words.search} query={query} onChange={setQuery} />
        )}
        <div className="lw-devices-icons">
          {devices.length > 1 && (
            <IconButton label={messages.wall.title} onClick={() => void navigate({ to: '/wall' })}>
              <IconLayoutGrid size={22} />
            </IconButton>
          )}
          {devices.length > 0 && (
            <IconButton label={words.add} onClick={add}>
              <IconPlus size={24} />
            </IconButton>
          )}
          <IconButton label={messages.settings.title} onClick={() => void navigate({ to: '/settings' })}>
            <IconSettings size={22} />
          </IconButton>
        </div>
      </header>
      <OfflineNote />
      {!library.isLasting && <p className="lw-devices-note">{words.notStored}</p>}
      {devices.length === 0 && <NoDevices onAdd={add} />}
      {devices.length > 0 && found.length === 0 && <p className="lw-soft">{words.noMatch(query)}</p>}
      <SessionRotationProvider value={useSessionRotation(ROTATION)}>
        <ul className="lw-cards">
          {found.map((device) => (
            <li key={device.key}>
              <DeviceCard device={device} />
            </li>
          ))}
        </ul>
      </SessionRotationProvider>
      <ServiceLink />
    </main>
  );
}

/** Shown while no device is remembered. */
function NoDevices({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <section className="lw-none">
      <WireDrawing />
      <h2>{words.emptyTitle}</h2>
      <p className="lw-soft">{words.emptyBody}</p>
      <Button size="lg" leftSection={<IconPlus size={20} />} onClick={onAdd}>
        {words.add}
      </Button>
    </section>
  );
}

/** The note, or nothing. */
function OfflineNote() {
  const isOnline = useOnline();
  return (
    <output className={isOnline ? 'lw-hidden' : 'lw-offline'}>{!isOnline && messages.shell.offline}</output>
  );
}
