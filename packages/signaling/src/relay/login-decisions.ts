/** @module The decisions about the login of one socket, a client's or a device's: rate, refusals, and their record. */
import { CloseCode, type DeviceKey } from '@longwire/protocol';
import { loggedId } from '../log/log.ts';
import type { FoundDevice } from '../ports/admission.ts';
import type { AuditEvent } from '../ports/audit.ts';
import { networkOf } from '../request/address.ts';
import { ServiceCloseCode, TOO_MANY_LOGINS } from './close-reason.ts';
import type { RelayShared } from './relay-shared.ts';
import type { SocketOrigin } from './socket-origin.ts';

/** Options of {@link LoginDecisions}. */
export interface LoginDecisionsOptions {
  readonly actor: 'client' | 'device';
  readonly shared: RelayShared;
  readonly origin: SocketOrigin;
  /** Counts a refusal and closes the socket; `words` replaces the default close reason of the code. */
  readonly turnAway: (code: number, words?: string) => void;
}

const ACTIONS = { client: 'client.login', device: 'device.attach' } as const;

/** Refuses and records logins. */
export class LoginDecisions {
  readonly #options: LoginDecisionsOptions;

  constructor(options: LoginDecisionsOptions) {
    this.#options = options;
  }

  /** Whether the network may try another login. Only the first excess login is recorded, the others are only counted: this bounds the audit record. */
  async passGate(key: DeviceKey, credential: string): Promise<boolean> {
    const { actor, shared, origin, turnAway } = this.#options;
    const { logins, clock } = shared;
    const verdict = logins.take(networkOf(origin.address), credential, clock.monotonic());
    if (verdict === 'closed') {
      this.log(key, { reason: TOO_MANY_LOGINS }, `${actor} refused`);
      await this.record(key, { outcome: 'refused', detail: TOO_MANY_LOGINS });
    }
    if (verdict !== 'open') turnAway(ServiceCloseCode.tryAgainLater, TOO_MANY_LOGINS);
    return verdict === 'open';
  }

  /** The registered device; an unknown one is refused. */
  async findDevice(key: DeviceKey): Promise<Extract<FoundDevice, { kind: 'found' }> | undefined> {
    const found = await this.#options.shared.admission.findDevice(key);
    if (found.kind === 'found') return found;
    const code = found.kind === 'unknownProduct' ? CloseCode.unknownProduct : CloseCode.unknownDevice;
    return await this.refuse(key, code, found.kind);
  }

  /** Records a refusal and turns the peer away; `words` replaces the default close reason of the code. */
  async refuse(key: DeviceKey, code: number, reason: string, words?: string): Promise<undefined> {
    this.log(key, { code, reason }, `${this.#options.actor} refused`);
    await this.record(key, { outcome: 'refused', detail: reason });
    this.#options.turnAway(code, words);
  }

  /** Adds a row to the audit record. */
  record(key: DeviceKey, decision: Pick<AuditEvent, 'outcome' | 'tokenId' | 'detail'>): Promise<void> {
    const { actor, shared, origin } = this.#options;
    return shared.audit.record({
      action: ACTIONS[actor],
      actor,
      ...loggedKey(key),
      ...origin,
      ...decision,
    });
  }

  /** Logs a line about the device that the login is for. */
  log(key: DeviceKey, fields: Readonly<Record<string, string | number>>, message: string): void {
    const { shared, origin } = this.#options;
    shared.log.info({ requestId: origin.requestId, ...loggedKey(key), ...fields }, message);
  }

  /** Logs that a message was ignored. */
  ignore(reason: string): undefined {
    const { actor, shared, origin } = this.#options;
    shared.log.info({ requestId: origin.requestId, reason }, `ignored a message of a ${actor}`);
  }
}

/** Shortens ids for the log and the audit record: they come from unauthenticated peers. */
function loggedKey({ productId, deviceId }: DeviceKey): DeviceKey {
  return { productId: loggedId(productId), deviceId: loggedId(deviceId) };
}
