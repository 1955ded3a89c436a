/** @module Connection tokens that the device makes for its users. */
import { randomBytes } from 'node:crypto';

/** Reason: the service lets in whoever has it, so that it must not be found by trying; and it has to fit into a link that is scanned. */
const TOKEN_BYTES = 16;

/** 128 random bits as text. Hexadecimal, so that it is never taken for one of the service's. */
export function generateSct(): string {
  return randomBytes(TOKEN_BYTES).toString('hex');
}
