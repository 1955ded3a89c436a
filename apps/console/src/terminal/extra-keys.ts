/** @module The keys that a phone's keyboard lacks, as what a terminal is sent for them. */

/** The keys of the row, in its order. */
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

/** The last byte of the keys that move a cursor. */
const MOVES = { left: 'D', down: 'B', up: 'A', right: 'C', home: 'H', end: 'F' } as const;

/** What a key sends; programs may ask for the application's form of the keys that move a cursor. */
export function keySequence(key: ExtraKey, isApplicationMode: boolean): string {
  if (key in MOVES) return `\u001b${isApplicationMode ? 'O' : '['}${Reflect.get(MOVES, key)}`;
  return String(Reflect.get(SIMPLE, key));
}

/** What a typed character sends while Ctrl is held; anything longer is sent as it is. */
export function withControl(text: string): string {
  if (text.length !== 1) return text;
  if (text === '?') return '\u007f';
  const code = text.toUpperCase().codePointAt(0) ?? 0;
  // Space, and @ to _ with the letters among them, have a control character 64 below.
  if (text === ' ') return '\u0000';
  return code >= 0x40 && code <= 0x5f ? String.fromCodePoint(code - 0x40) : text;
}
