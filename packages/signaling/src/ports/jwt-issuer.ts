/** @module A configured JWT issuer, and the ids of its tokens. */

/** Who may sign JWTs for a product, for which audience, and where the keys are. */
export interface JwtIssuer {
  readonly issuer: string;
  readonly audience: string;
  /** An http(s) URL or an absolute file name. */
  readonly jwks: string;
}

/** The id that represents a JWT; a session's device knows it as well. */
export function jwtTokenId({ issuer }: JwtIssuer, subject: string): string {
  return `${prefixOf(issuer)}${subject}`;
}

/** Whether a token id is that of a JWT of this issuer, or of one whose name begins with `issuer:`. */
export function isOfIssuer(tokenId: string, issuer: string): boolean {
  return tokenId.startsWith(prefixOf(issuer));
}

function prefixOf(issuer: string): string {
  return `jwt:${issuer}:`;
}
