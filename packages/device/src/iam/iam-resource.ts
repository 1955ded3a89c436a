/** @module The type of user-management resources: a pure function from a state and a request to an answer and a new state. */
import type { CoapResponse } from '../coap/coap-response.ts';
import type { Fingerprint } from '@longwire/protocol';
import type { Login } from '../auth/session-identity.ts';
import { entitledUser, type Caller } from './caller.ts';
import { evaluatePolicy, type Attributes } from './evaluate-policy.ts';
import type { IamConfig } from './iam-config.ts';
import type { IamState, StoredUser } from './iam-state.ts';

/** The device's description of itself. */
export interface DeviceInfo {
  readonly productId: string;
  readonly deviceId: string;
  readonly appName?: string;
  readonly appVersion?: string;
}

/** One request, with everything that its answer depends on. */
export interface IamCall {
  readonly state: IamState;
  readonly config: IamConfig;
  readonly caller: Caller;
  readonly info: DeviceInfo;
  readonly params: Readonly<Record<string, string>>;
  readonly contentFormat: number | undefined;
  readonly payload: Uint8Array | undefined;
  /** Makes a connection token for a new user. */
  readonly generateSct: () => string;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** Whether another user is logged in on an open connection with that certificate. */
  readonly isInUseByOther: (fingerprint: Fingerprint, username: string) => boolean;
}

/** An answer; a new state must be stored before the answer is sent. */
export interface IamOutcome {
  readonly response: CoapResponse;
  readonly state?: IamState;
  /** Replaces the login of the requesting connection. */
  readonly login?: Login;
}

/** Answers a call. @throws HandlerError for every refusal. */
export type IamResource = (call: IamCall) => IamOutcome;

/** Whether a user, or an anonymous connection, may do an action; the attributes of the connection itself are added to those given. */
export function isUserAllowed(
  config: IamConfig,
  user: StoredUser | undefined,
  action: string,
  attributes: Attributes = {},
): boolean {
  const role = user === undefined ? config.unpairedRole : (user.role ?? undefined);
  return evaluatePolicy(config, role, action, {
    ...attributes,
    // Relays and NAT make "local" a guess over these connections.
    'Connection:IsLocal': 'false',
    ...(user === undefined ? {} : { 'Connection:Username': user.username }),
  });
}

/** Whether the caller may do an action. */
export function isCallerAllowed(
  { state, config, caller, nowMs }: Pick<IamCall, 'state' | 'config' | 'caller' | 'nowMs'>,
  action: string,
  attributes: Attributes = {},
): boolean {
  return isUserAllowed(config, entitledUser(state, caller, nowMs), action, attributes);
}
