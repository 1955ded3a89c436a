/** @module The keys missing from phone keyboards, and the sequences that they send. */

/** The keys of the row, in order. */
export const EXTRA_KEYS = [
  'escape',
  'tab',
  'left',
  'down',
  'up',
  'right',
  'home',
  'end',
  'dash',
  'slash',
  'pipe',
] as const;

/** One of the keys. */
export type ExtraKey = (typeof EXTRA_KEYS)[number];

const SIMPLE = { escape: '\u001b', tab: '\t', dash: '-', slash: '/', pipe: '|' } as const;

/** The last byte of the cursor keys. */
const MOVES = { left: 'D', down: 'B', up: 'A', right: 'C', home: 'H', end: 'F' } as const;

/** The sequence of a key; programs may switch the cursor keys to application mode. */
export function keySequence(key: ExtraKey, isApplicationMode: boolean): string {
  if (key in MOVES) return `\u001b${isApplicationMode ? 'O' : '['}${Reflect.get(MOVES, key)}`;
  return String(Reflect.get(SIMPLE, key));
}

/** The control character for a character typed while Ctrl is held; longer text is sent unchanged. */
export function withControl(text: string): string {
  if (text.length !== 1) return text;
  if (text === '?') return '\u007f';
  const code = text.toUpperCase().codePointAt(0) ?? 0;
  // Space, and @ to _ with the letters among them, have a control character 64 below.
  if (text === ' ') return '\u0000';
  return code >= 0x40 && code <= 0x5f ? String.fromCodePoint(code - 0x40) : text;
}
