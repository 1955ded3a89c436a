/** @module The public key in a challenge token, which one deployed device in 128 encodes wrongly. */
import { concatBytes } from '../bytes/concat-bytes.ts';
import {
  isOnCurve,
  parsePublicJwk,
  publicJwkOfPoint,
  publicPoint,
  readPublicJwk,
  type PublicJwk,
} from '../jws/public-jwk.ts';

/**
 * Parses the key of a challenge token. A deployed device shifts a coordinate that starts with a zero byte to the left
 * and ends it with a byte of its stack (DEPLOYED.md, "WebRTC endpoints"): a key off the curve is replaced by the
 * repaired key that is on it. The caller compares the key and checks its signature as usual.
 * @throws EdgeError ERR_PUBLIC_KEY if the value is not a public key and cannot be repaired.
 */
export function parseChallengeKey(value: unknown): PublicJwk {
  const given = publicPoint(readPublicJwk(value));
  const repaired = isOnCurve(given) ? undefined : repairsOf(given).find(isOnCurve);
  return repaired === undefined ? parsePublicJwk(value) : publicJwkOfPoint(repaired);
}

/** The point with x, y or both shifted back. */
function repairsOf(point: Uint8Array): Uint8Array[] {
  const [form, x, y] = [point.subarray(0, 1), point.subarray(1, 33), point.subarray(33)];
  const [wholeX, wholeY] = [unshift(x), unshift(y)];
  return [
    concatBytes([form, wholeX, y]),
    concatBytes([form, x, wholeY]),
    concatBytes([form, wholeX, wholeY]),
  ];
}

function unshift(coordinate: Uint8Array): Uint8Array {
  return concatBytes([Uint8Array.of(0), coordinate.subarray(0, -1)]);
}
