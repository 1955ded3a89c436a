/** @module Encodes links (RFC 6690 section 2). */
import type { Link, LinkAttribute } from './link.ts';

/** A value of digits alone needs no quotes; all others are quoted, which is always allowed. */
const CARDINAL = /^(?:0|[1-9]\d*)$/u;

/** Encodes links as text; empty for none. Targets and names must be well formed. */
export function encodeLinkFormat(links: readonly Link[]): string {
  return links
    .map(({ target, attributes }) => [`<${target}>`, ...attributes.map(encodeAttribute)].join(';'))
    .join(',');
}

function encodeAttribute({ name, value }: LinkAttribute): string {
  if (value === undefined) return name;
  if (CARDINAL.test(value)) return `${name}=${value}`;
  return `${name}="${value.replace(/["\\]/gu, String.raw`\$&`)}"`;
}
