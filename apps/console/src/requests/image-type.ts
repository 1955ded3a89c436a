/** @module Detects images that browsers show, by their first bytes. */

import { bytesToHex } from '../bytes.ts';

/** The media types that are shown. No SVG: it is a document, and a device's documents stay on the device's own origin. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

const BEGINNINGS: readonly (readonly [RegExp, ImageType])[] = [
  [/^89504e470d0a1a0a/u, 'image/png'],
  [/^ffd8ff/u, 'image/jpeg'],
  [/^47494638(?:37|39)61/u, 'image/gif'],
  [/^52494646.{8}57454250/u, 'image/webp'],
];

const LOOKED_AT_BYTES = 12;

/** The type of an image; undefined for anything else. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const hex = bytesToHex(bytes.subarray(0, LOOKED_AT_BYTES));
  return BEGINNINGS.find(([beginning]) => beginning.test(hex))?.[1];
}
