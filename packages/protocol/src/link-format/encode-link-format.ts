/** @module Writing links (RFC 6690 section 2). */
import type { Link, LinkAttribute } from './link.ts';

/** A value of digits alone needs no quotes; every other one has them, which is always allowed. */
const CARDINAL = /^(?:0|[1-9]\d*)$/u;

/** The links as text; nothing for none. Targets and names are taken to be well formed. */
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
