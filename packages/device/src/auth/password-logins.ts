/** @module The two rounds of a password login on the device (PROTOCOL.md section 7). */
import { randomBytes as nodeRandomBytes } from 'node:crypto';
import {
  ContentFormat,
  EdgeError,
  passwordVerifier,
  silentLogger,
  type Logger,
  type PasswordVerifier,
  type RandomBytes,
} from '@longwire/protocol';
import { parseLoginRequest, startDeviceLogin } from '@longwire/protocol/login';
import { bytesResponse, type CoapResponse } from '../coap/coap-response.ts';
import type { DeviceRequest } from '../coap/device-request.ts';
import { HandlerError } from '../coap/handler-error.ts';
import { hasOpenPairingLogin, loggedInUser } from '../iam/caller.ts';
import { isPasswordExpired, requireAccess } from '../iam/access-end.ts';
import type { Iam } from '../iam/iam.ts';
import { findFingerprintOwner, findUser } from '../iam/iam-state.ts';
import { isOpenPairingOn } from '../iam/open-pairing.ts';
import { DEFAULT_LOGIN_RATES, LoginLimits, type LoginRates, type LoginTry } from './login-limits.ts';
import { multiplyNatively } from './native-p256.ts';
import type { PendingLogin, Login, SessionIdentity } from './session-identity.ts';

/** Options of {@link PasswordLogins}. */
export interface PasswordLoginsOptions {
  readonly iam: Iam;
  readonly rates?: Partial<LoginRates>;
  readonly randomBytes?: RandomBytes;
  /** A monotonic clock, in milliseconds. */
  readonly nowMs?: () => number;
  readonly logger?: Logger;
}

/** The login of a user name, and the verifier that its password must match. */
interface Candidate {
  readonly login: Login;
  readonly verifier: PasswordVerifier;
}

/** Length of the client's confirmation: SHA-256. */
const CONFIRMATION_BYTES = 32;

const unauthorized = (): HandlerError => new HandlerError(401);
const tooMany = (): HandlerError => new HandlerError(429);

/** Answers both rounds for every connection of a device. */
export class PasswordLogins {
  readonly #iam: Iam;
  readonly #limits: LoginLimits;
  readonly #randomBytes: RandomBytes;
  readonly #nowMs: () => number;
  readonly #logger: Logger;

  constructor({ iam, rates, randomBytes, nowMs, logger }: PasswordLoginsOptions) {
    this.#iam = iam;
    this.#nowMs = nowMs ?? (() => performance.now());
    this.#limits = new LoginLimits({ ...DEFAULT_LOGIN_RATES, ...rates });
    this.#randomBytes = randomBytes ?? ((length) => new Uint8Array(nodeRandomBytes(length)));
    this.#logger = logger ?? silentLogger;
  }

  /** Round 1: stores a pending login and answers the device's point; the answer is the same whether the user exists or not. */
  handleRound1({ session, contentFormat, payload }: DeviceRequest): CoapResponse {
    session.setPendingLogin(undefined);
    if (contentFormat !== ContentFormat.cbor || payload === undefined) throw new HandlerError(415);
    const { T, username } = refuseAs400(() => parseLoginRequest(payload));
    const login = this.#tryOf(session, username);
    if (!this.#limits.canTry(login, this.#nowMs()) || !this.#limits.takeRound(login, this.#nowMs()))
      throw tooMany();

    const candidate = this.#candidate(username);
    const { clientFingerprint, deviceFingerprint } = session;
    const { serverPoint, handleConfirmation } = refuseAs400(() =>
      startDeviceLogin({
        T,
        w: candidate?.verifier,
        clientFingerprint,
        deviceFingerprint,
        randomBytes: this.#randomBytes,
        multiply: multiplyNatively,
      }),
    );
    session.setPendingLogin({ username, login: candidate?.login, confirm: handleConfirmation });
    return bytesResponse(201, serverPoint);
  }

  /** Round 2: only a right confirmation logs the connection in; a wrong one costs a try and ends the pending login. 403 once the user's access has ended. */
  async handleRound2({ session, payload }: DeviceRequest): Promise<CoapResponse> {
    const pending = session.takePendingLogin();
    if (pending === undefined || payload?.length !== CONFIRMATION_BYTES) throw HandlerError.badRequest('');
    const login = this.#tryOf(session, pending.username);
    if (!this.#limits.canTry(login, this.#nowMs())) throw tooMany();

    const confirmation = pending.confirm(payload);
    if (confirmation === undefined || !this.#isStillValid(pending)) {
      this.#limits.spendTry(login, this.#nowMs());
      this.#logger.warn('auth.login-refused', { tokenId: session.tokenId });
      throw unauthorized();
    }
    this.#requireAccess(pending.login, session.tokenId);
    await this.#iam.keepPassword(pending.login);
    // Another request may have changed the password during the write.
    if (!this.#isStillValid(pending)) throw unauthorized();
    session.setLogin(pending.login);
    await this.#iam.rememberToken(pending.login.username, session.tokenId);
    this.#logger.info('auth.login', { username: pending.login.username, tokenId: session.tokenId });
    return bytesResponse(201, confirmation);
  }

  #tryOf(session: SessionIdentity, username: string): LoginTry {
    const owner = findFingerprintOwner(this.#iam.state, session.clientFingerprint);
    return {
      session,
      username,
      certificateOwner: owner?.username,
      isTokenProven: this.#iam.isTokenProven(session.tokenId),
    };
  }

  #candidate(username: string): Candidate | undefined {
    const { state, config, nowMs } = this.#iam;
    if (username === '') {
      const { password, passwordEpoch } = state.openPairing;
      if (!isOpenPairingOn(state, config, nowMs) || password === null) return undefined;
      return { login: { username, passwordEpoch }, verifier: passwordVerifier(password) };
    }
    const user = findUser(state, username);
    if (user === undefined || user.passwordVerifier === null) return undefined;
    return { login: { username, passwordEpoch: user.passwordEpoch }, verifier: user.passwordVerifier };
  }

  #requireAccess({ username }: Login, tokenId: string): void {
    const user = findUser(this.#iam.state, username);
    if (user === undefined) return;
    try {
      requireAccess(user, this.#iam.nowMs);
    } catch (error) {
      this.#logger.warn('auth.login-refused', { username, tokenId, reason: 'access ended' });
      throw error;
    }
  }

  /** Whether the proven password is still valid: it may have expired, changed or been cleared, or its user deleted, between the rounds. */
  #isStillValid(pending: PendingLogin): pending is PendingLogin & { readonly login: Login } {
    const { login } = pending;
    if (login === undefined) return false;
    const { state, config, nowMs } = this.#iam;
    if (login.username === '')
      return isOpenPairingOn(state, config, nowMs) && hasOpenPairingLogin(state, { login });
    const user = loggedInUser(state, { login });
    return user !== undefined && !isPasswordExpired(user, nowMs);
  }
}

/** Runs a parser of client input; what it refuses is a 400 without text. */
function refuseAs400<T>(parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    if (cause instanceof EdgeError && cause.code.startsWith('ERR_SPAKE2_'))
      throw HandlerError.badRequest('', { cause });
    throw cause;
  }
}
