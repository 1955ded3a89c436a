/** @module The device's explanation of a failed request. */
import { ContentFormat } from '@longwire/protocol/base';
import type { DeviceResponse } from './device-response.ts';

/** The text payload of an error status: for people; code must not depend on it. */
export function diagnosticOf(response: DeviceResponse): string | undefined {
  const isText = response.contentFormat === ContentFormat.text;
  return response.statusCode >= 400 && isText && response.payload ? response.text() : undefined;
}
