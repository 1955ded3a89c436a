/** @module The sections of a device: at the thumb on an upright phone, at the top elsewhere. */

import {
  IconRouteSquare,
  IconTerminal2,
  IconTransfer,
  IconUsers,
  IconVideo,
  IconWorldWww,
} from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { messages } from '../../messages/messages.ts';

const words = messages.device;
const route = getRouteApi('/device/$productId/$deviceId');

const TABS = [
  { to: '/device/$productId/$deviceId/live', Icon: IconVideo, label: words.live },
  { to: '/device/$productId/$deviceId/requests', Icon: IconTransfer, label: words.requests },
  { to: '/device/$productId/$deviceId/people', Icon: IconUsers, label: words.people },
  { to: '/device/$productId/$deviceId/terminal', Icon: IconTerminal2, label: words.terminal },
  { to: '/device/$productId/$deviceId/web', Icon: IconWorldWww, label: words.web },
  { to: '/device/$productId/$deviceId/connection', Icon: IconRouteSquare, label: words.connection },
] as const;

/** Links to the sections. */
export function DeviceTabs() {
  const params = route.useParams();
  return (
    <nav className="lw-tabs" aria-label={words.tabs}>
      {TABS.map(({ to, Icon, label }) => (
        <Link key={to} className="lw-tab" to={to} params={params} replace>
          <Icon size={20} aria-hidden="true" />
          <span className="lw-tab-label">{label}</span>
        </Link>
      ))}
    </nav>
  );
}
