/** @module The tabs of a device: at the bottom on an upright phone, at the top otherwise. */

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

/** The tab for the device's own web page. */
const WEB = '/device/$productId/$deviceId/web';

const TABS = [
  { to: '/device/$productId/$deviceId/live', Icon: IconVideo, label: words.live },
  { to: '/device/$productId/$deviceId/requests', Icon: IconTransfer, label: words.requests },
  { to: '/device/$productId/$deviceId/people', Icon: IconUsers, label: words.people },
  { to: '/device/$productId/$deviceId/terminal', Icon: IconTerminal2, label: words.terminal },
  { to: WEB, Icon: IconWorldWww, label: words.web },
  { to: '/device/$productId/$deviceId/connection', Icon: IconRouteSquare, label: words.connection },
] as const;

/** The state of a device whose tabs are shown. */
export type DeviceTabsProps = Pick<RememberedDevice, 'isListingStreams'>;

/** Links to the tabs; a device known not to list its streams has no Web tab. */
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
