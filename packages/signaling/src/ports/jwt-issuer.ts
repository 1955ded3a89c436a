/** @module A configured JWT issuer. */

/** Who may sign JWTs for a product, for which audience, and where the keys are. */
export interface JwtIssuer {
  readonly issuer: string;
  readonly audience: string;
  /** An http(s) URL or an absolute file name. */
  readonly jwks: string;
}
