/** @module Renders the documentation. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Site } from './site/site.tsx';
import './site.css';

const root = document.querySelector('#root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <Site />
    </StrictMode>,
  );
}
