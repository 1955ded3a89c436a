/** @module The Controls tab: a card for each thing that a person can see or do on the device. */

import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { messages } from '../../../messages/messages.ts';
import { isGuest } from '../../../session/roles.ts';
import { useLiveDevice } from '../device-context.tsx';
import { useDisconnectedText } from '../use-disconnected-text.ts';
import { ActionCard } from './action-card.tsx';
import { ValueCard } from './value-card.tsx';
import './controls-tab.css';

const words = messages.controls;
const route = getRouteApi('/device/$productId/$deviceId/secrets/controls');
/** Loaded when a person opens it. */
const RequestsPanel = lazy(async () => ({
  default: (await import('../requests/requests-panel.tsx')).RequestsPanel,
}));

/** The cards, and any other request folded under them. */
export function ControlsTab() {
  const { resources, state } = useLiveDevice();
  const controls = resources?.controls;
  const away = useDisconnectedText();
  return (
    <div className="lw-place lw-control-page">
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
      {!isGuest(state.me?.role) && <AnyRequest hasControls={controls === undefined || controls.length > 0} />}
    </div>
  );
}

/** The address says whether it is open, so that a reload keeps it. */
function AnyRequest({ hasControls }: { readonly hasControls: boolean }) {
  const { any: isOpen = !hasControls } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <details
      className="lw-control-any"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        if (open !== isOpen) void navigate({ search: { any: open }, replace: true });
      }}
    >
      <summary>{words.any}</summary>
      {isOpen && (
        <Suspense>
          <RequestsPanel />
        </Suspense>
      )}
    </details>
  );
}
