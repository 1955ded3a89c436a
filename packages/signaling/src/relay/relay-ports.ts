/** @module The ports that the relay needs. */
import type { Clock } from '@longwire/protocol';
import type { Limits } from '../config/limits.ts';
import type { Log } from '../log/log.ts';
import type { Admission } from '../ports/admission.ts';
import type { Audit } from '../ports/audit.ts';
import type { LastSeen } from '../ports/devices.ts';
import type { IceProvider } from '../ports/ice.ts';
import type { Presence } from '@longwire/cluster';
import type { RelayMetrics } from '../ports/relay-metrics.ts';
import type { Tokens } from '../ports/tokens.ts';

/** The collaborators of the relay. */
export interface RelayPorts {
  readonly admission: Admission;
  readonly presence: Presence;
  readonly ice: IceProvider;
  /** Stores the tokens that devices announce. */
  readonly tokens: Pick<Tokens, 'announce' | 'announceOne' | 'withdraw'>;
  readonly lastSeen: Pick<LastSeen, 'note'>;
  readonly audit: Audit;
  readonly metrics: RelayMetrics;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Limits;
}
