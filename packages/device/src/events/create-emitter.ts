/** @module Emitters that write errors of listeners to the device's log. */
import { Emitter, type EventMap, type Logger } from '@longwire/protocol';

/** Creates an emitter. If a listener throws, the error is logged and the other listeners still run. */
export function createEmitter<Events extends EventMap<Events>>(logger: Logger): Emitter<Events> {
  return new Emitter((event, error) => logger.error('event.listener-failed', { event, error }));
}
