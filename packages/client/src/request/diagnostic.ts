/** @module What a device says about a request that it did not do. */
import { ContentFormat } from '@longwire/protocol/base';
import type { DeviceResponse } from './device-response.ts';

/** The text payload of an error status: for people, never to be tested on. */
export function diagnosticOf(response: DeviceResponse): string | undefined {
  const isText = response.contentFormat === ContentFormat.text;
  return response.statusCode >= 400 && isText && response.payload ? response.text() : undefined;
}
