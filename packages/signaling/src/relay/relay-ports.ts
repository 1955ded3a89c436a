/** @module The ports that the relay needs. */
import type { Clock } from '@longwire/protocol';
import type { Limits } from '../config/limits.ts';
import type { Log } from '../log/log.ts';
import type { Admission } from '../ports/admission.ts';
import type { Audit } from '../ports/audit.ts';
import type { LastSeen } from '../ports/devices.ts';
import type { IceProvider } from '../ports/ice.ts';
import type { Registry } from '../ports/registry.ts';
import type { Presence } from '@longwire/cluster';
import type { Push } from '../ports/push.ts';
import type { RelayMetrics } from '../ports/relay-metrics.ts';

/** The collaborators of the relay. */
export interface RelayPorts {
  readonly admission: Admission;
  readonly presence: Presence;
  readonly ice: IceProvider;
  /** Stores the tokens that devices announce, with their rows of the audit record. */
  readonly recorded: Registry['recorded'];
  readonly lastSeen: Pick<LastSeen, 'note'>;
  readonly push: Push;
  readonly audit: Audit;
  readonly metrics: RelayMetrics;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Limits;
}
