/** @module Recognizes connection tokens that the service issued. */

/** Whether the service issued the token: it knows it already, and only its operator withdraws it. */
export function isServiceToken(token: string): boolean {
  return token.startsWith('lw_');
}
