/** @module Renders the page. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { takeLink } from './device-link.ts';

const main = document.querySelector('main');
if (main === null) throw new Error('index.html has no main element');
createRoot(main).render(
  <StrictMode>
    <App link={takeLink(window)} />
  </StrictMode>,
);
// Another link in the address starts the page again.
addEventListener('hashchange', () => location.reload());
