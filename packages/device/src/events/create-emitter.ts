/** @module Emitters whose listeners' mistakes go to the device's log. */
import { Emitter, type EventMap, type Logger } from '@longwire/protocol';

/** Makes an emitter; what a listener throws is logged and reaches nobody else. */
export function createEmitter<Events extends EventMap<Events>>(logger: Logger): Emitter<Events> {
  return new Emitter((event, error) => logger.error('event.listener-failed', { event, error }));
}
