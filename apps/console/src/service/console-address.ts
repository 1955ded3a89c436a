/** @module The address of the operators' part of another service: at that service, because its session's cookie is sent only there. */

import { httpAddressOf, readServiceAddress } from '../link/service-address.ts';

/** The address of the operators' part of the service at `text`; `undefined` if that is no URL. */
export function consoleOf(text: string): string | undefined {
  const service = readServiceAddress(text);
  return service === undefined ? undefined : `${httpAddressOf(service)}/#/service`;
}
