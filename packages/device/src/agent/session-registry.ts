/** @module All sessions of a device, and which of the service's messages belongs to which. */
import { assertNever, CloseCode, CloseReason, type IceServer, type Logger } from '@longwire/protocol';
import { reasonOf } from '../log/reason-of.ts';
import type { Session } from '../session/session.ts';
import { admitSession } from './admit-session.ts';
import { admitUser } from './admit-user.ts';
import type { SessionMessage } from './attachment.ts';
import type { SessionLimits } from './session-limits.ts';
import { SessionTokens, type SessionTokensMessage } from './session-tokens.ts';
import type { PlaceUser, SessionPlace } from './session-place.ts';

/** What a new session is created from. */
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
  /** Who has logged in on a session, by certificate, password or token. */
  readonly userOf: (session: Session) => PlaceUser | undefined;
  /** Whether a user has logged in with a connection token before. */
  readonly isTokenProven: (tokenId: string) => boolean;
  readonly send: (message: SessionMessage | SessionTokensMessage) => void;
}

interface HeldPlace extends SessionPlace {
  readonly session: Session;
}

/** Opens, feeds and ends sessions. */
export class SessionRegistry {
  readonly #options: SessionRegistryOptions;
  readonly #logger: Logger;
  /** Oldest first. */
  readonly #sessions = new Set<Session>();
  /** Sessions whose signaling is connected, by the service's ids, which start over with each attachment. */
  readonly #byId = new Map<string, Session>();
  /** Sessions whose login was given a place among the users'. */
  readonly #loggedIn = new WeakSet<Session>();
  readonly #tokens: SessionTokens;

  constructor(options: SessionRegistryOptions) {
    this.#options = options;
    this.#logger = options.logger;
    this.#tokens = new SessionTokens({
      tokenIds: () =>
        this.sessions.filter((session) => !this.#hasSignaling(session)).map(({ tokenId }) => tokenId),
      send: options.send,
    });
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
        session?.handleSignalingClosed(message.code, message.reason);
        this.#tokens.handleChange();
        break;
      }
      default:
        assertNever(message);
    }
  }

  /** Attached to a service with these features. */
  handleAttached(features: readonly string[] | undefined): void {
    this.#tokens.handleAttached(features);
  }

  /** These tokens were revoked: their sessions end, with or without signaling. */
  handleTokensRevoked(tokenIds: readonly string[]): void {
    const revoked = new Set(tokenIds);
    for (const session of this.#sessions)
      if (revoked.has(session.tokenId)) session.close(CloseCode.tokenRejected, 'the token was revoked');
  }

  /** The attachment is gone, and with it the signaling of every session. */
  handleDetached(): void {
    this.#tokens.handleDetached();
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
    const { limits, isTokenProven, createSession } = this.#options;
    const { id, tokenId } = request;
    if (this.#byId.has(id)) {
      this.#logger.warn('session.duplicate-id-refused', { session: id });
      return;
    }
    const entrant = { tokenId, isTokenProven: isTokenProven(tokenId) };
    const admission = admitSession(this.#places(), entrant, limits);
    if (admission.kind === 'refuse') {
      this.#logger.warn('session.refused', { session: id, tokenId });
      this.#sendClose(id, CloseCode.signalingDenied, CloseReason.deviceFull);
      return;
    }
    if (admission.kind === 'replace') this.#evict(admission.evicted);
    try {
      this.#add(createSession(request));
    } catch (error) {
      this.#logger.error('session.open-failed', { session: id, error, reason: reasonOf(error) });
      this.#sendClose(id, CloseCode.deviceInternalError, 'the session could not be set up');
    }
  }

  #add(session: Session): void {
    this.#sessions.add(session);
    this.#byId.set(session.id, session);
    this.#logger.info('session.opened', { session: session.id, tokenId: session.tokenId });
    session.on('outgoing', (message) => {
      if (this.#hasSignaling(session))
        this.#options.send({ type: 'session-message', session: session.id, message });
    });
    session.on('connected', () => this.#checkLogin(session));
    session.on('rechecked', () => this.#checkLogin(session));
    session.on('closed', ({ code, reason }) => {
      this.#sessions.delete(session);
      this.#logger.info('session.closed', { session: session.id, code, reason });
      // A session without signaling has lost its id, which the service may have given to another client.
      if (!this.#hasSignaling(session)) return;
      this.#byId.delete(session.id);
      this.#sendClose(session.id, code, reason);
    });
  }

  #hasSignaling(session: Session): boolean {
    return this.#byId.get(session.id) === session;
  }

  /** Checks the place again after the user of a session may have changed. */
  #checkLogin(session: Session): void {
    const { userOf, limits } = this.#options;
    if (userOf(session) === undefined) {
      this.#loggedIn.delete(session);
      return;
    }
    if (this.#loggedIn.has(session)) return;
    this.#loggedIn.add(session);
    const places = this.#places();
    const entrant = places.find((place) => place.session === session);
    if (entrant === undefined) return;
    const admission = admitUser(places, entrant, limits);
    if (admission.kind === 'replace') this.#evict(admission.evicted);
    if (admission.kind === 'refuse') {
      this.#logger.warn('session.refused', { session: session.id, tokenId: session.tokenId });
      session.close(CloseCode.signalingDenied, CloseReason.deviceFull);
    }
  }

  #evict({ session }: HeldPlace): void {
    this.#logger.warn('session.evicted', { session: session.id, tokenId: session.tokenId });
    session.close(CloseCode.signalingDenied, CloseReason.evicted);
  }

  /** Oldest first. */
  #places(): HeldPlace[] {
    const { userOf, isTokenProven } = this.#options;
    return this.sessions.map((session) => ({
      session,
      tokenId: session.tokenId,
      isTokenProven: isTokenProven(session.tokenId),
      user: userOf(session),
    }));
  }

  #sendClose(session: string, code: number, reason: string): void {
    this.#options.send({ type: 'session-close', session, code, reason });
  }
}
