/** @module Carries out the phases of a session: attempts, waits, and links that replace each other. */
import type { Emitter, Logger } from '@longwire/protocol';
import { EdgeError, SignalingCloseError, allowsOneConnection } from '@longwire/protocol/base';
import type { Connection } from '../connection/connection.ts';
import type { ConnectionOptions } from '../connection/options.ts';
import type { DriverEvents } from './driver-events.ts';
import { LineReturn } from './line-return.ts';
import { asEdgeError, PlanRunner } from './plan-runner.ts';
import { ReadyGate } from './ready-gate.ts';
import { SessionAttempts } from './session-attempts.ts';
import type { SessionLink } from './session-link.ts';
import { SessionLinks } from './session-links.ts';
import { hasFreshTokens, type ResolvedSessionOptions } from './session-options.ts';
import { linkOf, nextPhase, planOf, type SessionEvent, type SessionPhase } from './session-phase.ts';
import { FIRST_PLAN, type PlanContext } from './session-plan.ts';
import { isSameState, stateOf, type SessionState } from './session-state.ts';
import type { SessionStatus } from './tracks/track-state.ts';

/** How long a link has to last before the next loss is a fresh one, in milliseconds. */
export const STEADY_MS = 10_000;

/** Options of a {@link SessionDriver}. */
export interface DriverOptions {
  readonly options: ResolvedSessionOptions;
  readonly createConnection: (options: ConnectionOptions) => Connection;
  readonly logger: Logger;
  readonly events: Emitter<DriverEvents>;
}

/** Drives one session. */
export class SessionDriver {
  readonly gate: ReadyGate<SessionLink> = new ReadyGate();
  readonly #parts: DriverOptions;
  readonly #context: PlanContext;
  readonly #links: SessionLinks;
  readonly #attempts: SessionAttempts;
  readonly #runner: PlanRunner;
  /** Runs while the link in use is in doubt, and after its loss. */
  readonly #line: LineReturn;
  readonly #stopWatching: () => void;
  #phase: SessionPhase<SessionLink> = { kind: 'connecting', plan: FIRST_PLAN };
  #stopSteady: () => void = () => undefined;
  /** Reports of changes to the listeners, in order, while they are made. */
  #reports: (() => void)[] = [];

