/** @module Answers requests for the IAM resources, one change at a time. */
import { KeyedBuckets, TaskQueue, type BucketRate, type Fingerprint } from '@longwire/protocol';
import type { Login, SessionIdentity } from '../auth/session-identity.ts';
import { errorResponse, type CoapResponse } from '../coap/coap-response.ts';
import type { DeviceRequest } from '../coap/device-request.ts';
import { HandlerError } from '../coap/handler-error.ts';
import { callerOf, identifyCaller, loggedInUser, tokenUser } from './caller.ts';
import type { IamConfig } from './iam-config.ts';
import type { DeviceInfo, IamOutcome, IamResource } from './iam-resource.ts';
import type { IamState } from './iam-state.ts';

/** Options of {@link IamRequests}. */
export interface IamRequestsOptions {
  readonly config: IamConfig;
  readonly state: () => IamState;
  /** Stores a state; resolves with whether it differs from the current one. */
  readonly save: (next: IamState) => Promise<boolean>;
  /** Called after a request has changed the state. */
  readonly handleChange: () => void;
  /** All changes of the state, in order. */
  readonly changes: TaskQueue;
  readonly generateSct: () => string;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** A monotonic clock in milliseconds. */
  readonly monotonicMs: () => number;
  /** The currently connected sessions. */
  readonly openSessions: () => Iterable<SessionIdentity>;
}

/**
 * Changes of one user over all sessions, since a client connects again in no time; of one connection token without a user. Reason: a script
 * that sets up a household makes some hundred at once; each costs a write of the whole state, and each session a check of its rights.
 */
export const CHANGE_RATE: BucketRate = { capacity: 1_000, refillPerSecond: 10 };

/** Most users and tokens that are counted at once. Reason: more than a device has users and sessions. */
const MAX_KEYS = 2048;

/** Runs resources on the state; a change is stored before it is answered. */
export class IamRequests {
  readonly #options: IamRequestsOptions;
  /** One for each session, so that one client's burst of changes cannot delay the others. */
  readonly #queues = new WeakMap<SessionIdentity, TaskQueue>();
  readonly #buckets = new KeyedBuckets({ rate: CHANGE_RATE, maxKeys: MAX_KEYS });

  constructor(options: IamRequestsOptions) {
    this.#options = options;
  }

  /** Answers a request for a resource. @throws HandlerError 429 beyond {@link CHANGE_RATE} */
  answer(resource: IamResource, request: DeviceRequest, info: DeviceInfo): Promise<CoapResponse> {
    const run = (): Promise<CoapResponse> => this.#answer(resource, request, info);
    return request.method === 'GET' ? run() : this.#inTurn(request.session, run);
  }

  /** Changes the state for a session. @throws HandlerError 429 beyond {@link CHANGE_RATE} */
  change(session: SessionIdentity, change: (state: IamState) => IamState): Promise<void> {
    return this.#inTurn(session, () => this.#save(session, change(this.#options.state())));
  }

  /** Runs a change of a session after its earlier ones and after those of others. @throws HandlerError 429 */
  #inTurn<T>(session: SessionIdentity, run: () => Promise<T>): Promise<T> {
    const { changes, monotonicMs } = this.#options;
    const queue = this.#queues.get(session) ?? new TaskQueue();
    this.#queues.set(session, queue);
    const runLimited = async (): Promise<T> => {
      if (!this.#buckets.hasToken(this.#payerOf(session), monotonicMs()))
        throw new HandlerError(429, 'Too many changes');
      return await run();
    };
    return queue.run(() => changes.run(runLimited));
  }

  /** Stores a change of a session, if it is one, and counts it; the session's new login counts before rights are checked again. */
  async #save(session: SessionIdentity, next: IamState, login?: Login): Promise<void> {
    const { save, handleChange, monotonicMs } = this.#options;
    const payer = this.#payerOf(session);
    const isChanged = await save(next);
    if (login !== undefined) session.setLogin(login);
    if (!isChanged) return;
    this.#buckets.spend(payer, monotonicMs());
    handleChange();
  }

  #payerOf(session: SessionIdentity): string {
    const user = identifyCaller(this.#options.state(), callerOf(session));
    return user === undefined ? `token ${session.tokenId}` : `user ${user.username}`;
  }

  async #answer(resource: IamResource, request: DeviceRequest, info: DeviceInfo): Promise<CoapResponse> {
    const { config, generateSct, nowMs } = this.#options;
    const { session, params, contentFormat, payload } = request;
    if (session.isEnded) return errorResponse(HandlerError.accessDenied());
    const { response, state, login } = runResource(resource, {
      state: this.#options.state(),
      config,
      caller: callerOf(session),
      info,
      params,
      contentFormat,
      payload,
      generateSct,
      nowMs: nowMs(),
      isInUseByOther: (fingerprint, username) => this.#isInUseByOther(fingerprint, username),
    });
    if (state !== undefined) await this.#save(session, state, login);
    return response;
  }

  /** Whether another user is logged in on an open connection with that certificate. */
  #isInUseByOther(fingerprint: Fingerprint, username: string): boolean {
    const state = this.#options.state();
    for (const session of this.#options.openSessions()) {
      if (session.isEnded || session.clientFingerprint !== fingerprint) continue;
      const who = loggedInUser(state, session) ?? tokenUser(state, session);
      if (who !== undefined && who.username !== username) return true;
    }
    return false;
  }
}

/** The outcome of a resource; a refusal has no new state. */
function runResource(resource: IamResource, call: Parameters<IamResource>[0]): IamOutcome {
  try {
    return resource(call);
  } catch (error) {
    if (error instanceof HandlerError) return { response: errorResponse(error) };
    throw error;
  }
}
