/** @module Every session of a device, and which of the service's messages belongs to which. */
import { assertNever, CloseCode, CloseReason, type IceServer, type Logger } from '@longwire/protocol';
import { reasonOf } from '../log/reason-of.ts';
import type { Session } from '../session/session.ts';
import { admitSession, type SessionLimits } from './admit-session.ts';
import type { SessionMessage } from './attachment.ts';

/** What a new session is made from. */
export interface NewSession {
  readonly id: string;
  readonly tokenId: string;
  readonly iceServers: readonly IceServer[];
}

/** What a {@link SessionRegistry} needs. */
export interface SessionRegistryOptions {
  readonly limits: SessionLimits;
  readonly logger: Logger;
  readonly createSession: (session: NewSession) => Session;
  /** Whether the device knows who is behind a session. */
  readonly isKnown: (session: Session) => boolean;
  readonly send: (message: SessionMessage) => void;
}

/** Opens, feeds and ends sessions. */
export class SessionRegistry {
  readonly #options: SessionRegistryOptions;
  readonly #logger: Logger;
  /** Oldest first. */
  readonly #sessions = new Set<Session>();
  /** Those whose signaling is there; ids are the service's and begin anew with each attachment. */
  readonly #byId = new Map<string, Session>();

  constructor(options: SessionRegistryOptions) {
    this.#options = options;
    this.#logger = options.logger;
  }

  /** The sessions that are open, oldest first. */
  get sessions(): readonly Session[] {
    return [...this.#sessions];
  }

  /** Takes a message of the service. */
  handleMessage(message: SessionMessage): void {
    switch (message.type) {
      case 'session-open':
        this.#open({ id: message.session, tokenId: message.tokenId, iceServers: message.iceServers });
        break;
      case 'session-message':
        this.#byId.get(message.session)?.handleMessage(message.message);
        break;
      case 'session-close': {
        const session = this.#byId.get(message.session);
        this.#byId.delete(message.session);
        session?.handleSignalingClosed(message.code);
        break;
      }
      default:
        assertNever(message);
    }
  }

  /** The attachment is gone, and with it the signaling of every session. */
  handleDetached(): void {
    const sessions = [...this.#byId.values()];
    this.#byId.clear();
    for (const session of sessions) session.handleSignalingClosed(CloseCode.serviceRestart);
  }

  /** Users, roles or settings have changed. */
  recheck(): void {
    for (const session of this.#sessions) session.recheck();
  }

  /** Ends every session. */
  close(): void {
    for (const session of this.#sessions) session.close(CloseCode.deviceClosed, 'the device stops');
  }

  #open(request: NewSession): void {
    const { limits, isKnown, createSession } = this.#options;
    if (this.#byId.has(request.id)) {
      this.#logger.warn('session.id-taken', { session: request.id });
      return;
    }
    const places = this.sessions.map((session) => ({
      session,
      tokenId: session.tokenId,
      isKnown: isKnown(session),
    }));
    const admission = admitSession(places, request.tokenId, limits);
    if (admission.kind === 'refuse') {
      this.#logger.warn('session.refused', { session: request.id, tokenId: request.tokenId });
      this.#sendClose(request.id, CloseCode.signalingDenied, CloseReason.deviceFull);
      return;
    }
    if (admission.kind === 'replace') {
      this.#logger.warn('session.gives-way', { session: admission.oldest.session.id });
      admission.oldest.session.close(CloseCode.signalingDenied, CloseReason.gaveWay);
    }
    try {
      this.#add(createSession(request));
    } catch (error) {
      this.#logger.error('session.open-failed', { session: request.id, error, reason: reasonOf(error) });
      this.#sendClose(request.id, CloseCode.deviceInternalError, 'the session could not be set up');
    }
  }

  #add(session: Session): void {
    this.#sessions.add(session);
    this.#byId.set(session.id, session);
    this.#logger.info('session.opened', { session: session.id, tokenId: session.tokenId });
    session.on('outgoing', (message) => {
      if (this.#byId.get(session.id) === session)
        this.#options.send({ type: 'session-message', session: session.id, message });
    });
    session.on('closed', ({ code, reason }) => {
      this.#sessions.delete(session);
      this.#logger.info('session.closed', { session: session.id, code, reason });
      // Without signaling the id is the service's again, perhaps for somebody else.
      if (this.#byId.get(session.id) !== session) return;
      this.#byId.delete(session.id);
      this.#sendClose(session.id, code, reason);
    });
  }

  #sendClose(session: string, code: number, reason: string): void {
    this.#options.send({ type: 'session-close', session, code, reason });
  }
}
