/** @module Answers requests for the IAM resources, one change at a time. */
import { TaskQueue, type Fingerprint } from '@longwire/protocol';
import type { SessionIdentity } from '../auth/session-identity.ts';
import { errorResponse, type CoapResponse } from '../coap/coap-response.ts';
import type { DeviceRequest } from '../coap/device-request.ts';
import { HandlerError } from '../coap/handler-error.ts';
import { callerOf, loggedInUser, tokenUser } from './caller.ts';
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
  /** The currently connected sessions. */
  readonly openSessions: () => Iterable<SessionIdentity>;
}

/** Runs resources on the state; a change is stored before it is answered. */
export class IamRequests {
  readonly #options: IamRequestsOptions;
  /** Each session has its own queue, so one client's burst of changes cannot delay the others. */
  readonly #changesOf = new WeakMap<SessionIdentity, TaskQueue>();

  constructor(options: IamRequestsOptions) {
    this.#options = options;
  }

  /** Answers a request for a resource. */
  answer(resource: IamResource, request: DeviceRequest, info: DeviceInfo): Promise<CoapResponse> {
    const run = (): Promise<CoapResponse> => this.#answer(resource, request, info);
    if (request.method === 'GET') return run();
    return this.#queueOf(request.session).run(() => this.#options.changes.run(run));
  }

  #queueOf(session: SessionIdentity): TaskQueue {
    const known = this.#changesOf.get(session);
    if (known !== undefined) return known;
    const made = new TaskQueue();
    this.#changesOf.set(session, made);
    return made;
  }

  async #answer(resource: IamResource, request: DeviceRequest, info: DeviceInfo): Promise<CoapResponse> {
    const { config, save, handleChange, generateSct, nowMs } = this.#options;
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
    const isChanged = state !== undefined && (await save(state));
    if (login !== undefined) session.setLogin(login);
    if (isChanged) handleChange();
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
