/** @module Carries out the phases of a session: attempts, waits, and links that replace each other. */
import type { Logger } from '@longwire/protocol';
import { EdgeError, SignalingCloseError, allowsOneConnection } from '@longwire/protocol/base';
import type { Connection } from '../connection/connection.ts';
import type { ConnectionOptions } from '../connection/options.ts';
import type { ConnectTrace } from '../diagnostics/trace/trace.ts';
import { DeviceWaiter } from './device-waiter.ts';
import { makeSessionLink, openSessionLink, type MakeLinkOptions } from './open-session-link.ts';
import { LineReturn } from './line-return.ts';
import { ReadyGate } from './ready-gate.ts';
import { SessionLink } from './session-link.ts';
import { hasFreshTokens, type ResolvedSessionOptions } from './session-options.ts';
import {
  attemptTimeoutMs,
  FIRST_PLAN,
  nextPhase,
  type PhaseContext,
  type Plan,
  type SessionEvent,
  type SessionPhase,
} from './session-phase.ts';
import { stateOf, type SessionState } from './session-state.ts';
import { SpareLink } from './spare-link.ts';

/** How long a link has to last before the next loss is a fresh one, in milliseconds. */
export const STEADY_MS = 10_000;

/** Callbacks of a driver. */
export interface DriverObserver {
  onState(state: SessionState): void;
  /** An attempt created a connection: pass its events through `link.deliver`. */
  onLink(link: SessionLink): void;
  /** A link is ready; `before` is the one it replaces, which closes when nothing holds it. */
  onReady(link: SessionLink, before: SessionLink | undefined): void;
  /** The session has lost its link. */
  onSuspended(): void;
  onWarning(error: EdgeError): void;
  onEnd(reason: EdgeError | undefined): void;
}

/** Options of a {@link SessionDriver}. */
export interface DriverOptions {
  readonly options: ResolvedSessionOptions;
  readonly createConnection: (options: ConnectionOptions) => Connection;
  readonly logger: Logger;
  readonly observer: DriverObserver;
}

/** Drives one session. */
export class SessionDriver {
  readonly gate: ReadyGate<SessionLink> = new ReadyGate();
  readonly #parts: DriverOptions;
  readonly #context: PhaseContext;
  /** Every link that is not closed: that of an attempt, the one in use, and retired ones. */
  readonly #links = new Set<SessionLink>();
  readonly #stopWatching: () => void;
  readonly #waiter: DeviceWaiter;
  #phase: SessionPhase<SessionLink> = { kind: 'connecting', plan: FIRST_PLAN };
  #stopPlan: () => void;
  #stopSteady: (() => void) | undefined;
  /** The next link, prepared while the one in use is in doubt. */
  #spare: SpareLink | undefined;
  /** The connection of the newest attempt. */
  #newest: Connection | undefined;
  /** Runs while the link in use is in doubt, and after its loss. */
  readonly #line: LineReturn;

