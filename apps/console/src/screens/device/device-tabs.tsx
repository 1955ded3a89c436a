/** @module The sections of a device: at the thumb on an upright phone, at the top elsewhere. */

import { IconTransfer, IconVideo } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { messages } from '../../messages/messages.ts';

const words = messages.device;
const route = getRouteApi('/device/$productId/$deviceId');

/** Links to the sections. */
export function DeviceTabs() {
  const params = route.useParams();
  return (
    <nav className="lw-tabs" aria-label={words.tabs}>
      <Link className="lw-tab" to="/device/$productId/$deviceId/live" params={params} replace>
        <IconVideo size={20} aria-hidden="true" />
        {words.live}
      </Link>
      <Link className="lw-tab" to="/device/$productId/$deviceId/requests" params={params} replace>
        <IconTransfer size={20} aria-hidden="true" />
        {words.requests}
      </Link>
    </nav>
  );
}
