/** @module A link of the CoRE link format (RFC 6690): a resource, and what is said of it. */

/** One attribute of a link; without a value its name says all, as `obs` does. */
export interface LinkAttribute {
  readonly name: string;
  /** As it is meant: without quotes and escapes. */
  readonly value?: string;
}

/** A link to a resource. */
export interface Link {
  /** A URI reference, percent-encoded as it stands between the angle brackets. */
  readonly target: string;
  readonly attributes: readonly LinkAttribute[];
}

/** The value of the first attribute of a name (RFC 6690 section 3: only the first counts); `''` for one without a value. */
export function linkAttribute(link: Link, name: string): string | undefined {
  const found = link.attributes.find((attribute) => attribute.name === name);
  return found === undefined ? undefined : (found.value ?? '');
}
