/** @module Limits requests to addresses that a peer or an operator named to public ones. */
import { isIP, type LookupFunction } from 'node:net';
import { toError } from '@longwire/protocol';
import { isPublicAddress } from './public-address.ts';

/** @throws Error, which ends with the remedy, for a URL that is not https, or whose host is a private address */
export function requirePublicUrl({ protocol, hostname }: URL, remedy: string): void {
  if (protocol !== 'https:') throw new Error(`not an https URL; ${remedy}`);
  const literal = hostname.replace(/^\[(.*)\]$/u, '$1');
  if (isIP(literal) !== 0) requirePublicAddress(literal, remedy);
}

/** @throws Error for a private address */
function requirePublicAddress(address: string, remedy: string): void {
  if (!isPublicAddress(address)) throw new Error(`${address} is not a public address; ${remedy}`);
}

/** Resolves a name to public addresses only; the connection then uses exactly those. */
export function publicLookup(lookup: LookupFunction, remedy: string): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found : [];
      const refusal =
        error ??
        refusalOf(
          addresses.map(({ address }) => address),
          remedy,
        );
      const [first] = addresses;
      if (refusal !== undefined || first === undefined) callback(refusal ?? new Error('no address'), '', 0);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function refusalOf(addresses: readonly string[], remedy: string): Error | undefined {
  try {
    for (const address of addresses) requirePublicAddress(address, remedy);
    return undefined;
  } catch (error) {
    return toError(error);
  }
}
