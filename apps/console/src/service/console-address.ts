/** @module Where the operators' part of another service is: at that service, since its session's cookie goes nowhere else. */

import { httpAddressOf, readServiceAddress } from '../link/service-address.ts';

/** The address of the operators' part of the service at `text`; `undefined` where that is no address. */
export function consoleOf(text: string): string | undefined {
  const service = readServiceAddress(text);
  return service === undefined ? undefined : `${httpAddressOf(service)}/#/service`;
}
