/** @module A value as a request sends it in JSON. */

import { ContentFormat } from '@longwire/client';

/** The options of the request. */
export function jsonPayload(value: unknown): { readonly payload: string; readonly contentFormat: number } {
  return { payload: JSON.stringify(value), contentFormat: ContentFormat.json };
}
