/** @module The token by which a device proves to a signaling service that it holds the key registered for it. */
import type { Fingerprint } from '../auth/fingerprint.ts';
import { publicKeyFingerprint } from '../auth/public-key-fingerprint.ts';
import { EdgeError } from '../errors/edge-error.ts';
import { parseJws, signJws, verifyJws, type UnverifiedJws } from '../jws/compact-jws.ts';
import type { SigningKey } from '../jws/signing-key.ts';
import { requireSubtle, type SubtleVerifier } from '../jws/subtle-verifier.ts';

/**
 * The claims of an attachment proof. The nonce's claim is called `attach`, not `nonce`: a signature that a service
 * obtains from a device can never pass as the answer to a client's challenge, nor the other way round.
 */
export interface AttachmentClaims {
  /** The service's random nonce, used once. */
  readonly nonce: string;
  /**
   * Host of the service as the device dialled it, with the port unless it is the scheme's default: no other service
   * can use the proof.
   */
  readonly audience: string;
  readonly productId: string;
  readonly deviceId: string;
}

const TYP = 'longwire-attach+jws';

/** Signs the proof. @throws EdgeError ERR_ATTACHMENT_TOKEN when the key cannot sign. */
export async function makeAttachmentToken(
  options: AttachmentClaims & { readonly key: SigningKey },
): Promise<string> {
  const { nonce, audience, productId, deviceId, key } = options;
  try {
    return await signJws({ typ: TYP, claims: { attach: nonce, audience, productId, deviceId }, key });
  } catch (cause) {
    throw new EdgeError('ERR_ATTACHMENT_TOKEN', 'cannot sign the attachment token: the key failed', {
      cause,
    });
  }
}

/**
 * Checks the proof; it is valid only if this returns.
 * @throws EdgeError ERR_ATTACHMENT_TOKEN if the proof is not valid, ERR_NO_SUBTLE_CRYPTO without WebCrypto.
 */
export async function verifyAttachmentToken(
  token: string,
  expected: AttachmentClaims & {
    readonly fingerprint: Fingerprint;
    readonly subtle: SubtleVerifier | undefined;
  },
): Promise<void> {
  const subtle = requireSubtle(expected.subtle);
  const jws = parseJws(token);
  if (!jws.ok) throw rejected(jws.reason);
  const reason = mismatch(jws.value, expected);
  if (reason !== undefined) throw rejected(reason);
  if (!(await isSigned(jws.value, subtle))) throw rejected('signature does not verify');
}

/** Why the token does not match what is expected; undefined when it does. */
function mismatch(
  { header, claims, jwk }: UnverifiedJws,
  expected: AttachmentClaims & { readonly fingerprint: Fingerprint },
): string | undefined {
  if (header.get('typ') !== TYP) return `typ is not ${TYP}`;
  if (claims.has('nonce')) return 'token answers a challenge of a client';
  if (claims.get('attach') !== expected.nonce) return 'nonce differs from the one sent';
  if (claims.get('audience') !== expected.audience) return 'token is for another service';
  if (claims.get('productId') !== expected.productId) return 'token is for another product';
  if (claims.get('deviceId') !== expected.deviceId) return 'token is for another device';
  if (publicKeyFingerprint(jwk) !== expected.fingerprint)
    return 'key is not the one registered for the device';
  return undefined;
}

async function isSigned(jws: UnverifiedJws, subtle: SubtleVerifier): Promise<boolean> {
  try {
    return await verifyJws(jws, subtle);
  } catch (cause) {
    throw rejected('crypto.subtle failed', cause);
  }
}

function rejected(reason: string, cause?: unknown): EdgeError {
  return new EdgeError('ERR_ATTACHMENT_TOKEN', `attachment token rejected: ${reason}`, { cause });
}
