// @vitest-environment happy-dom
/** @module Which tabs a device has. */
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DeviceTabs } from './device-tabs.tsx';

afterEach(cleanup);

test.each([
  ['shown until the device reports whether it lists its streams', undefined, true],
  ['shown for a device that lists its streams', true, true],
  ['hidden for a device that does not list its streams', false, false],
])('the Web tab is %s', async (_when, is, hasWeb) => {
  const root = createRootRoute();
  const device = createRoute({
    getParentRoute: () => root,
    path: '/device/$productId/$deviceId',
    component: () => <DeviceTabs isListingStreams={is} />,
  });
  const history = createMemoryHistory({ initialEntries: ['/device/pr/de'] });
  const router = createRouter({ routeTree: root.addChildren([device]), history });
  render(<RouterProvider router={router} />);
  const names = (await screen.findAllByRole('link')).map(({ textContent }) => textContent);
  expect(names).toEqual(['Live', 'Requests', 'People', 'Terminal', ...(hasWeb ? ['Web'] : []), 'Connection']);
});
