/** @module Test fixture: the routes of an application beside the built-in resources, and a connection that sends requests. */
import { redactingLogger, silentLogger, utf8Decode, type Logger, type Method } from '@longwire/protocol';
import { SessionIdentity } from '../auth/session-identity.ts';
import { AppRoutes } from './app-routes.ts';
import { testFingerprint } from './resource-harness.fixture.ts';
import { Router, type RouteGuard } from './router.ts';

/** Sends a request. */
export interface AskBody {
  readonly payload?: Uint8Array | undefined;
  readonly contentFormat?: number | undefined;
}

/** An answer in a form that tests compare. */
export interface Asked {
  readonly status: number;
  readonly text: string;
}

/** The result of {@link setUpRoutes}. */
export interface RoutesUnderTest {
  readonly routes: AppRoutes;
  readonly builtIn: Router;
  readonly session: SessionIdentity;
  readonly ask: (method: Method, path: string, body?: AskBody) => Promise<Asked>;
}

/** Registers routes; the requests are bob's, who has the given rights. */
export function setUpRoutes(
  actions: readonly string[] = ['Device:Invoke'],
  options: { readonly handlerTimeoutMs?: number; readonly logger?: Logger } = {},
): RoutesUnderTest {
  const guard: RouteGuard = {
    userOf: () => ({ Username: 'bob' }),
    isAllowed: (_, action) => actions.includes(action),
  };
  const logger = redactingLogger(options.logger ?? silentLogger);
  const builtIn = new Router({ guard, ...options, logger });
  const routes = new AppRoutes({ guard, builtIn, title: 'de-1', ...options, logger });
  const session = new SessionIdentity({
    clientFingerprint: testFingerprint('client'),
    deviceFingerprint: testFingerprint('device'),
    tokenId: 'token',
  });
  return {
    routes,
    builtIn,
    session,
    ask: async (method, path, { payload, contentFormat } = {}) => {
      const body = payload === undefined ? {} : { payload };
      const format = contentFormat === undefined ? {} : { contentFormat };
      const answer = await routes.handle({ method, path, ...body, ...format }, { session });
      return {
        status: answer.statusCode,
        text: answer.payload === undefined ? '' : utf8Decode(answer.payload),
      };
    },
  };
}
