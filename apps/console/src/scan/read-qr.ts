/** @module The text of the QR code in a picture. */

import { decodeQR } from 'qr/decode.js';
import type { Picture } from './qr-scanner.ts';

/** The text, or `undefined` where there is no code, or none that can be read: the decoder does not tell the two apart. */
export function readQr({ width, height, data }: Picture): string | undefined {
  try {
    return decodeQR({ width, height, data });
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
