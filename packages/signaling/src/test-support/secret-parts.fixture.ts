/** @module The two parts of a value `<brand>_<id>_<secret>`; the secret is base64url and may contain underscores itself. */

/** The public part. */
export function idOf(value: string): string {
  return value.split('_').slice(0, 2).join('_');
}

/** The secret part. */
export function secretOf(value: string): string {
  return value.split('_').slice(2).join('_');
}
