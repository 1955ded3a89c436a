/** @module A page that has React and one heading: the least that a page with React takes to open. */
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const root = document.querySelector('#root');
if (root === null) throw new Error('an element with the id root expected');
createRoot(root).render(createElement('h1', null, 'Devices'));
