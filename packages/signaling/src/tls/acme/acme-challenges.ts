/** @module The challenges of an ACME server that wait for its visit. */
import { createSecureContext, type SecureContext } from 'node:tls';
import { crypto, type Authorization } from 'acme-client';

/** Path of challenges on the plain port (RFC 8555 section 8.3). */
const HTTP_PATH = '/.well-known/acme-challenge/';

/** The protocol that an ACME server names in its handshake (RFC 8737 section 3). */
const TLS_ALPN_PROTOCOL = 'acme-tls/1';

/** Kinds of challenges, the one without a further port first. */
export type ChallengeKind = 'tls-alpn-01' | 'http-01';

/** A challenge as the ACME server offers it. */
interface Challenge {
  readonly type: string;
  readonly token: string;
}

/** Open challenges of both kinds. */
export class AcmeChallenges {
  readonly #answers = new Map<string, string>();
  readonly #contexts = new Map<string, SecureContext>();

  /** Answers the challenge until removed. */
  async add(authorization: Authorization, { type, token }: Challenge, answer: string): Promise<void> {
    if (type === 'http-01') this.#answers.set(token, answer);
    else {
      const [key, cert] = await crypto.createAlpnCertificate(authorization, answer);
      this.#contexts.set(authorization.identifier.value, createSecureContext({ key, cert }));
    }
  }

  remove(authorization: Authorization, { token }: Challenge): void {
    this.#answers.delete(token);
    this.#contexts.delete(authorization.identifier.value);
  }

  /** The answer for a path on the plain port. */
  answerFor(path: string): string | undefined {
    return path.startsWith(HTTP_PATH) ? this.#answers.get(path.slice(HTTP_PATH.length)) : undefined;
  }

  /** The certificate for a handshake. */
  contextFor(serverName: string, protocols: readonly string[]): SecureContext | undefined {
    const isChallenge = protocols.length === 1 && protocols[0] === TLS_ALPN_PROTOCOL;
    return isChallenge ? this.#contexts.get(serverName) : undefined;
  }
}
