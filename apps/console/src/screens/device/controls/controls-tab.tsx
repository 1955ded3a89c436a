/** @module The Controls tab: a card for each thing that a person can see or do on the device. */

import { Link, getRouteApi } from '@tanstack/react-router';
import { messages } from '../../../messages/messages.ts';
import { isGuest } from '../../../session/roles.ts';
import { useLiveDevice } from '../device-context.tsx';
import { useDisconnectedText } from '../use-disconnected-text.ts';
import { ActionCard } from './action-card.tsx';
import { ValueCard } from './value-card.tsx';
import './controls-tab.css';

const words = messages.controls;
const route = getRouteApi('/device/$productId/$deviceId');

/** The cards, and the way to any other request. */
export function ControlsTab() {
  const { resources, state } = useLiveDevice();
  const controls = resources?.controls;
  const away = useDisconnectedText();
  const params = route.useParams();
  return (
    <div className="lw-control-page">
      <h2 className="lw-hidden">{words.title}</h2>
      {controls === undefined || controls.length === 0 ? (
        <output className="lw-soft">{controls === undefined ? (away ?? words.loading) : words.none}</output>
      ) : (
        <ul className="lw-control-list">
          {controls.map((control) => (
            <li key={`${control.type} ${control.path}`}>
              {control.type === 'value' ? <ValueCard control={control} /> : <ActionCard control={control} />}
            </li>
          ))}
        </ul>
      )}
      {!isGuest(state.me?.role) && (
        <Link className="lw-control-any" to="/device/$productId/$deviceId/requests" params={params} replace>
          {words.any}
        </Link>
      )}
    </div>
  );
}
