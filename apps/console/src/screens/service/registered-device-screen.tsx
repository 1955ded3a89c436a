/** @module One registered device: online status, name and key, tokens, sessions, and its removal. */

import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { words } from '../../messages/service-messages.ts';
import { FingerprintText } from '../../ui/fingerprint.tsx';
import { useTitle } from '../use-title.ts';
import { Waiting } from './data-table.tsx';
import { DeviceChanges } from './device-changes.tsx';
import { Timestamp } from './timestamp.tsx';
import { useMay, useOperator } from './operator-context.tsx';
import { Presence } from './presence.tsx';
import { ProblemNote } from './problem-note.tsx';
import { ReadOnlyNotice } from './section-head.tsx';
import { SessionList } from './session-list.tsx';
import { TokenList } from './token-list.tsx';
import { useLoaded } from './use-loaded.ts';
import './registered-device-screen.css';

const texts = words.device;
const route = getRouteApi('/service/products/$productId/devices/$deviceId');
const PRESENCE_MS = 5_000;

/** The device whose ids are in the address. */
export function RegisteredDeviceScreen() {
  const { productId, deviceId } = route.useParams();
  useTitle(deviceId);
  const { session } = useOperator();
  const mayChange = useMay('manager');
  const { state, reload } = useLoaded(
    useCallback(
      (signal) =>
        session.ask('GET /products/{productId}/devices/{deviceId}', {
          path: { productId, deviceId },
          signal,
        }),
      [session, productId, deviceId],
    ),
    PRESENCE_MS,
  );
  return (
    <div className="lw-service-parts" key={`${productId}/${deviceId}`}>
      <div>
        <Link className="lw-up" to="/service/products/$productId" params={{ productId }}>
          {texts.back(productId)}
        </Link>
        <h1>{state.kind === 'ready' ? (state.value.name ?? deviceId) : deviceId}</h1>
      </div>
      {state.kind === 'loading' && <Waiting />}
      {state.kind === 'failed' && <ProblemNote problem={state.problem} onAgain={() => void reload()} />}
      {state.kind === 'ready' && (
        <section aria-labelledby="details">
          <h2 id="details" className="lw-hidden">
            {texts.details}
          </h2>
          <ProblemNote problem={state.problem} onAgain={() => void reload()} />
          <ReadOnlyNotice />
          <dl className="lw-device-facts">
            <div>
              <dt>{texts.state}</dt>
              <dd data-testid="presence">
                <Presence
                  device={{
                    ...state.value,
                    onlineSince: state.value.live.since ?? undefined,
                    isCertain: state.value.live.state !== 'unknown',
                  }}
                />
              </dd>
            </div>
            <div>
              <dt>{texts.id}</dt>
              <dd className="lw-mono">{state.value.deviceId}</dd>
            </div>
            <div>
              <dt>{texts.fingerprint}</dt>
              <dd>
                <FingerprintText value={state.value.fingerprint} />
              </dd>
            </div>
            <div>
              <dt>{texts.created}</dt>
              <dd>
                <Timestamp at={state.value.createdAt} />
              </dd>
            </div>
          </dl>
          {mayChange && <DeviceChanges device={state.value} onChanged={() => void reload()} />}
        </section>
      )}
      <TokenList productId={productId} device={state.kind === 'ready' ? state.value : { deviceId }} />
      <SessionList productId={productId} deviceId={deviceId} />
    </div>
  );
}
