/** @module Routes for logging in and out. */
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { actorOf } from '../../operators/identity.ts';
import type { SessionLifetime } from '../../operators/operator-session-extender.ts';
import { LoginThrottle } from '../../operators/login-throttle.ts';
import type { HttpMetrics } from '../../ports/http-metrics.ts';
import type { OperatorSessions, VerifiedOperator } from '../../ports/operators.ts';
import { networkOf } from '../../request/address.ts';
import { isSecure, type PublicEndpoint } from '../../request/own-origin.ts';
import { isForeignPage, refusal } from '../access-guard.ts';
import { ApiError } from '../api-error.ts';
import { API_PREFIX, type Api, type ApiPorts } from '../api.ts';
import type { AuditTrail } from '../audit-trail.ts';
import { answers, Name, Nothing, Password, RoleName, STRICT } from '../schema/common.ts';
import { clearSessionCookie, SESSION_COOKIE, setSessionCookie } from '../session-cookie.ts';

/** Successful logins of a name that are searched for a network. */
const RECENT_LOGINS = 100;

const ACTION = 'operator.login';

const Me = Type.Object({
  kind: Type.Unsafe<'operator' | 'apiKey'>({ type: 'string', enum: ['operator', 'apiKey'] }),
  name: Type.String(),
  role: RoleName,
});
const Login = Type.Object({ name: Name, password: Password }, STRICT);
const NewPassword = Type.Object({ current: Password, password: Password }, STRICT);
const tags = ['session'];

/** Options of {@link sessionRoutes}. */
export interface SessionRouteOptions {
  readonly trail: AuditTrail;
  readonly metrics: HttpMetrics;
  readonly publicEndpoint: PublicEndpoint;
  readonly lifetime: SessionLifetime;
  readonly now: () => number;
}

/** Adds the routes. */
export function sessionRoutes(app: Api, { registry, change }: ApiPorts, options: SessionRouteOptions): void {
  const check = passwordCheck(registry, options);

  app.post(
    `${API_PREFIX}/login`,
    {
      schema: {
        tags,
        summary: 'log in with a password; the session is a cookie that needs https or localhost',
        body: Login,
        response: answers({ 200: Me }),
      },
    },
    async (request, reply) => {
      const { headers } = request;
      const { idleMs, absoluteMs } = options.lifetime;
      if (isForeignPage(request, options.publicEndpoint.publicUrl)) {
        throw await refusal(
          request,
          ApiError.origin('the request must come from a page of the service'),
          options.trail,
        );
      }
      if (!isSecure(headers, options.publicEndpoint)) throw await refusal(request, insecure(), options.trail);
      const operator = await check(request, request.body, ACTION);
      const { name, role } = operator;
      const session = await change(request, async ({ operators, operatorSessions }) => {
        if (!(await operators.isCurrent(operator))) throw invalidCredentials();
        await endSession(request, operatorSessions);
        const added = await operatorSessions.add(name, Math.min(idleMs, absoluteMs));
        request.identity = { kind: 'operator', name, role, session: added };
        return added;
      });
      setSessionCookie(reply, session);
      return { kind: 'operator' as const, name, role };
    },
  );

  app.post(
    `${API_PREFIX}/logout`,
    { schema: { tags, summary: 'end the session', response: answers({ 204: Nothing }) } },
    async (request, reply) => {
      await change(request, async ({ operatorSessions }) => await endSession(request, operatorSessions));
      clearSessionCookie(reply);
      return reply.code(204).send(null);
    },
  );

  app.get(
    `${API_PREFIX}/me`,
    { schema: { tags, summary: 'the caller', response: answers({ 200: Me }) } },
    async ({ identity }) => {
      if (identity.kind === 'anonymous') throw ApiError.unauthenticated();
      return { kind: identity.kind, name: identity.name, role: identity.role };
    },
  );

  app.put(
    `${API_PREFIX}/me/password`,
    {
      schema: {
        tags,
        summary: "change the caller's own password; all of their sessions end",
        body: NewPassword,
        response: answers({ 204: Nothing }),
      },
    },
    async (request, reply) => {
      const { identity } = request;
      if (identity.kind !== 'operator') throw ApiError.forbidden('requires the session of an operator');
      const { current, password } = request.body;
      await check(request, { name: identity.name, password: current }, 'operator.password');
      const hashed = await registry.operators.hash(password);
      // a password that was set since the check has ended this session, which the change requires
      await change(request, async ({ operators }) => await operators.setPassword(identity.name, hashed));
      clearSessionCookie(reply);
      return reply.code(204).send(null);
    },
  );
}

/** Ends the session that the browser had. */
async function endSession(request: FastifyRequest, operatorSessions: OperatorSessions): Promise<void> {
  const session = request.cookies[SESSION_COOKIE];
  if (session !== undefined) await operatorSessions.remove(session);
}

type PasswordCheck = (
  request: FastifyRequest,
  given: { readonly name: string; readonly password: string },
  action: string,
) => Promise<VerifiedOperator>;

/** Verifies a name and password, subject to the throttle. */
function passwordCheck(
  { operators, audit }: ApiPorts['registry'],
  { trail, metrics, now }: SessionRouteOptions,
): PasswordCheck {
  const throttle = new LoginThrottle(now);
  return async (request, { name, password }, action) => {
    const network = trail.networkOf(request);
    const isFamiliarNetwork = async (): Promise<boolean> => {
      const actor = actorOf({ kind: 'operator', name, role: 'viewer', session: '' });
      const rows = await audit.list({ action: ACTION, outcome: 'allowed', actor, limit: RECENT_LOGINS });
      return rows.some(({ address }) => address !== undefined && networkOf(address) === network);
    };
    const verdict = await throttle.take({ name, network, isFamiliarNetwork });
    if (verdict.kind === 'throttled') {
      metrics.countOperatorLogin('throttled');
      request.log.info('too many logins');
      if (verdict.isFirst)
        await trail.record(request, { action, outcome: 'refused', detail: 'too many tries' });
      throw ApiError.rateLimited(verdict.retryAfterSeconds);
    }
    const operator = await operators.verify(name, password);
    // queried in both cases, so that the timing reveals nothing; an unknown name may be a password typed into
    // the wrong field
    const account = await operators.get(name);
    const actor = account === undefined ? 'anonymous' : `operator:${account.name}`;
    metrics.countOperatorLogin(operator === undefined ? 'refused' : 'allowed');
    if (operator === undefined) {
      const detail = account === undefined ? 'unknown name' : 'wrong password, or disabled';
      await trail.record(request, { action, outcome: 'refused', actor, detail });
      throw invalidCredentials();
    }
    return operator;
  };
}

function invalidCredentials(): ApiError {
  return new ApiError(401, 'ERR_INVALID_CREDENTIALS', 'name or password is wrong');
}

function insecure(): ApiError {
  return new ApiError(
    403,
    'ERR_INSECURE_LOGIN',
    'login needs https or localhost: over plain http the network can read the password, and browsers reject the session cookie; add TLS and set the public URL',
  );
}
