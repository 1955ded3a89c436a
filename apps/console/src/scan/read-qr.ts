/** @module The text of the QR code in a picture. */

import { decodeQR } from 'qr/decode.js';
import type { Picture } from './qr-scanner.ts';

/** The text; `undefined` if there is no readable code (the decoder does not distinguish a missing code from an unreadable one). */
export function readQr({ width, height, data }: Picture): string | undefined {
  try {
    return decodeQR({ width, height, data });
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
