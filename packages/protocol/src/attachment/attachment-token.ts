/** @module The token by which a device proves to a signaling service that it holds the key registered for it. */
import type { Fingerprint } from '../auth/fingerprint.ts';
import { publicKeyFingerprint } from '../auth/public-key-fingerprint.ts';
import { EdgeError } from '../errors/edge-error.ts';
import { parseJws, signJws, verifyJws, type UnverifiedJws } from '../jws/compact-jws.ts';
import type { SigningKey } from '../jws/signing-key.ts';
import { requireSubtle, type SubtleVerifier } from '../jws/subtle-verifier.ts';

/**
 * What an attachment proof is for. Its claim is called `attach`, and there is no `nonce`: what a service makes a device
 * sign can never pass as the answer to a client's challenge, nor the other way round.
 */
export interface AttachmentClaims {
  /** The service's random nonce, used once. */
  readonly nonce: string;
  /** Host and, where it is not the scheme's own, port of the service, as the device dialled it: no other service can use the proof. */
  readonly audience: string;
  readonly productId: string;
  readonly deviceId: string;
}

const TYP = 'longwire-attach+jws';

/** Makes the proof. @throws EdgeError ERR_ATTACHMENT_TOKEN when the key cannot be used. */
export async function makeAttachmentToken(
  options: AttachmentClaims & { readonly key: SigningKey },
): Promise<string> {
  const { nonce, audience, productId, deviceId, key } = options;
  try {
    return await signJws({ typ: TYP, claims: { attach: nonce, audience, productId, deviceId }, key });
  } catch (cause) {
    throw new EdgeError('ERR_ATTACHMENT_TOKEN', 'attachment token expected a key that signs, got a failure', {
      cause,
    });
  }
}

/**
 * Checks the proof; returning is the only sign that it is good.
 * @throws EdgeError ERR_ATTACHMENT_TOKEN for whatever does not prove it, ERR_NO_SUBTLE_CRYPTO without WebCrypto.
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

/** What the token says that it should not, in words; undefined when it says what is expected. */
function mismatch(
  { header, claims, jwk }: UnverifiedJws,
  expected: AttachmentClaims & { readonly fingerprint: Fingerprint },
): string | undefined {
  if (header.get('typ') !== TYP) return `typ is not ${TYP}`;
  if (claims.has('nonce')) return 'a challenge token is no proof';
  if (claims.get('attach') !== expected.nonce) return 'nonce is not the one sent';
  if (claims.get('audience') !== expected.audience) return 'token is for another service';
  if (claims.get('productId') !== expected.productId) return 'token is for another product';
  if (claims.get('deviceId') !== expected.deviceId) return 'token is for another device';
  if (publicKeyFingerprint(jwk) !== expected.fingerprint) return 'key is not the registered one';
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
  return new EdgeError(
    'ERR_ATTACHMENT_TOKEN',
    `attachment token expected to prove the device's key, got: ${reason}`,
    { cause },
  );
}
