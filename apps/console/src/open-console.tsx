/** @module Opens the console: removes a link from the address bar first, then does everything else. */

import { pageLinks } from './link/page-links.ts';
import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createServices } from './create-services.ts';
import { openOnlyDevice } from './devices/start-place.ts';
import { detailsOfLink } from './link/device-details.ts';
import { loadServiceList } from './link/load-service-list.ts';
import { messages } from './messages/messages.ts';
import { createConsoleRouter } from './router.tsx';
import { CrashScreen } from './screens/crash-screen.tsx';
import { FramedScreen } from './screens/framed-screen.tsx';
import { ServiceListScreen } from './screens/service-list-screen.tsx';
import { UpdatesProvider } from './screens/shell/updates-context.ts';
import { ServicesProvider } from './services.tsx';
import { pageStorage } from './settings/preferences.ts';
import { storagePersistence } from './settings/storage-persistence.ts';
import { createShellUpdates } from './shell/create-shell-updates.ts';
import { storeForWorker } from './shell/worker-store.ts';
import { theme } from './theme/theme.ts';
import './theme/mantine.css';
import './theme/tokens.css';
import './theme/base.css';
import './theme/controls.css';

function draw(screen: ReactNode): void {
  const root = document.querySelector('#root');
  if (root === null) throw new Error('the page has no element with the id "root"');
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
      >
        {screen}
      </MantineProvider>
    </StrictMode>,
  );
}

async function open(): Promise<void> {
  // For hosts that send no frame-ancestors, which a page cannot set by itself: inside a frame, show nothing to click.
  if (window.top !== window) {
    draw(<FramedScreen />);
    return;
  }
  const list = await loadServiceList({
    document,
    origin: window.location.origin,
    fetch: window.fetch.bind(window),
    storage: pageStorage(),
  });
  if (list.kind !== 'loaded') {
    draw(<ServiceListScreen problem={list.kind} />);
    return;
  }
  const services = await createServices(list.services);
  pageLinks.follow((link) => {
    services.sessions.take(detailsOfLink(link, list.services.own), { fromLink: true });
  });
  openOnlyDevice(window, services.library.snapshot());
  storagePersistence.requestWhenWorthwhile(services.library, reportError);
  const updates = createShellUpdates(window);
  draw(
    <ServicesProvider value={services}>
      <UpdatesProvider value={updates}>
        <RouterProvider router={createConsoleRouter()} />
      </UpdatesProvider>
    </ServicesProvider>,
  );
  if (updates === undefined) return;
  updates.start().catch(reportError);
  storeForWorker(window.caches, 'language', messages.language).catch(reportError);
}

/** Draws the console, or why it cannot be opened. */
export async function openConsole(): Promise<void> {
  document.documentElement.lang = messages.language;
  try {
    await open();
  } catch (error) {
    reportError(error);
    draw(<CrashScreen error={error} />);
  }
}
