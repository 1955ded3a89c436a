/** @module `[oauth]`: logins with tokens of an issuer that the owner trusts. */
import type { TableReader } from './table-reader.ts';

/** The issuer and the location of its public keys. */
export interface OauthConfig {
  readonly issuer: string;
  readonly audience?: string;
  /** An https:// address, or one on this machine. */
  readonly jwks: string;
}

/** Reads `[oauth]`. @throws EdgeError ERR_CONFIG */
export function parseOauth(table: TableReader | undefined): OauthConfig | undefined {
  if (table === undefined) return undefined;
  const issuer = table.requiredText('issuer');
  const audience = table.text('audience');
  const jwks = table.requiredText('jwks');
  const url = URL.parse(jwks);
  // An attacker on the network could replace keys that come over plain http.
  const isLocal = url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (url?.protocol !== 'https:' && !isLocal) throw table.error('jwks', 'must be an https:// address');
  table.end();
  return { issuer, jwks, ...(audience === undefined ? {} : { audience }) };
}
