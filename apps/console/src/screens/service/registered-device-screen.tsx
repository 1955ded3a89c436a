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
import { errorOf, valueOf } from '../../reading.ts';
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
  const registered = valueOf(state);
  return (
    <div className="lw-service-parts" key={`${productId}/${deviceId}`}>
      <div>
        <Link className="lw-up" to="/service/products/$productId" params={{ productId }}>
          {texts.back(productId)}
        </Link>
        <h1>{registered?.name ?? deviceId}</h1>
      </div>
      {state.kind === 'waiting' && <Waiting />}
      {registered === undefined && <ProblemNote problem={errorOf(state)} onAgain={() => void reload()} />}
      {registered !== undefined && (
        <section aria-labelledby="details">
          <h2 id="details" className="lw-hidden">
            {texts.details}
          </h2>
          <ProblemNote problem={errorOf(state)} onAgain={() => void reload()} />
          <ReadOnlyNotice />
          <dl className="lw-surface lw-device-facts">
            <div>
              <dt>{texts.state}</dt>
              <dd data-testid="presence">
                <Presence
                  device={{
                    ...registered,
                    onlineSince: registered.live.since ?? undefined,
                    isCertain: registered.live.state !== 'unknown',
                  }}
                />
              </dd>
            </div>
            <div>
              <dt>{texts.id}</dt>
              <dd className="lw-mono">{registered.deviceId}</dd>
            </div>
            <div>
              <dt>{texts.fingerprint}</dt>
              <dd>
                <FingerprintText value={registered.fingerprint} />
              </dd>
            </div>
            <div>
              <dt>{texts.created}</dt>
              <dd>
                <Timestamp at={registered.createdAt} />
              </dd>
            </div>
          </dl>
          {mayChange && <DeviceChanges device={registered} onChanged={() => void reload()} />}
        </section>
      )}
      <TokenList productId={productId} device={registered ?? { deviceId }} />
      <SessionList productId={productId} deviceId={deviceId} />
    </div>
  );
}
