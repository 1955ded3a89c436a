/** @module Parses links (RFC 6690 section 2) as devices write them. */
import type { Parsed } from '../parsed.ts';
import type { Link, LinkAttribute } from './link.ts';

/** Most links parsed. Reason: a person reads this list; a longer one is a mistake or malice. */
export const MAX_LINKS = 1024;

/** Most attributes of one link parsed. Reason: about two dozen are registered. */
export const MAX_LINK_ATTRIBUTES = 32;

/** Between the angle brackets: any URI reference, including characters that should have been encoded. */
const TARGET = /\s*<([^<>]*)>\s*/uy;

/** A name, then nothing, a token, or quoted text in which a backslash escapes the next character. */
const ATTRIBUTE =
  /\s*;\s*([!#$&+\-.^_`|~0-9A-Za-z]+\*?)(?:\s*=\s*(?:"([^"\\]*(?:\\[\s\S][^"\\]*)*)"|([^\s",;<>\\]+)))?\s*/uy;

/** Parses links in one pass; an empty text has none. Line breaks and spaces between the parts are allowed. */
export function parseLinkFormat(text: string): Parsed<readonly Link[]> {
  const links: Link[] = [];
  let offset = 0;
  if (text.trim() === '') return { ok: true, value: links };
  for (;;) {
    const target = matchAt(TARGET, text, offset);
    if (target === undefined) return refused('a target in angle brackets', offset);
    if (links.length === MAX_LINKS) return refused(`at most ${MAX_LINKS} links`, offset);
    offset += target[0].length;
    const attributes: LinkAttribute[] = [];
    for (;;) {
      const attribute = matchAt(ATTRIBUTE, text, offset);
      if (attribute === undefined) break;
      if (attributes.length === MAX_LINK_ATTRIBUTES)
        return refused(`at most ${MAX_LINK_ATTRIBUTES} attributes`, offset);
      attributes.push(attributeOf(attribute));
      offset += attribute[0].length;
    }
    links.push({ target: target[1] ?? '', attributes });
    if (offset === text.length) return { ok: true, value: links };
    if (text[offset] !== ',') return refused('a comma or the end', offset);
    offset += 1;
  }
}

function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(text) ?? undefined;
}

function attributeOf([, name = '', quoted, token]: RegExpExecArray): LinkAttribute {
  if (quoted !== undefined) return { name, value: quoted.replace(/\\([\s\S])/gu, '$1') };
  return token === undefined ? { name } : { name, value: token };
}

function refused(expected: string, offset: number): Parsed<never> {
  return { ok: false, reason: `malformed links: want ${expected} at character ${offset}` };
}
