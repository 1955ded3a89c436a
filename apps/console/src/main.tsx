/** @module Opens the console: takes a link out of the address bar first, then everything else. */

import { pageLinks } from './link/page-links.ts';
import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createServices } from './create-services.ts';
import { detailsOfLink } from './link/device-details.ts';
import { serviceOfPage } from './link/service-address.ts';
import { messages } from './messages/messages.ts';
import { createConsoleRouter } from './router.tsx';
import { CrashScreen } from './screens/crash-screen.tsx';
import { UpdatesProvider } from './screens/shell/updates-context.ts';
import { ServicesProvider } from './services.tsx';
import { lastingStorage } from './settings/create-lasting-storage.ts';
import { createShellUpdates } from './shell/create-shell-updates.ts';
import { theme } from './theme/theme.ts';
import './theme/mantine.css';
import './theme/tokens.css';
import './theme/base.css';
import './theme/controls.css';

function draw(screen: ReactNode): void {
  const root = document.querySelector('#root');
  if (root === null) throw new Error('an element with the id root is expected in the page');
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
  const services = await createServices();
  pageLinks.follow((link) => {
    services.sessions.take(detailsOfLink(link, serviceOfPage(window.location.origin)), { fromLink: true });
  });
  lastingStorage.askWhenWorthwhile(services.library, reportError);
  const updates = createShellUpdates(window);
  draw(
    <ServicesProvider value={services}>
      <UpdatesProvider value={updates}>
        <RouterProvider router={createConsoleRouter()} />
      </UpdatesProvider>
    </ServicesProvider>,
  );
  updates?.start().catch(reportError);
}

document.documentElement.lang = messages.language;
open().catch((error: unknown) => {
  reportError(error);
  draw(<CrashScreen error={error} />);
});