  constructor(parts: DriverOptions) {
    const { options } = parts;
    const { policy, random, network } = options;
    this.#parts = parts;
    this.#context = {
      policy,
      random,
      hasFreshTokens: hasFreshTokens(options),
      get isOnline() {
        return network.isOnline;
      },
    };
    this.#line = new LineReturn({
      options,
      logger: parts.logger,
      newest: () => this.#newest,
      onReturn: (isStalled) => this.#handleLineReturn(isStalled),
    });
    this.#stopWatching = network.watch((hint) => {
      // The spare link was prepared on the previous network.
      this.#dropSpare();
      if (hint !== 'offline') this.#dispatch({ type: 'hint', hint });
    });
    this.#waiter = new DeviceWaiter({
      options,
      logger: parts.logger,
      onAttached: () => this.#dispatch({ type: 'retry-now' }),
    });
    this.#stopPlan = this.#begin(FIRST_PLAN);
  }

  get state(): SessionState {
    return stateOf(this.#phase);
  }

  get trace(): ConnectTrace | undefined {
    return this.#newest?.trace;
  }

  /** The link in use, if it can negotiate; if it has lost the signaling that it needs for that, another link is opened. */
  negotiableLink(): SessionLink | undefined {
    const phase = this.#phase;
    if (phase.kind !== 'ready') return undefined;
    if (phase.signaling === undefined || phase.needsNoSignaling) return phase.link;
    this.#dispatch({ type: 'negotiation-needed' });
    return undefined;
  }

  /** Ends a wait because a person asked for it. */
  retryNow(): void {
    this.#dispatch({ type: 'retry-now' });
  }

  /** Ends the session; safe to repeat. */
  end(): void {
    this.#dispatch({ type: 'end', reason: undefined });
  }

  /** The only place that writes the phase. Its effects are carried out before observers are called. */
  #dispatch(event: SessionEvent<SessionLink>): void {
    const before = this.#phase;
    const after = nextPhase(before, event, this.#context);
    if (after === before) return;
    this.#phase = after;
    this.#movePlan(before, after);
    this.#moveLink(before, after);
    const [state, previous] = [stateOf(after), stateOf(before)];
    if (isSame(state, previous)) return;
    const { kind, reason, attempt, nextTryMs } = state;
    const { logger, observer } = this.#parts;
    logger.info('session.state-changed', { state: kind, code: reason?.code, attempt, nextTryMs });
    observer.onState(state);
    if (after.kind === 'ended') observer.onEnd(after.reason);
  }

  #movePlan(before: SessionPhase<SessionLink>, after: SessionPhase<SessionLink>): void {
    const plan = planOf(after);
    if (plan === planOf(before)) return;
    this.#stopPlan();
    this.#stopPlan = plan === undefined ? () => undefined : this.#begin(plan);
  }

  #moveLink(before: SessionPhase<SessionLink>, after: SessionPhase<SessionLink>): void {
    const [old, link] = [linkOf(before), linkOf(after)];
    if (old !== link) {
      this.#stopSteady?.();
      this.#stopSteady = undefined;
      if (link !== undefined) this.#takeOver(link, old);
      else this.#suspend(old);
    }
    if (after.kind === 'ended') this.#finish(after.reason);
  }

  #takeOver(link: SessionLink, old: SessionLink | undefined): void {
    const { options, observer } = this.#parts;
    this.#line.stop();
    this.#stopSteady = options.clock.schedule(STEADY_MS, () => this.#dispatch({ type: 'steady' }));
    // A device allows one client at most two connections.
    this.#closeAllBut(link, old);
    const release = old?.hold();
    old?.retire();
    this.gate.open(link);
    observer.onReady(link, old);
    link.accept();
    release?.();
  }

  #suspend(old: SessionLink | undefined): void {
    this.gate.shut();
    if (old !== undefined) this.#line.start(old.connection);
    old?.close();
    this.#parts.observer.onSuspended();
  }

  #finish(reason: EdgeError | undefined): void {
    this.#stopWatching();
    this.#line.stop();
    this.#dropSpare();
    const cause = reason === undefined ? {} : { cause: reason };
    this.gate.end(new EdgeError('ERR_SESSION_ENDED', 'the session has ended', cause));
    this.#closeAllBut();
  }

  /** Starts a plan; returns a function that stops it. */
  #begin(plan: Plan): () => void {
    const { clock } = this.#parts.options;
    if (plan.step === 'waiting') {
      this.#dropSpare();
      const stopTimer = clock.schedule(plan.delayMs, () => this.#dispatch({ type: 'due' }));
      if (plan.reason?.code !== 'ERR_DEVICE_OFFLINE') return stopTimer;
      const stopWait = this.#waiter.start();
      return () => {
        stopTimer();
        stopWait();
      };
    }
    const abort = new AbortController();
    void this.#try(abort.signal, plan);
    return () => abort.abort(new EdgeError('ERR_ABORTED', 'connection attempt abandoned'));
  }

  async #try(signal: AbortSignal, plan: Plan): Promise<void> {
    const { options } = this.#parts;
    const spare = this.#spare;
    this.#spare = undefined;
    try {
      const link = (await spare?.take(signal)) ?? (await makeSessionLink(this.#making(plan, signal)));
      this.#newest = link.connection;
      await openSessionLink(options, link, signal);
      if (signal.aborted) link.close();
      else this.#dispatch({ type: 'established', link });
    } catch (cause) {
      if (!signal.aborted) this.#handleFailure(asEdgeError(cause));
    }
  }

  #making(plan: Plan, signal: AbortSignal): MakeLinkOptions {
    const { options } = this.#parts;
    const { attempt } = plan;
    const connectTimeoutMs = attemptTimeoutMs(this.#phase, plan, options.connectTimeoutMs);
    const createLink = (given: ConnectionOptions): SessionLink =>
      this.#createLink({ ...given, attempt, connectTimeoutMs });
    return { options, createLink, signal };
  }

  /** A link in doubt gets its successor prepared, unless one is planned or the service is unreachable. */
  #handleDoubt(link: SessionLink, isInDoubt: boolean): void {
    const phase = this.#phase;
    if (linkOf(phase) !== link) return;
    this.#dropSpare();
    if (isInDoubt) this.#line.start(link.connection);
    else this.#line.stop();
    if (!isInDoubt || phase.kind !== 'ready' || phase.plan !== undefined || phase.signaling !== undefined)
      return;
    this.#prepareSpare();
  }

  #prepareSpare(): void {
    const { logger } = this.#parts;
    this.#spare = new SpareLink((signal) => makeSessionLink(this.#making(FIRST_PLAN, signal)), logger);
  }

  /** What began while the line was dead begins again. */
  #handleLineReturn(isStalled: boolean): void {
    if (this.#phase.kind !== 'ready') {
      if (isStalled) this.#dispatch({ type: 'hint', hint: 'online' });
    } else if (this.#spare !== undefined) {
      this.#dropSpare();
      this.#prepareSpare();
    }
  }

  #dropSpare(): void {
    this.#spare?.drop();
    this.#spare = undefined;
  }

  #handleFailure(error: EdgeError): void {
    const { logger, observer } = this.#parts;
    logger.info('session.attempt-failed', { error });
    if (allowsOneConnection(error)) this.#closeAllBut(linkOf(this.#phase));
    const isBeside = this.#phase.kind === 'ready';
    this.#dispatch({ type: 'failed', error });
    if (isBeside) observer.onWarning(error);
  }

  #createLink(given: ConnectionOptions): SessionLink {
    const { createConnection, logger, observer } = this.#parts;
    const connection = createConnection(given);
    const link = new SessionLink(connection, (error) => logger.warn('session.release-failed', { error }));
    this.#links.add(link);
    link.own(() => this.#links.delete(link));
    link.own(connection.on('close', (error) => this.#handleClose(link, error)));
    link.own(connection.on('warning', (error) => this.#handleWarning(link, error)));
    link.own(connection.on('doubt', (isInDoubt) => this.#handleDoubt(link, isInDoubt)));
    observer.onLink(link);
    return link;
  }

  #handleClose(link: SessionLink, error: Error | undefined): void {
    if (linkOf(this.#phase) === link) {
      const closed = new EdgeError('ERR_CONNECTION_CLOSED', 'the connection closed');
      this.#dispatch({ type: 'lost', error: asEdgeError(error ?? closed) });
    } else if (link.retired.aborted) {
      // A retired link is released when its connection closes; the link of an attempt is released by the attempt.
      link.close();
    }
  }

  #handleWarning(link: SessionLink, error: EdgeError): void {
    if (!(error instanceof SignalingCloseError) && error.code !== 'ERR_WEBSOCKET') return;
    link.deliver(() => {
      if (linkOf(this.#phase) === link)
        this.#dispatch({ type: 'signaling-lost', error, isNeeded: link.needsSignaling });
    });
  }

  #closeAllBut(...kept: readonly (SessionLink | undefined)[]): void {
    for (const link of this.#links) if (!kept.includes(link)) link.close();
  }
}

function planOf(phase: SessionPhase<SessionLink>): Plan | undefined {
  return phase.kind === 'ended' ? undefined : phase.plan;
}

function linkOf(phase: SessionPhase<SessionLink>): SessionLink | undefined {
  return phase.kind === 'ready' ? phase.link : undefined;
}

function isSame(one: SessionState, other: SessionState): boolean {
  return (
    one.kind === other.kind &&
    one.reason === other.reason &&
    one.attempt === other.attempt &&
    one.nextTryMs === other.nextTryMs
  );
}

function asEdgeError(cause: unknown): EdgeError {
  if (cause instanceof EdgeError) return cause;
  return new EdgeError('ERR_STATE', 'unexpected error during a connection attempt', { cause });
}
