/** @module What the relay asks of the rest of the service. */
import type { Clock } from '../clock/clock.ts';
import type { Limits } from '../config/limits.ts';
import type { Log } from '../log/log.ts';
import type { Admission } from '../ports/admission.ts';
import type { IceProvider } from '../ports/ice.ts';
import type { Presence } from '../ports/presence.ts';

/** The collaborators of the relay. */
export interface RelayPorts {
  readonly admission: Admission;
  readonly presence: Presence;
  readonly ice: IceProvider;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Limits;
}
