/** @module Bytes as rows of hex with their characters. */

import { bytesToHex } from '../bytes.ts';

const BYTES_IN_A_ROW = 16;

/** Offset, bytes and characters, sixteen bytes to a row. */
export function hexDump(bytes: Uint8Array): string {
  const rows: string[] = [];
  for (let start = 0; start < bytes.length; start += BYTES_IN_A_ROW) {
    const row = bytes.subarray(start, start + BYTES_IN_A_ROW);
    const hex = bytesToHex(row).replace(/(..)(?=.)/gu, '$1 ');
    const characters = [...row].map((byte) =>
      byte >= 0x20 && byte < 0x7f ? String.fromCodePoint(byte) : '·',
    );
    rows.push(
      `${start.toString(16).padStart(4, '0')}  ${hex.padEnd(3 * BYTES_IN_A_ROW - 1)}  ${characters.join('')}`,
    );
  }
  return rows.join('\n');
}
