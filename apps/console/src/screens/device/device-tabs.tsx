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
import type { RememberedDevice } from '../../devices/remembered-device.ts';
import { messages } from '../../messages/messages.ts';

const words = messages.device;
const route = getRouteApi('/device/$productId/$deviceId');

/** The section of the device's own page. */
const WEB = '/device/$productId/$deviceId/web';

const TABS = [
  { to: '/device/$productId/$deviceId/live', Icon: IconVideo, label: words.live },
  { to: '/device/$productId/$deviceId/requests', Icon: IconTransfer, label: words.requests },
  { to: '/device/$productId/$deviceId/people', Icon: IconUsers, label: words.people },
  { to: '/device/$productId/$deviceId/terminal', Icon: IconTerminal2, label: words.terminal },
  { to: WEB, Icon: IconWorldWww, label: words.web },
  { to: '/device/$productId/$deviceId/connection', Icon: IconRouteSquare, label: words.connection },
] as const;

/** What is known of a device whose sections are shown. */
export type DeviceTabsProps = Pick<RememberedDevice, 'isListingStreams'>;

/** Links to the sections; a device that is known not to list its streams has no page of its own. */
export function DeviceTabs({ isListingStreams }: DeviceTabsProps) {
  const params = route.useParams();
  const tabs = TABS.filter(({ to }) => to !== WEB || isListingStreams !== false);
  return (
    <nav className="lw-tabs" aria-label={words.tabs}>
      {tabs.map(({ to, Icon, label }) => (
        <Link key={to} className="lw-tab" to={to} params={params} replace>
          <Icon size={20} aria-hidden="true" />
          <span className="lw-tab-label">{label}</span>
        </Link>
      ))}
    </nav>
  );
}
