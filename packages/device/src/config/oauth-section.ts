/** @module `[oauth]`: logins with tokens of an issuer that the owner trusts. */
import { given } from '@longwire/protocol';
import { safeJwksUrl } from '../auth/oauth/oauth-options.ts';
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
  if (safeJwksUrl(jwks) === undefined)
    throw table.error('jwks', 'must be an https:// address, or one on this machine, without a user name');
  table.end();
  return { issuer, jwks, ...given({ audience }) };
}
