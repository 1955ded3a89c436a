/** @module The colours of a terminal, taken from the page. */

import type { ITheme } from '@xterm/xterm';

/** The sixteen ANSI colours, in order. */
const ANSI = [
  'black',
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  'white',
  'brightBlack',
  'brightRed',
  'brightGreen',
  'brightYellow',
  'brightBlue',
  'brightMagenta',
  'brightCyan',
  'brightWhite',
] as const;

/** The theme of the current colour scheme; `colour` reads a custom property of the page. */
export function terminalTheme(colour: (property: string) => string): ITheme {
  const ansi = Object.fromEntries(ANSI.map((name, index) => [name, colour(`--lw-ansi-${index}`)]));
  return {
    ...ansi,
    background: colour('--lw-terminal'),
    foreground: colour('--lw-ink'),
    cursor: colour('--lw-copper'),
    cursorAccent: colour('--lw-terminal'),
    selectionBackground: colour('--lw-selection'),
    scrollbarSliderBackground: colour('--lw-line'),
    scrollbarSliderHoverBackground: colour('--lw-ink-soft'),
    scrollbarSliderActiveBackground: colour('--lw-ink-soft'),
  };
}
