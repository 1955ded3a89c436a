/** @module The Web tab: the device's own web page. */

import { Button } from '@mantine/core';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { assertNever } from '@longwire/protocol/base';
import { webAddressOf } from '../../../link/service-list.ts';
import { messages } from '../../../messages/messages.ts';
import { isAdministrator } from '../../../people/person.ts';
import { useServices } from '../../../services.tsx';
import { loadStreams } from '../../../streams/stream-list.ts';
import { askDeviceOrigin } from '../../../web/device-origin.ts';
import { WebTabState } from '../../../web/web-tab-state.ts';
import { useLiveDevice } from '../device-context.tsx';
import { useDisconnectedText } from '../use-disconnected-text.ts';
import { PortForm } from './port-form.tsx';
import { WebNote } from './web-note.tsx';
import { WebView } from './web-view.tsx';
import './web-tab.css';

const words = messages.web;

/** Example of a stream to a web server in device.toml. */
const STREAM_EXAMPLE = `[[stream]]
port = 80
name = "web"
service = "tcp"
target = "127.0.0.1:80"`;

/** The device's own page, or why there is none and what to do. */
export function WebTab() {
  const { device, state: live } = useLiveDevice();
  const { web, serviceList } = useServices();
  const place = web.of(device.key);
  const { productId, deviceId } = device;
  const service = webAddressOf(serviceList, device.service);
  const tab = useMemo(
    () =>
      new WebTabState({
        askOrigin: () =>
          askDeviceOrigin(productId, deviceId, {
            fetch: fetch.bind(window),
            ownOrigin: location.origin,
            service,
          }),
        loadStreams: (signal) => loadStreams(live.session.streams, signal),
        place,
      }),
    [productId, deviceId, service, live.session, place],
  );
  const state = useSyncExternalStore(tab.subscribe, tab.snapshot);
  useEffect(() => live.session.on('identitychange', () => tab.retry()), [live.session, tab]);
  return (
    <section className="lw-web" aria-label={words.title}>
      <WebTabContent key={live.me?.username} tab={tab} state={state} me={live.me} />
    </section>
  );
}

/** A service answers its own console, and the origins it allows. */
function OriginNotAllowed() {
  const { serviceList } = useServices();
  if (serviceList.allowed === undefined) return null;
  return (
    <>
      <p>{words.unreachable.elsewhere}</p>
      <p className="lw-web-command lw-mono">{words.unreachable.option(serviceList.page)}</p>
    </>
  );
}

interface WebTabContentProps {
  readonly tab: WebTabState;
  readonly state: ReturnType<WebTabState['snapshot']>;
  readonly me: Parameters<typeof isAdministrator>[0] | undefined;
}

function WebTabContent({ tab, state, me }: WebTabContentProps) {
  const away = useDisconnectedText();
  const isAdmin = me !== undefined && isAdministrator(me);
  switch (state.kind) {
    case 'preparing':
      return <output className="lw-web-wait lw-soft">{away ?? words.preparing}</output>;
    case 'noOrigins':
      return (
        <WebNote {...words.noOrigins}>
          <p className="lw-web-command lw-mono">{words.noOrigins.command}</p>
          <p className="lw-soft">{words.noOrigins.more}</p>
        </WebNote>
      );
    case 'unreachable':
      // Requested again once the device is back.
      if (away !== undefined) return <output className="lw-web-wait lw-soft">{away}</output>;
      return (
        <WebNote {...words.unreachable}>
          <OriginNotAllowed />
          <Button onClick={() => tab.prepare()}>{words.again}</Button>
        </WebNote>
      );
    case 'noPage':
      return <WebNote {...words.noPage} />;
    case 'noAnswer':
      if (away !== undefined) return <output className="lw-web-wait lw-soft">{away}</output>;
      return (
        <WebNote {...words.noAnswer}>
          <Button onClick={() => tab.prepare()}>{words.again}</Button>
        </WebNote>
      );
    case 'ready':
      if (state.port === undefined)
        return (
          <WebNote {...(isAdmin ? words.noTunnelsYet : words.noTunnels)}>
            {isAdmin && (
              <>
                <pre className="lw-web-command lw-mono">{STREAM_EXAMPLE}</pre>
                <p className="lw-soft">{words.noTunnelsYet.more}</p>
              </>
            )}
            <PortForm onOpen={(port) => tab.choose(port)} />
            <Button variant="default" onClick={() => tab.prepare()}>
              {words.again}
            </Button>
          </WebNote>
        );
      return <WebView key={state.port} tab={tab} state={state} port={state.port} />;
    default:
      return assertNever(state);
  }
}
