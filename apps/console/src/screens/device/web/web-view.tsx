/** @module The device's page in its frame, with the bar above it, or an error in its place. */

import { Button } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore, type SyntheticEvent } from 'react';
import { nameOf } from '../../../devices/remembered-device.ts';
import { messages } from '../../../messages/messages.ts';
import { useServices } from '../../../services.tsx';
import type { DeviceWeb } from '../../../web/device-web.ts';
import { openDeviceWeb } from '../../../web/open-device-web.ts';
import type { WebTabView, WebTabState } from '../../../web/web-tab-state.ts';
import type { WebState } from '../../../web/web-state.ts';
import { useLiveDevice } from '../device-context.tsx';
import { AddressBar } from './address-bar.tsx';
import { OfferBar } from './offer-bar.tsx';
import { WebNote } from './web-note.tsx';

const words = messages.web;

/** The page on the device's own origin that receives the message port. */
const SHELL_PATH = '/.longwire/page.html';

/**
 * The permissions a web page needs, and nothing that reaches outside the frame: no dialogs, no tabs, no downloads
 * (docs/adr/0037-a-devices-own-page.md).
 */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms';

const OPENING: WebState = { kind: 'opening' };

/** Props of the page. */
export interface WebViewProps {
  readonly tab: WebTabState;
  readonly state: Extract<WebTabView, { readonly kind: 'ready' }>;
  readonly port: number;
}

/** A device's page, loaded over the stream with this port. */
export function WebView({ tab, state: { origin, tunnels }, port }: WebViewProps) {
  const { device, state: live } = useLiveDevice();
  const { web: places, storedPages } = useServices();
  const place = places.of(device.key);
  const [attempt, setAttempt] = useState(0);
  const [web, setWeb] = useState<DeviceWeb>();
  const state = useWebState(web);
  useEffect(() => () => web?.close(), [web]);
  useEffect(() => {
    if (live.link.kind === 'ready') web?.heal();
  }, [live.link.kind, web]);
  useEffect(() => {
    if (state.kind === 'shown') place.visit(state.location.path);
  }, [place, state]);
  const begin = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>): void => {
    const frame = currentTarget.contentWindow;
    // A second document in the frame does not have the message port.
    if (web !== undefined) web.leave();
    else if (frame !== null) {
      storedPages.note(device.key, origin);
      setWeb(
        openDeviceWeb({
          frame,
          origin,
          device: device.key,
          session: live.session,
          username: live.me?.username ?? '',
          streamPort: port,
          startPath: place.path,
        }),
      );
    }
  };
  const open = (path: string): void => {
    place.visit(path);
    if (web === undefined || (state.kind === 'failed' && !state.canRetry)) {
      setWeb(undefined);
      setAttempt((count) => count + 1);
    } else web.go(path);
  };
  return (
    <>
      <AddressBar
        state={state}
        origin={origin}
        path={state.kind === 'shown' ? state.location.path : place.path}
        streams={{ tunnels, port, choose: (next) => tab.choose(next) }}
        onOpen={open}
        onStep={(how) => (state.kind === 'failed' ? open(state.path) : web?.step(how))}
      />
      {web !== undefined && <OfferBar offers={web.offers} deviceName={nameOf(device)} />}
      <div className="lw-web-room">
        <iframe
          key={attempt}
          className={state.kind === 'failed' ? 'lw-web-frame lw-web-frame-away' : 'lw-web-frame'}
          title={words.frame(nameOf(device))}
          src={origin + SHELL_PATH}
          sandbox={SANDBOX}
          allow=""
          referrerPolicy="no-referrer"
          onLoad={begin}
        />
        {state.kind === 'opening' && <output className="lw-web-wait lw-soft">{words.opening}</output>}
        {state.kind === 'failed' && (
          <WebNote {...words.failure[state.failure]}>
            <div className="lw-actions">
              <Button onClick={() => open(state.path)}>{words.again}</Button>
              {state.path !== '/' && (
                <Button variant="default" onClick={() => open('/')}>
                  {words.showAnyway}
                </Button>
              )}
            </div>
          </WebNote>
        )}
      </div>
    </>
  );
}

const nothing = (): (() => void) => () => undefined;
const opening = (): WebState => OPENING;

function useWebState(web: DeviceWeb | undefined): WebState {
  return useSyncExternalStore(web?.subscribe ?? nothing, web?.snapshot ?? opening);
}
