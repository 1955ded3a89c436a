/** @module POST /webrtc/oauth: a token of the device's issuer logs a connection in as one of the device's users. */
import { CloseReason, ContentFormat, EdgeError, silentLogger, type Logger } from '@longwire/protocol';
import type { CoapResponse } from '../../coap/coap-response.ts';
import type { DeviceRequest } from '../../coap/device-request.ts';
import { HandlerError } from '../../coap/handler-error.ts';
import { requireAccess } from '../../iam/access-end.ts';
import type { Iam } from '../../iam/iam.ts';
import { findFingerprintOwner, findSubjectOwner } from '../../iam/iam-state.ts';
import { DEFAULT_LOGIN_RATES, LoginLimits, type LoginRates, type LoginTry } from '../login-limits.ts';
import type { VerifyToken } from './token-verifier.ts';

/** Options of {@link OauthLogins}. */
export interface OauthLoginsOptions {
  readonly iam: Iam;
  /** Undefined for a device without an issuer, which accepts no token. */
  readonly verify: VerifyToken | undefined;
  readonly rates?: Partial<LoginRates>;
  /** A monotonic clock, in milliseconds. */
  readonly nowMs?: () => number;
  readonly logger?: Logger;
}

const invalidToken = (cause?: unknown): HandlerError => new HandlerError(401, 'Invalid token', { cause });

/** Answers tokens for every connection of a device. Token tries have limits of their own, so they never use up password tries. */
export class OauthLogins {
  readonly #iam: Iam;
  readonly #verify: VerifyToken | undefined;
  readonly #limits: LoginLimits;
  readonly #nowMs: () => number;
  readonly #logger: Logger;

  constructor({ iam, verify, rates, nowMs, logger }: OauthLoginsOptions) {
    this.#iam = iam;
    this.#verify = verify;
    this.#nowMs = nowMs ?? (() => performance.now());
    this.#limits = new LoginLimits({ ...DEFAULT_LOGIN_RATES, ...rates });
    this.#logger = logger ?? silentLogger;
  }

  /**
   * 201 makes the connection the user that the token names, unless a certificate or password names another; 503 while
   * the issuer's keys are out of reach: the client may try again, and no try is spent; 403 once the user's access has ended.
   */
  async handle(request: DeviceRequest): Promise<CoapResponse> {
    const { session, contentFormat = ContentFormat.text } = request;
    if (contentFormat !== ContentFormat.text) throw HandlerError.badRequest('invalid content format');
    const login = this.#tryOf(request);
    if (!this.#limits.canTry(login, this.#nowMs()) || !this.#limits.takeRound(login, this.#nowMs()))
      throw new HandlerError(429);

    const subject = await this.#subjectOf(request, login);
    const user = findSubjectOwner(this.#iam.state, subject);
    if (user === undefined) {
      this.#refuse(login, 'no user has the subject, or several do');
      throw new HandlerError(404, 'no such user');
    }
    requireAccess(user, this.#iam.nowMs);
    session.setOauthLogin({ subject, oauthEpoch: user.oauthEpoch });
    await this.#iam.rememberToken(user.username, session.tokenId);
    this.#logger.info('auth.token-login', { username: user.username, tokenId: session.tokenId });
    return { statusCode: 201 };
  }

  async #subjectOf(request: DeviceRequest, login: LoginTry): Promise<string> {
    if (this.#verify === undefined) throw invalidToken();
    try {
      return await this.#verify(request.text());
    } catch (error) {
      if (!(error instanceof EdgeError)) throw error;
      if (error.code === 'ERR_JWKS') {
        this.#logger.warn('auth.token-unchecked', { tokenId: login.session.tokenId, reason: error.message });
        throw new HandlerError(503, CloseReason.tokenUnchecked, { cause: error });
      }
      if (error.code !== 'ERR_JWT') throw error;
      this.#refuse(login, error.message);
      throw invalidToken(error);
    }
  }

  #tryOf({ session }: DeviceRequest): LoginTry {
    const owner = findFingerprintOwner(this.#iam.state, session.clientFingerprint);
    return {
      session,
      username: undefined,
      certificateOwner: owner?.username,
      isTokenProven: this.#iam.isTokenProven(session.tokenId),
    };
  }

  #refuse(login: LoginTry, reason: string): void {
    this.#limits.spendTry(login, this.#nowMs());
    this.#logger.warn('auth.token-refused', { tokenId: login.session.tokenId, reason });
  }
}
