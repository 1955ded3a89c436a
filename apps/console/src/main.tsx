/** @module Opens the console: takes a link out of the address bar first, then everything else. */

import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createServices } from './create-services.ts';
import { detailsOfLink } from './link/device-details.ts';
import { takeArrival, type Arrival } from './link/arrival.ts';
import { serviceOfPage } from './link/service-address.ts';
import { createConsoleRouter } from './router.tsx';
import { ServicesProvider, type Services } from './services.tsx';
import { theme } from './theme/theme.ts';
import './theme/mantine.css';
import './theme/tokens.css';
import './theme/base.css';

function follow(arrival: Arrival, services: Services): void {
  if (arrival.kind !== 'link') return;
  services.sessions.take(detailsOfLink(arrival.link, serviceOfPage(window.location.origin)));
}

async function open(): Promise<void> {
  const arrival = takeArrival(window);
  const services = await createServices();
  follow(arrival, services);
  // Before the router's own listener, so that a link pasted over an open console is never a route.
  window.addEventListener('popstate', () => {
    follow(takeArrival(window), services);
  });
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
        <ServicesProvider value={services}>
          <RouterProvider router={createConsoleRouter()} />
        </ServicesProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

open().catch(reportError);
