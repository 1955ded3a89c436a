/** @module The routes of the console. They are in the URL fragment, so that any file server can serve the page. */

import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { loadServiceMessages } from './messages/service-messages.ts';
import { AddScreen } from './screens/add/add-screen.tsx';
import { DeviceScreen } from './screens/device/device-screen.tsx';
import { SecretsGate } from './screens/device/secrets-gate.tsx';
import { DevicesScreen } from './screens/devices/devices-screen.tsx';
import { CrashScreen } from './screens/crash-screen.tsx';
import { NotFoundScreen } from './screens/not-found-screen.tsx';
import { Shell } from './screens/shell/shell.tsx';

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFoundScreen });

const devicesRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: DevicesScreen });

/** Search parameters of "Add a device". Only device names: a secret never appears in an address. */
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

const liveRoute = createRoute({
  getParentRoute: () => deviceRoute,
  path: '/live',
  component: lazyRouteComponent(() => import('./screens/device/live/live-tab.tsx'), 'LiveTab'),
});
const secretsRoute = createRoute({
  getParentRoute: () => deviceRoute,
  id: 'secrets',
  component: SecretsGate,
});
/** Whether "Any request" is open; undefined opens it on a device without controls. */
interface ControlsSearch {
  readonly any?: boolean;
}

const controlsRoute = createRoute({
  getParentRoute: () => secretsRoute,
  path: '/controls',
  component: lazyRouteComponent(() => import('./screens/device/controls/controls-tab.tsx'), 'ControlsTab'),
  validateSearch: ({ any }): ControlsSearch => (typeof any === 'boolean' ? { any } : {}),
});
const activityRoute = createRoute({
  getParentRoute: () => secretsRoute,
  path: '/activity',
  component: lazyRouteComponent(() => import('./screens/device/activity/activity-tab.tsx'), 'ActivityTab'),
});
const requestsRoute = createRoute({
  getParentRoute: () => secretsRoute,
  path: '/requests',
  beforeLoad: ({ params }) =>
    redirect({ to: '/device/$productId/$deviceId/controls', params, search: { any: true }, throw: true }),
});
const peopleRoute = createRoute({
  getParentRoute: () => secretsRoute,
  path: '/people',
  component: lazyRouteComponent(() => import('./screens/device/people/people-tab.tsx'), 'PeopleTab'),
});
const terminalRoute = createRoute({
  getParentRoute: () => secretsRoute,
  path: '/terminal',
  component: lazyRouteComponent(() => import('./screens/device/terminal/terminal-tab.tsx'), 'TerminalTab'),
});
const webRoute = createRoute({
  getParentRoute: () => secretsRoute,
  path: '/web',
  component: lazyRouteComponent(() => import('./screens/device/web/web-tab.tsx'), 'WebTab'),
});
const connectionRoute = createRoute({
  getParentRoute: () => deviceRoute,
  path: '/connection',
  component: lazyRouteComponent(
    () => import('./screens/device/connection/connection-tab.tsx'),
    'ConnectionTab',
  ),
});

const wallRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/wall',
  component: lazyRouteComponent(() => import('./screens/wall/wall-screen.tsx'), 'WallScreen'),
});
const doctorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/doctor/$productId/$deviceId',
  component: lazyRouteComponent(() => import('./screens/doctor/doctor-screen.tsx'), 'DoctorScreen'),
});
/** A screen of operators, whose texts are loaded first. */
function operatorScreen<Name extends string>(
  load: () => Promise<Record<Name, () => ReactNode>>,
  name: Name,
): ReturnType<typeof lazyRouteComponent> {
  return lazyRouteComponent(async () => {
    await loadServiceMessages();
    return await load();
  }, name);
}

const serviceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/service',
  component: operatorScreen(() => import('./screens/service/service-screen.tsx'), 'ServiceScreen'),
});
const serviceOverviewRoute = createRoute({
  getParentRoute: () => serviceRoute,
  path: '/',
  component: operatorScreen(() => import('./screens/service/overview-screen.tsx'), 'OverviewScreen'),
});
const serviceProductsRoute = createRoute({
  getParentRoute: () => serviceRoute,
  path: '/products',
  component: operatorScreen(() => import('./screens/service/products-screen.tsx'), 'ProductsScreen'),
});
const serviceProductRoute = createRoute({
  getParentRoute: () => serviceRoute,
  path: '/products/$productId',
  component: operatorScreen(() => import('./screens/service/product-screen.tsx'), 'ProductScreen'),
});
const serviceDeviceRoute = createRoute({
  getParentRoute: () => serviceRoute,
  path: '/products/$productId/devices/$deviceId',
  component: operatorScreen(
    () => import('./screens/service/registered-device-screen.tsx'),
    'RegisteredDeviceScreen',
  ),
});
const serviceTokensRoute = createRoute({
  getParentRoute: () => serviceRoute,
  path: '/tokens',
  component: operatorScreen(() => import('./screens/service/tokens-screen.tsx'), 'TokensScreen'),
});
const serviceOnlineRoute = createRoute({
  getParentRoute: () => serviceRoute,
  path: '/online',
  component: operatorScreen(() => import('./screens/service/online-screen.tsx'), 'OnlineScreen'),
});
const serviceAuditRoute = createRoute({
  getParentRoute: () => serviceRoute,
  path: '/audit',
  component: operatorScreen(() => import('./screens/service/audit-screen.tsx'), 'AuditScreen'),
});
const serviceOperatorsRoute = createRoute({
  getParentRoute: () => serviceRoute,
  path: '/operators',
  component: operatorScreen(() => import('./screens/service/operators-screen.tsx'), 'OperatorsScreen'),
});
const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./screens/settings/settings-screen.tsx'), 'SettingsScreen'),
});

const routeTree = rootRoute.addChildren([
  devicesRoute,
  addRoute,
  wallRoute,
  doctorRoute,
  serviceRoute.addChildren([
    serviceOverviewRoute,
    serviceProductsRoute,
    serviceProductRoute,
    serviceDeviceRoute,
    serviceTokensRoute,
    serviceOnlineRoute,
    serviceAuditRoute,
    serviceOperatorsRoute,
  ]),
  settingsRoute,
  deviceRoute.addChildren([
    deviceIndexRoute,
    liveRoute,
    secretsRoute.addChildren([
      activityRoute,
      controlsRoute,
      requestsRoute,
      peopleRoute,
      terminalRoute,
      webRoute,
    ]),
    connectionRoute,
  ]),
]);

/** Creates the router; it listens to the address bar from then on. */
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
