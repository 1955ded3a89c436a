/** @module Syntax highlighting: splits a source into pieces by a few rules. */

/** A piece of a source; all pieces joined are the source. */
export interface Piece {
  readonly kind: 'plain' | 'comment' | 'text' | 'word' | 'tag' | 'number';
  readonly text: string;
}

const WORDS =
  'as async await const else export false for from function if import interface let new null of return true type typeof undefined void';

const RULES = new RegExp(
  [
    String.raw`(?<comment>/\*[\s\S]*?\*/|//.*)`,
    String.raw`(?<text>'[^'\n]*'|"[^"\n]*"|` + '`[^`]*`)',
    String.raw`(?<tag></?[A-Za-z][\w.]*|/>)`,
    String.raw`(?<number>\b\d[\d_.]*\b)`,
    String.raw`(?<word>\b(?:${WORDS.replaceAll(' ', '|')})\b)`,
  ].join('|'),
  'gu',
);

const KINDS = ['comment', 'text', 'tag', 'number', 'word'] as const;

/** The pieces of a source, in order. */
export function colour(source: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of source.matchAll(RULES)) {
    const kind = KINDS.find((name) => match.groups?.[name] !== undefined) ?? 'plain';
    if (match.index > from) pieces.push({ kind: 'plain', text: source.slice(from, match.index) });
    pieces.push({ kind, text: match[0] });
    from = match.index + match[0].length;
  }
  if (from < source.length) pieces.push({ kind: 'plain', text: source.slice(from) });
  return pieces;
}
