/** @module The places to jump to, narrowed by what is typed. */

import { Link, useLocation } from '@tanstack/react-router';
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { findDevices, nameOf, type RememberedDevice } from '../../devices/remembered-device.ts';
import { hasWords } from '../../has-words.ts';
import { messages } from '../../messages/messages.ts';
import { useDevices, useServices, useSessionState } from '../../services.tsx';
import { placesOf, type Place } from '../../session/places.ts';
import { Modal } from '../../ui/modal.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import './jump-dialog.css';

const words = messages.jump;

/** The screens without a device, with their names. */
const SCREENS = [
  { to: '/', name: messages.devices.title },
  { to: '/wall', name: messages.wall.title },
  { to: '/add', name: messages.devices.add },
  { to: '/settings', name: messages.settings.title },
  { to: '/service', name: messages.devices.operators },
] as const;

/** Enter opens the first place, and the arrow keys go through them. */
export function JumpDialog({ onClose }: { readonly onClose: () => void }) {
  const devices = useDevices();
  const [query, setQuery] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const { pathname } = useLocation();
  const here = devices.find(({ productId, deviceId }) =>
    pathname.startsWith(deviceRoute(productId, deviceId)),
  );
  const links = (): HTMLElement[] => [...(form.current?.querySelectorAll<HTMLElement>('a') ?? [])];
  const open = (event: FormEvent) => {
    event.preventDefault();
    links()[0]?.click();
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = links();
    const at = all.findIndex((link) => link === document.activeElement);
    const field = form.current?.querySelector('input');
    (at + step < 0 ? field : all[Math.min(at + step, all.length - 1)])?.focus();
  };
  const screens = SCREENS.filter(({ name }) => hasWords(name, query));
  const found = findDevices(devices, query);
  return (
    <Modal title={words.title} onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys of the field and links within */}
      <form ref={form} className="lw-jump" onSubmit={open} onKeyDown={move}>
        <SearchField label={words.search} query={query} onChange={setQuery} hasAutofocus />
        <ul>
          {found.map((device) => (
            <li key={device.key}>
              <PlaceLink device={device} place="live" name={nameOf(device)} onOpen={onClose} />
            </li>
          ))}
          {here !== undefined && <PlacesOf device={here} query={query} onOpen={onClose} />}
          {screens.map(({ to, name }) => (
            <li key={to}>
              <Link className="lw-jump-place" to={to} onClick={onClose}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </form>
    </Modal>
  );
}

interface PlacesOfProps {
  readonly device: RememberedDevice;
  readonly query: string;
  readonly onOpen: () => void;
}

/** The other places of the device on screen. */
function PlacesOf({ device, query, onOpen }: PlacesOfProps) {
  const state = useSessionState(useServices().sessions.of(device.key));
  const role = state.kind === 'live' ? state.me?.role : undefined;
  const { bar, more } = placesOf({
    role,
    hasStreams: true,
    isListingStreams: device.isListingStreams,
    hasControls: device.hasControls,
    hasEvents: device.hasEvents,
  });
  const named = [...bar, ...more]
    .filter((place) => place !== 'live')
    .map((place) => ({ place, name: `${nameOf(device)} · ${messages.device[place]}` }));
  return named
    .filter(({ name }) => hasWords(name, query))
    .map(({ place, name }) => (
      <li key={place}>
        <PlaceLink device={device} place={place} name={name} onOpen={onOpen} />
      </li>
    ));
}

interface PlaceLinkProps {
  readonly device: RememberedDevice;
  readonly place: Place;
  readonly name: string;
  readonly onOpen: () => void;
}

function PlaceLink({ device: { productId, deviceId }, place, name, onOpen }: PlaceLinkProps) {
  return (
    <Link
      className="lw-jump-place"
      to={`/device/$productId/$deviceId/${place}`}
      params={{ productId, deviceId }}
      onClick={onOpen}
    >
      {name}
    </Link>
  );
}

function deviceRoute(productId: string, deviceId: string): string {
  return `/device/${productId}/${deviceId}/`;
}
