/** @module The places of a device: at the bottom on an upright phone, at the top otherwise; most of them under More. */

import {
  IconAdjustments,
  IconDots,
  IconHistory,
  IconRouteSquare,
  IconTerminal2,
  IconUsers,
  IconVideo,
  IconWorldWww,
} from '@tabler/icons-react';
import { getRouteApi, Link, useLocation } from '@tanstack/react-router';
import { useRef } from 'react';
import { messages } from '../../messages/messages.ts';
import type { Place, Places } from '../../session/places.ts';
import { useFlyout } from '../../ui/use-flyout.ts';
import './device-tabs.css';

const words = messages.device;
const route = getRouteApi('/device/$productId/$deviceId');

const PLACES = {
  live: { to: '/device/$productId/$deviceId/live', Icon: IconVideo },
  controls: { to: '/device/$productId/$deviceId/controls', Icon: IconAdjustments },
  activity: { to: '/device/$productId/$deviceId/activity', Icon: IconHistory },
  people: { to: '/device/$productId/$deviceId/people', Icon: IconUsers },
  terminal: { to: '/device/$productId/$deviceId/terminal', Icon: IconTerminal2 },
  web: { to: '/device/$productId/$deviceId/web', Icon: IconWorldWww },
  connection: { to: '/device/$productId/$deviceId/connection', Icon: IconRouteSquare },
} as const;

/** Links to the places. */
export function DeviceTabs({ bar, more }: Places) {
  return (
    <nav className="lw-tabs" aria-label={words.tabs}>
      {bar.map((place) => (
        <PlaceLink key={place} place={place} />
      ))}
      <MorePlaces places={more} />
    </nav>
  );
}

function PlaceLink({ place, onClick }: { readonly place: Place; readonly onClick?: () => void }) {
  const params = route.useParams();
  const { to, Icon } = PLACES[place];
  return (
    <Link className="lw-tab" to={to} params={params} replace {...(onClick === undefined ? {} : { onClick })}>
      <Icon size={20} aria-hidden="true" />
      {words[place]}
    </Link>
  );
}

/** A button that opens the other places; it is marked while one of them is shown. */
function MorePlaces({ places }: { readonly places: readonly Place[] }) {
  const opener = useRef<HTMLButtonElement>(null);
  const { isOpen, toggle, close, place: list } = useFlyout<HTMLDivElement>(opener);
  const { pathname } = useLocation();
  const isHere = places.some((place) => pathname.endsWith(`/${place}`));
  return (
    <div className="lw-tab-more">
      <button
        ref={opener}
        type="button"
        className="lw-tab"
        aria-expanded={isOpen}
        onClick={toggle}
        {...(isHere ? { 'data-status': 'active' } : {})}
      >
        <IconDots size={20} aria-hidden="true" />
        {words.more}
      </button>
      {isOpen && (
        <div ref={list} className="lw-more-places">
          {places.map((place) => (
            <PlaceLink key={place} place={place} onClick={close} />
          ))}
        </div>
      )}
    </div>
  );
}
