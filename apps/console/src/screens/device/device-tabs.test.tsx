// @vitest-environment happy-dom
/** @module The links to a device's places. */
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DeviceTabs } from './device-tabs.tsx';

afterEach(cleanup);

const names = () => screen.getAllByRole('link').map(({ textContent }) => textContent);

test('the links under More are there while it is open, and it has the focus once one of them is followed', async () => {
  const root = createRootRoute();
  const device = createRoute({
    getParentRoute: () => root,
    path: '/device/$productId/$deviceId',
    component: () => <DeviceTabs bar={['live', 'people']} more={['terminal', 'connection']} />,
  });
  const history = createMemoryHistory({ initialEntries: ['/device/pr/de'] });
  const router = createRouter({ routeTree: root.addChildren([device]), history });
  render(<RouterProvider router={router} />);
  const more = await screen.findByRole('button', { name: 'More' });
  expect(names()).toEqual(['Live', 'People']);
  fireEvent.click(more);
  expect(names()).toEqual(['Live', 'People', 'Terminal', 'Connection']);
  fireEvent.click(screen.getByRole('link', { name: 'Connection' }));
  expect(names()).toEqual(['Live', 'People']);
  expect(document.activeElement).toBe(more);
});
