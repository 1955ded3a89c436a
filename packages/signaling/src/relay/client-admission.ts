/** @module Admits a client by its login: the device it names, and its token. */
import { CloseCode, CloseReason, foldId, type DeviceKey, type LoginMessage } from '@longwire/protocol';
import type { AdmissionVerdict, Credential } from '../ports/admission.ts';
import { ServiceCloseCode, TOO_MANY_SOCKETS } from './close-reason.ts';
import type { LoginDecisions } from './login-decisions.ts';
import { credentialId } from './login-gate.ts';
import type { LimitedSocket } from './limited-socket.ts';
import type { RelayShared } from './relay-shared.ts';

/** A client whose login was accepted, and the device as registered. */
export type Admitted = Extract<AdmissionVerdict, { kind: 'admitted' }> & { readonly key: DeviceKey };

/** Options of {@link ClientAdmission}. */
export interface ClientAdmissionOptions {
  readonly shared: RelayShared;
  readonly socket: Pick<LimitedSocket, 'isEnded' | 'logIn'>;
  readonly decisions: LoginDecisions;
}

/** Admits the client of one socket. */
export class ClientAdmission {
  readonly #options: ClientAdmissionOptions;

  constructor(options: ClientAdmissionOptions) {
    this.#options = options;
  }

  /** Checks a login and counts its socket as logged in; undefined if it was refused. */
  async enter(message: LoginMessage): Promise<Admitted | undefined> {
    const { shared, socket, decisions } = this.#options;
    const { productId, deviceId, sct, jwt } = message;
    const id = credentialId(foldId(productId), foldId(deviceId), sct ?? '', jwt ?? '');
    if (!(await decisions.passGate({ productId, deviceId }, id))) return undefined;
    const admitted = await this.check({ productId, deviceId }, message);
    if (admitted === undefined || socket.isEnded) return undefined;
    if (!socket.logIn())
      return await decisions.refuse(
        admitted.key,
        ServiceCloseCode.tryAgainLater,
        TOO_MANY_SOCKETS,
        TOO_MANY_SOCKETS,
      );
    shared.logins.remember(id, shared.clock.monotonic());
    return admitted;
  }

  /** Checks in the order of the codes: product, device, token (see README, "What a stranger can learn"). */
  async check(asked: DeviceKey, message: LoginMessage): Promise<Admitted | undefined> {
    const { shared, decisions } = this.#options;
    const device = await decisions.findDevice(asked);
    if (device === undefined) return undefined;
    const { key } = device;
    const verdict = await shared.admission.checkCredential(key, credentialOf(message));
    if (verdict.kind === 'refused')
      return await decisions.refuse(key, CloseCode.tokenRejected, verdict.reason);
    if (verdict.kind === 'unchecked')
      return await decisions.refuse(
        key,
        ServiceCloseCode.internalError,
        verdict.reason,
        CloseReason.tokenUnchecked,
      );
    return { ...verdict, key };
  }
}

function credentialOf(message: LoginMessage): Credential {
  return message.sct === undefined ? { kind: 'jwt', jwt: message.jwt } : { kind: 'sct', sct: message.sct };
}
