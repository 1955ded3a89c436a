/** @module The resources of the list of events (docs/protocol/events.md). */
import { ContentFormat } from '@longwire/protocol';
import type { AppRoutes } from '../coap/app-routes.ts';
import { HandlerError } from '../coap/handler-error.ts';
import type { RouteGuard } from '../coap/router.ts';
import type { EventLog } from './event-log.ts';
import type { LoggedEvent } from './logged-event.ts';
import { imageFormatOf } from './notification.ts';

/** Options of {@link registerEventResources}. */
export interface EventResources {
  readonly guard: RouteGuard;
  readonly log: EventLog;
}

/** The path of the list. */
export const EVENTS_PATH = '/events';

/** By this resource type a client finds the list among the device's resources. */
const RESOURCE_TYPE = 'longwire.events';

/** Needed to read the list, and to get push messages. */
export const EVENTS_ACTION = 'Device:ReadEvents';

/** Needed to see in it who was connected. */
const VISITS_ACTION = 'IAM:ListVisits';

/** Registers GET /events, observable, and GET /events/:id/image. */
export function registerEventResources(routes: AppRoutes, { guard, log }: EventResources): void {
  const list = routes.addObservable(
    EVENTS_PATH,
    ({ session }) => {
      const seesVisits = guard.isAllowed(session, VISITS_ACTION);
      const seen = log.list.filter(({ type }) => type !== 'visit' || seesVisits);
      return { events: seen.map((event) => eventRecord(event, log)) };
    },
    { action: EVENTS_ACTION, facts: { rt: RESOURCE_TYPE, ct: ContentFormat.json, title: 'Events' } },
  );
  log.on('change', () => list.notify());
  routes.add(
    'GET',
    `${EVENTS_PATH}/:id/image`,
    ({ params: { id } }) => {
      const payload = log.imageOf(Number(id));
      if (payload === undefined) throw HandlerError.resourceNotFound();
      return { statusCode: 205, contentFormat: imageFormatOf(payload) ?? ContentFormat.octetStream, payload };
    },
    { action: EVENTS_ACTION },
  );
}

const secondsOf = (ms: number): number => Math.floor(ms / 1000);

function eventRecord(event: LoggedEvent, log: EventLog): object {
  const { type, id } = event;
  const head = { type, id, at: secondsOf(event.atMs) };
  if (event.type === 'notification')
    return {
      ...head,
      ...(event.kind === null ? {} : { kind: event.kind }),
      title: event.title,
      body: event.body ?? '',
      image: log.imageOf(id) !== undefined,
    };
  const { username, displayName, role, untilMs, isPresent } = event;
  return {
    ...head,
    until: untilMs === null ? null : secondsOf(untilMs),
    present: isPresent,
    user: username,
    name: displayName,
    role,
  };
}
