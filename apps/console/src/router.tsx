/** @module The console's addresses. They stand in the fragment, so that any file server can serve the page. */

import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { AddScreen } from './screens/add/add-screen.tsx';
import { DeviceScreen } from './screens/device/device-screen.tsx';
import { LiveTab } from './screens/device/live-tab.tsx';
import { RequestsTab } from './screens/device/requests-tab.tsx';
import { DevicesScreen } from './screens/devices/devices-screen.tsx';
import { CrashScreen } from './screens/crash-screen.tsx';
import { NotFoundScreen } from './screens/not-found-screen.tsx';

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundScreen });

const devicesRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: DevicesScreen });

/** What "Add a device" may be opened with. Only names of devices: no secret ever stands in an address. */
interface AddSearch {
  readonly unreadable?: boolean;
  readonly forgotten?: boolean;
  readonly edit?: string;
}

const addRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/add',
  component: AddScreen,
  validateSearch: (search): AddSearch => ({
    ...(search['unreadable'] === true ? { unreadable: true } : {}),
    ...(search['forgotten'] === true ? { forgotten: true } : {}),
    ...(typeof search['edit'] === 'string' ? { edit: search['edit'] } : {}),
  }),
});

const deviceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/device/$productId/$deviceId',
  component: DeviceScreen,
});

const deviceIndexRoute = createRoute({
  getParentRoute: () => deviceRoute,
  path: '/',
  beforeLoad: ({ params }) => redirect({ to: '/device/$productId/$deviceId/live', params, throw: true }),
});

const liveRoute = createRoute({ getParentRoute: () => deviceRoute, path: '/live', component: LiveTab });
const requestsRoute = createRoute({
  getParentRoute: () => deviceRoute,
  path: '/requests',
  component: RequestsTab,
});

const routeTree = rootRoute.addChildren([
  devicesRoute,
  addRoute,
  deviceRoute.addChildren([deviceIndexRoute, liveRoute, requestsRoute]),
]);

/** Makes the router; it listens to the address bar from then on. */
export function createConsoleRouter() {
  return createRouter({
    routeTree,
    history: createHashHistory(),
    defaultErrorComponent: CrashScreen,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
