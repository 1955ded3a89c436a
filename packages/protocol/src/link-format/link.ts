/** @module A link of the CoRE link format (RFC 6690): a resource and its attributes. */

/** One attribute of a link; some have a name only, such as `obs`. */
export interface LinkAttribute {
  readonly name: string;
  /** Without quotes and escapes. */
  readonly value?: string;
}

/** A link to a resource. */
export interface Link {
  /** A URI reference, percent-encoded as between the angle brackets. */
  readonly target: string;
  readonly attributes: readonly LinkAttribute[];
}

/** The value of the first attribute with this name (RFC 6690 section 3: only the first counts); `''` if it has no value. */
export function linkAttribute(link: Link, name: string): string | undefined {
  const found = link.attributes.find((attribute) => attribute.name === name);
  return found === undefined ? undefined : (found.value ?? '');
}
