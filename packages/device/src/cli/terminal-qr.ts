/** @module A pairing link as a QR code in a terminal. */
import { renderUnicodeCompact } from 'uqr';

/** Width of the light border, in modules. Reason: phones do not find a code without it; the standard asks for 4, and 2 suffice on a screen. */
const BORDER = 2;

const BRIGHT_ON_BLACK = '\u{1B}[97;40m';
const RESET = '\u{1B}[0m';

/** Draws a text as a QR code, two modules per character; with colors it is readable on terminals of any theme. */
export function terminalQr(text: string, { hasColors }: { readonly hasColors: boolean }): string {
  const lines = renderUnicodeCompact(text, { border: BORDER, ecc: 'L' }).split('\n');
  return lines.map((line) => (hasColors ? `${BRIGHT_ON_BLACK}${line}${RESET}` : line)).join('\n');
}
