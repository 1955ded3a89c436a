/** @module The type of user-management resources: a pure function from a state and a request to an answer and a new state. */
import type { CoapResponse } from '../coap/coap-response.ts';
import type { Fingerprint } from '@longwire/protocol';
import type { Login } from '../auth/session-identity.ts';
import type { Caller } from './caller.ts';
import type { IamConfig } from './iam-config.ts';
import type { IamState } from './iam-state.ts';

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
