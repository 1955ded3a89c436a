/** @module A page that renders one heading with React: the minimum that a page with React takes to open. */
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const root = document.querySelector('#root');
if (root === null) throw new Error('the page has no element with the id root');
createRoot(root).render(createElement('h1', null, 'Devices'));
