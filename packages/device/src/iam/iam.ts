/** @module The door to users and rights: keeps the state, answers who a connection is and what it may do. */
import { randomBytes } from 'node:crypto';
import {
  bytesToHex,
  silentLogger,
  TaskQueue,
  type Emitter,
  type Logger,
  type User,
} from '@longwire/protocol';
import type { SessionIdentity } from '../auth/session-identity.ts';
import { errorResponse, type CoapResponse } from '../coap/coap-response.ts';
import type { DeviceRequest } from '../coap/device-request.ts';
import { HandlerError } from '../coap/handler-error.ts';
import type { RouteGuard } from '../coap/router.ts';
import { createEmitter } from '../events/create-emitter.ts';
import { identifyCaller, type Caller } from './caller.ts';
import { defaultIamConfig } from './default-config.ts';
import type { Attributes } from './evaluate-policy.ts';
import type { IamConfig } from './iam-config.ts';
import { isCallerAllowed, type DeviceInfo, type IamOutcome, type IamResource } from './iam-resource.ts';
import type { IamState } from './iam-state.ts';
import type { StateStore } from './state-store.ts';
import { userRecord } from './user-record.ts';

/** What an {@link Iam} needs. */
export interface IamOptions {
  readonly store: StateStore;
  readonly config?: IamConfig;
  readonly logger?: Logger;
  /** Makes the connection token of a new user. */
  readonly generateSct?: () => string;
}

/** Users, roles and rights of one device. */
export class Iam implements RouteGuard {
  readonly config: IamConfig;
  readonly #store: StateStore;
  readonly #generateSct: () => string;
  readonly #events: Emitter<{ change: [] }>;
  readonly #changes = new TaskQueue();
  /** One change of a connection waits with everybody else's, so that nobody's many keep another's waiting. */
  readonly #changesOf = new WeakMap<SessionIdentity, TaskQueue>();

  constructor({ store, config = defaultIamConfig, logger = silentLogger, generateSct }: IamOptions) {
    this.#store = store;
    this.config = config;
    this.#events = createEmitter(logger);
    // 96 bits: a token that is never tried offline.
    this.#generateSct = generateSct ?? (() => bytesToHex(randomBytes(12)));
  }

  /** The state as it is kept now. */
  get state(): IamState {
    return this.#store.state;
  }

  /** The user behind a connection: by certificate, else by login, else nobody. */
  userOf(session: SessionIdentity): User | undefined {
    if (session.isEnded) return undefined;
    const user = identifyCaller(this.state, callerOf(session));
    return user === undefined ? undefined : userRecord(user);
  }

  /** Whether a connection may do an action now. Ask again after each `change`. */
  isAllowed(session: SessionIdentity, action: string, attributes: Attributes = {}): boolean {
    if (session.isEnded) return false;
    return isCallerAllowed(
      { state: this.state, config: this.config, caller: callerOf(session) },
      action,
      attributes,
    );
  }

  /** Calls a listener after each change of users, roles or settings; returns what takes it off again. */
  on(event: 'change', listener: () => void): () => void {
    return this.#events.on(event, listener);
  }

  /** Answers a request for a resource; a change is kept before it is answered. */
  answer(resource: IamResource, request: DeviceRequest, info: DeviceInfo): Promise<CoapResponse> {
    const run = (): Promise<CoapResponse> => this.#answer(resource, request, info);
    if (request.method === 'GET') return run();
    return this.#queueOf(request.session).run(() => this.#changes.run(run));
  }

  #queueOf(session: SessionIdentity): TaskQueue {
    const known = this.#changesOf.get(session);
    if (known !== undefined) return known;
    const made = new TaskQueue();
    this.#changesOf.set(session, made);
    return made;
  }

  async #answer(resource: IamResource, request: DeviceRequest, info: DeviceInfo): Promise<CoapResponse> {
    const { session, params, contentFormat, payload } = request;
    if (session.isEnded) return errorResponse(HandlerError.accessDenied());
    const { response, state, login } = runResource(resource, {
      state: this.state,
      config: this.config,
      caller: callerOf(session),
      info,
      params,
      contentFormat,
      payload,
      generateSct: this.#generateSct,
    });
    if (state !== undefined) await this.#store.save(state);
    if (login !== undefined) session.setLogin(login);
    if (state !== undefined) this.#events.emit('change');
    return response;
  }
}

/** The outcome of a resource; a refusal is an outcome without a new state. */
function runResource(resource: IamResource, call: Parameters<IamResource>[0]): IamOutcome {
  try {
    return resource(call);
  } catch (error) {
    if (error instanceof HandlerError) return { response: errorResponse(error) };
    throw error;
  }
}

function callerOf({ clientFingerprint, login }: SessionIdentity): Caller {
  return { clientFingerprint, login };
}
