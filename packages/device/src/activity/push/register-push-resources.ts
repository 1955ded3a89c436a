/** @module The resources with which a user's browser asks for push messages (docs/protocol/events.md). */
import type { AppRoutes } from '../../coap/app-routes.ts';
import type { DeviceRequest } from '../../coap/device-request.ts';
import { HandlerError } from '../../coap/handler-error.ts';
import { findUser, withChangedUser, type StoredUser } from '../../iam/iam-state.ts';
import type { Iam } from '../../iam/iam.ts';
import { parsePush, pushesOf, pushId, withoutPush, withPush } from './push-subscription.ts';
import type { PushSender } from './push-sender.ts';
import { parseQuietHours } from './quiet-hours.ts';

/** Options of {@link registerPushResources}. */
export interface PushResources {
  readonly iam: Pick<Iam, 'state' | 'updateFor'>;
  readonly sender: Pick<PushSender, 'key' | 'isGone'>;
  /** The path of the list of events. */
  readonly path: string;
  readonly action: string;
}

/** Registers them; each is about the caller alone. */
export function registerPushResources(routes: AppRoutes, { iam, sender, path, action }: PushResources): void {
  const own = { action };
  const callerOf = ({ user }: DeviceRequest<unknown>): StoredUser => {
    const found = user && findUser(iam.state, user.Username);
    if (found === undefined) throw HandlerError.accessDenied();
    return found;
  };

  routes.add(
    'GET',
    `${path}/push`,
    (request) => {
      const user = callerOf(request);
      const pushes = pushesOf(user).map(({ endpoint, browser }) => ({ id: pushId(endpoint), browser }));
      const here = pushes.find(({ browser }) => browser === request.session.clientFingerprint);
      return {
        key: sender.key ?? null,
        browsers: pushes.map(({ id }) => id),
        here: here?.id ?? null,
        quietHours: user.quietHours,
      };
    },
    own,
  );

  routes.add(
    'POST',
    `${path}/push`,
    async (request) => {
      const { username, fingerprints } = callerOf(request);
      const { clientFingerprint } = request.session;
      // Messages end with the browser's place in the list of the user's browsers.
      if (!fingerprints.some(({ fingerprint }) => fingerprint === clientFingerprint))
        throw HandlerError.conflict('This browser is not paired');
      const push = parsePush(request.json(), clientFingerprint);
      if (sender.isGone(pushId(push.endpoint))) throw HandlerError.resourceNotFound();
      await iam.updateFor(request.session, (state) => withPush(state, username, push));
      return { statusCode: 204 };
    },
    own,
  );

  routes.add(
    'DELETE',
    `${path}/push/:id`,
    async (request) => {
      const { username } = callerOf(request);
      await iam.updateFor(request.session, (state) => withoutPush(state, request.params.id, username));
    },
    own,
  );

  routes.add(
    'PUT',
    `${path}/quiet-hours`,
    async (request) => {
      const { username } = callerOf(request);
      const quietHours = parseQuietHours(request.json());
      await iam.updateFor(request.session, (state) => withChangedUser(state, username, { quietHours }));
    },
    own,
  );
}