  constructor(parts: DriverOptions) {
    const { options, createConnection, logger, events } = parts;
    const { policy, random, network } = options;
    this.#parts = parts;
    this.#context = {
      policy,
      random,
      hasFreshTokens: hasFreshTokens(options),
    };
    this.#links = new SessionLinks({ createConnection, logger, reports: events });
    this.#links.on('close', (link, error) => this.#handleClose(link, error));
    this.#links.on('warning', (link, error) => this.#handleWarning(link, error));
    this.#links.on('doubt', (link, isInDoubt) => this.#handleDoubt(link, isInDoubt));
    this.#links.on('identitychange', (link) => this.#handleIdentity(link));
    this.#attempts = new SessionAttempts({ options, links: this.#links, logger });
    this.#runner = new PlanRunner({
      options,
      attempts: this.#attempts,
      logger,
      dispatch: (event) => this.#handlePlan(event),
    });
    this.#line = new LineReturn({
      options,
      logger,
      attempts: this.#attempts,
      onReturn: (isStalled) => this.#handleLineReturn(isStalled),
    });
    this.#stopWatching = network.watch((hint) => {
      // The spare link was prepared on the previous network.
      this.#attempts.dropSpare();
      this.#dispatch({ type: 'hint', hint });
    });
  }

  get state(): SessionState {
    return stateOf(this.#phase);
  }

  /** The connection of the newest attempt. */
  get newest(): Connection | undefined {
    return this.#attempts.newest;
  }

  /** What the session says about all of its tracks. */
  get status(): SessionStatus {
    const { ended, link } = this.gate;
    const connection = link?.connection;
    return {
      ended,
      isReady: this.#phase.kind === 'ready',
      isTrusted: connection?.negotiatesInside === true && connection.identity.boundBy !== undefined,
    };
  }

  /** The link in use, if it can negotiate; if it has lost the signaling that it needs for that, another link is opened. */
  negotiableLink(): SessionLink | undefined {
    const phase = this.#phase;
    if (phase.kind !== 'ready') return undefined;
    if (phase.signaling === undefined || phase.needsNoSignaling) return phase.link;
    this.#dispatch({ type: 'negotiation-needed' });
    return undefined;
  }

  /** Starts the first attempt; call it once, when the session's own parts listen. */
  start(): void {
    this.#runner.run(FIRST_PLAN, false);
  }

  /** Ends a wait, if there is one. */
  retryNow(): void {
    this.#dispatch({ type: 'retry-now' });
  }

  /** Ends the session; safe to repeat. */
  end(): void {
    this.#dispatch({ type: 'end', reason: undefined });
  }

  /** The only place that writes the phase. Its effects are carried out before listeners are called. */
  #dispatch(event: SessionEvent<SessionLink>): void {
    const before = this.#phase;
    const after = nextPhase(before, event, this.#context);
    if (after === before) return;
    this.#phase = after;
    this.#reports.push(() => this.#report(before, after));
    const isNested = this.#reports.length > 1;
    this.#movePlan(before, after);
    this.#moveLink(before, after);
    // A listener may cause the next change: every listener hears of this one first.
    if (isNested) return;
    for (const report of this.#reports) report();
    this.#reports = [];
  }

  #report(before: SessionPhase<SessionLink>, after: SessionPhase<SessionLink>): void {
    const state = stateOf(after);
    if (isSameState(state, stateOf(before))) return;
    const { kind, reason, attempt, nextTryMs } = state;
    const { logger, events } = this.#parts;
    logger.info('session.state-changed', { state: kind, code: reason?.code, attempt, nextTryMs });
    events.emit('statechange', state);
    if (after.kind !== 'ended') return;
    events.emit('end', after.reason);
    events.clear();
  }

  #movePlan(before: SessionPhase<SessionLink>, after: SessionPhase<SessionLink>): void {
    const plan = planOf(after);
    if (plan === planOf(before)) return;
    if (plan === undefined) this.#runner.stop();
    else this.#runner.run(plan, after.kind !== 'connecting');
  }

  #moveLink(before: SessionPhase<SessionLink>, after: SessionPhase<SessionLink>): void {
    const [old, link] = [linkOf(before), linkOf(after)];
    if (old !== link) {
      this.#stopSteady();
      if (link !== undefined) this.#takeOver(link, old);
      else this.#suspend(old);
    }
    if (after.kind === 'ended') this.#finish(after.reason);
  }

  #takeOver(link: SessionLink, old: SessionLink | undefined): void {
    const { options, events } = this.#parts;
    this.#line.stop();
    this.#stopSteady = options.clock.schedule(STEADY_MS, () => this.#dispatch({ type: 'steady' }));
    // A device allows one client at most two connections.
    this.#links.closeAllBut(link, old);
    const release = old?.hold();
    old?.retire();
    this.gate.open(link);
    events.emit('ready', link, old);
    events.emit('identitychange', link.connection.identity);
    link.accept();
    release?.();
  }

  #suspend(old: SessionLink | undefined): void {
    this.gate.shut();
    if (old !== undefined) this.#line.start(old.connection);
    old?.close();
    this.#parts.events.emit('suspended');
  }

  #finish(reason: EdgeError | undefined): void {
    this.#stopWatching();
    this.#line.stop();
    this.#attempts.dropSpare();
    const cause = reason === undefined ? {} : { cause: reason };
    this.gate.end(new EdgeError('ERR_SESSION_ENDED', 'the session has ended', cause));
    this.#links.closeAllBut();
  }

  /** A link in doubt gets its successor prepared, unless one is planned or the service is unreachable. */
  #handleDoubt(link: SessionLink, isInDoubt: boolean): void {
    const phase = this.#phase;
    if (linkOf(phase) !== link) return;
    this.#attempts.dropSpare();
    if (isInDoubt) this.#line.start(link.connection);
    else this.#line.stop();
    if (!isInDoubt || phase.kind !== 'ready' || phase.plan !== undefined || phase.signaling !== undefined)
      return;
    this.#attempts.prepareSpare();
  }

  /** What began while the line was dead begins again. */
  #handleLineReturn(isStalled: boolean): void {
    if (this.#phase.kind !== 'ready') {
      if (isStalled) this.#dispatch({ type: 'hint', hint: 'online' });
    } else if (this.#attempts.hasSpare) {
      this.#attempts.prepareSpare();
    }
  }

  /** How a plan ended. The failure of an attempt beside a link in use is only a warning. */
  #handlePlan(event: SessionEvent<SessionLink>): void {
    if (event.type !== 'failed') {
      this.#dispatch(event);
      return;
    }
    const { error } = event;
    const link = linkOf(this.#phase);
    if (allowsOneConnection(error)) this.#links.closeAllBut(link);
    this.#dispatch(event);
    if (link !== undefined) this.#parts.events.emit('warning', error);
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

  #handleIdentity({ connection }: SessionLink): void {
    if (this.gate.link?.connection === connection)
      this.#parts.events.emit('identitychange', connection.identity);
  }
}
