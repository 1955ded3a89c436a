/** @module The service identifies itself to push services by a signed token (VAPID, RFC 8292). */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { base64urlDecode, base64urlEncode } from '@longwire/protocol';
import { SignJWT } from 'jose';

/** How long a token is valid. Reason: RFC 8292 section 2 allows a day; a push service whose clock is ahead needs some of it. */
const LIFETIME_MS = 12 * 60 * 60_000;

/** The marker of an uncompressed point. */
const UNCOMPRESSED = 4;

/** Signs tokens with one key. */
export class VapidKey {
  readonly #key: KeyObject;
  readonly #contact: string | undefined;
  /** The public key as an uncompressed point, base64url. */
  readonly publicKey: string;

  /** @param contact an https or mailto address of the operator, for the push services */
  constructor(jwk: string, contact: string | undefined) {
    this.#key = createPrivateKey({ key: JSON.parse(jwk), format: 'jwk' });
    this.#contact = contact;
    const { x = '', y = '' } = this.#key.export({ format: 'jwk' });
    this.publicKey = base64urlEncode(
      Uint8Array.of(UNCOMPRESSED, ...base64urlDecode(x), ...base64urlDecode(y)),
    );
  }

  /** The value of the Authorization header for a push service, from a time in milliseconds since 1970 on. */
  async authorize({ origin }: URL, nowMs: number): Promise<string> {
    const token = new SignJWT(this.#contact === undefined ? {} : { sub: this.#contact })
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .setAudience(origin)
      .setExpirationTime(new Date(nowMs + LIFETIME_MS));
    return `vapid t=${await token.sign(this.#key)}, k=${this.publicKey}`;
  }
}
